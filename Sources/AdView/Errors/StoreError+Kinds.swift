// SPDX-License-Identifier: MIT
public import AdStore

extension StoreError {
  /// The kinds of error of the store.
  public static let kinds = [
    ErrorKind(1, "missingFile", "Create the database, or give the path of one that is there."),
    ErrorKind(2, "fileExists", "Open the file that is there, or give another path."),
    ErrorKind(3, "cannotCreate", "Give a folder that is there and that the app may write in."),
    ErrorKind(4, "notADatabase", "Give another path; the file is not one of ours."),
    ErrorKind(5, "foreignFile", "Give another path; the file belongs to another program."),
    ErrorKind(6, "newerSchema", "Use a version of the app that is as new as the file."),
    ErrorKind(7, "olderSchema", "Migrate the file: AdDatabase.open(at:) does."),
    ErrorKind(8, "alteredMigrations", "Compare the file's migrations with those of this version."),
    ErrorKind(9, "readOnly", "Open it for writing, and make file and folder writable."),
    ErrorKind(10, "busy", "Try again soon: somebody else is writing."),
    ErrorKind(11, "full", "Make room on the disk, and try again."),
    ErrorKind(12, "corrupt", "Look for the damage with 'doctor', or go back to a backup."),
    ErrorKind(13, "inputOutput", "Check the disk, and that the app may read and write there."),
    ErrorKind(14, "interrupted", "Begin again; nothing was changed."),
    ErrorKind(15, "closed", "Open the database again."),
    ErrorKind(
      16, "constraint", "Report it with the kind of error: our own checks should have spoken."),
    ErrorKind(17, "unexpected", "Report it: only a mistake of this library explains it."),
    ErrorKind(18, "noSuchUnit", "Check the spelling, or add the unit to the inventory."),
    ErrorKind(19, "unitExists", "Change the unit that is there, or choose another id."),
    ErrorKind(20, "idWasUsed", "Choose another id: log or history are kept under this one."),
    ErrorKind(21, "unitArchived", "Restore the unit first."),
    ErrorKind(22, "noSuchPage", "Check the spelling, or add the page to the inventory."),
    ErrorKind(23, "noSuchTargeting", "List what is set, and name one of those."),
    ErrorKind(24, "noSuchSession", "List the sessions of the history, and name one of those."),
    ErrorKind(25, "sessionExists", "Record under another session id."),
    ErrorKind(26, "noTrack", "Choose a session that was recorded with its scroll."),
    ErrorKind(27, "badCursor", "Give a cursor as it was written, or begin without one."),
    ErrorKind(28, "foreignCursor", "Begin the export again without a cursor."),
    ErrorKind(29, "noSuchSubject", "Nothing is recorded of the person; check the key."),
    ErrorKind(30, "keysMissing", "Name everybody's key, so that all can be hashed."),
    ErrorKind(31, "splitSubject", "Name each person by one key."),
    ErrorKind(
      32, "consentWouldBeLost", "Keep the file in place, which has answers the other lacks."),
    ErrorKind(33, "erasurePending", "End the process that still reads, then finish the erasure."),
    ErrorKind(34, "secretMissing", "Give the secret that the keys of people were hashed with."),
    ErrorKind(35, "secretDiffers", "Give the secret that the keys of people were hashed with."),
    ErrorKind(36, "keysArePlain", "Hash the keys of the file first, or open it without a secret."),
    ErrorKind(37, "suspended", "Resume the database first, or wait until the app is in front."),
    ErrorKind(38, "alteredSchema", "Go back to a backup: somebody changed the tables of the file."),
    ErrorKind(39, "otherInventory", "Read the plan again: the inventory has changed since."),
    ErrorKind(40, "noSuchExperiment", "List the experiments, and name one of those."),
    ErrorKind(41, "noSuchChange", "Look the change's number up in the log."),
    ErrorKind(42, "pageExists", "Change the page that is there, or choose another name."),
    ErrorKind(43, "changedSince", "Revert the later changes first, or change it by hand."),
    ErrorKind(44, "notRevertible", "Change it by hand: this cannot be taken back by itself."),
    ErrorKind(45, "experimentExists", "Choose another name for the experiment."),
    ErrorKind(46, "experimentState", "Look at the experiment's state, and do what it allows."),
    ErrorKind(47, "noSuchArm", "List the arms of the experiment, and name one of those."),
    ErrorKind(48, "noGoal", "Give the experiment a goal before it starts."),
    ErrorKind(49, "legalHold", "Release the records first, where the case allows it."),
    ErrorKind(50, "nothingToAccept", "Verify the ledger, and name what it names."),
    ErrorKind(51, "invalidKey", "Give a key of P-256 that signs with SHA-256, in DER."),
    ErrorKind(52, "strangeIntroducer", "Introduce the key by the one that signs until then."),
    ErrorKind(53, "keyNotEnrolled", "Have the ledger name the key, or sign with the one it names."),
  ]
}

#if canImport(Foundation)
  extension StoreError: AdViewError {
    /// The code's name.
    public var kindName: String { code.rawValue }
    /// The fault and the thing that has it, without the advice.
    public var errorDescription: String? { message }
    /// What to do about this one.
    public var ownAdvice: String? { recovery?.description }
  }
#endif
