// SPDX-License-Identifier: MIT
import AdStore

extension Failure {
  /// What an error of the store means to whoever typed the command.
  init(_ error: StoreError, hints: CommandLineHints) {
    let hint = error.recovery.map { Self.hint(for: $0, hints) } ?? Self.hint(for: error, hints)
    self.init(Self.exit(of: error.code), "\(error.message).", try: hint)
  }

  /// What our commands can do about an error.
  private static func hint(for recovery: StoreError.Recovery, _ hints: CommandLineHints) -> String {
    switch recovery {
    case .createDatabase: hints.onSameDatabase("adview-admin init")
    case .replaceEmptyFile: "remove it, then adview-admin init"
    case .migrate: hints.onSameDatabase("adview-admin migrate up")
    case .compareMigrations: hints.onSameDatabase("adview-admin migrate status")
    case .findDamage: hints.onSameDatabase("adview-admin doctor")
    case .verifyLedger: hints.onSameDatabase("adview-admin consent verify")
    case .finishErasing:
      "end the other programs that read the file, then "
        + hints.onSameDatabase("adview-admin consent erase --scrub --yes")
    case .updateProgram: "use a newer adview-admin"
    case .changeUnit(let id): hints.onSameDatabase("adview-admin unit set \(id) --help")
    case .restoreUnit(let id): hints.onSameDatabase("adview-admin unit restore \(id)")
    case .listSessions: hints.onSameDatabase("adview-admin history sessions")
    case .listLoadedUnits: hints.onSameDatabase("adview-admin history stats --by unit")
    case .other(let words): words
    }
  }

  /// What helps against an error for which the store knows nothing: the name that was meant, or a
  /// list to look it up in.
  private static func hint(for error: StoreError, _ hints: CommandLineHints) -> String? {
    let (completion, list): (Completion, String)
    switch error.code {
    case .noSuchUnit: (completion, list) = (.units([]), "adview-admin unit list")
    case .noSuchPage: (completion, list) = (.pages, "adview-admin page list")
    case .noSuchExperiment:
      (completion, list) = (.experiments, "adview-admin experiment list")
    case .noSuchTargeting: (completion, list) = (.targeting, "adview-admin targeting list")
    case .noSuchChange, .changedSince, .notRevertible:
      return hints.onSameDatabase("adview-admin log")
    case .pageExists: return hints.onSameDatabase("adview-admin page list")
    case .noSuchSubject: return hints.onSameDatabase("adview-admin consent list")
    case .notADatabase, .foreignFile:
      return hints.backup.map { error.message.contains($0) } == true
        ? "name a file that 'adview-admin backup' wrote" : "name another file with --db"
    case .secretMissing:
      return "export ADVIEW_SUBJECT_SECRET_FILE=FILE, the file of the secret that the keys were "
        + "hashed with"
    case .secretDiffers:
      return
        "name the file of the right secret in ADVIEW_SUBJECT_SECRET_FILE, or change the secret "
        + "with \(hints.onSameDatabase("adview-admin consent rekey"))"
    case .keysArePlain: return hints.onSameDatabase("adview-admin consent rekey")
    case .legalHold: return hints.onSameDatabase("adview-admin consent release SUBJECT")
    case .nothingToAccept: return hints.onSameDatabase("adview-admin consent verify")
    case .keysMissing: return "name everybody's key, one a line"
    case .keyNotEnrolled: return hints.onSameDatabase("adview-admin consent enroll FILE")
    default: return nil
    }
    guard let unknown = error.unknownName, let near = error.suggestions.first else {
      return hints.onSameDatabase(list)
    }
    return hints.corrected(unknown, meant: near, among: completion) ?? hints.onSameDatabase(list)
  }

  /// A code of the store as what the process ends with; one that is not known here is a failure to
  /// read or write.
  private static func exit(of code: StoreError.Code) -> ExitCode {
    switch code {
    case .missingFile, .noSuchUnit, .noSuchPage, .noSuchTargeting, .noSuchSession, .noSuchSubject,
      .noSuchChange, .noSuchExperiment, .noSuchArm, .nothingToAccept:
      .notFound
    case .fileExists, .cannotCreate, .unitExists, .pageExists, .experimentExists, .idWasUsed,
      .sessionExists:
      .cannotCreate
    case .notADatabase, .foreignFile, .olderSchema, .alteredMigrations, .corrupt, .constraint,
      .unitArchived, .changedSince, .notRevertible, .noTrack, .alteredSchema, .keysMissing,
      .splitSubject, .foreignCursor, .experimentState, .noGoal:
      .badData
    case .newerSchema: .newerSchema
    case .busy, .erasurePending: .busy
    case .consentWouldBeLost, .legalHold: .refused
    case .badCursor, .secretMissing, .secretDiffers, .keysArePlain: .usage
    case .interrupted: .interrupted
    default: .inputOutput
    }
  }
}
