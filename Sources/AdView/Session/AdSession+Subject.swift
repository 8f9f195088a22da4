// SPDX-License-Identifier: MIT
public import AdConsent
public import AdHosting
import AdModel
import AdStore

// Whose answers count.
extension AdSession {
  /// Goes on with the page for another person: somebody logged in, or out.
  ///
  /// The session ends in the history, sealed as any other, and one of the new person begins: a load stands
  /// in the history of whoever allowed it. So no view stays that was loaded under another's answer, whatever
  /// the new one is, and what ads have kept on the device goes. The page itself stays: its slots and where
  /// they are, its streams and its delegate. What the new person answered before counts at once; a consent
  /// platform that is followed has to tell of them first (``follow(_:)``), and nothing loads until it has.
  /// Nothing here waits for the disk.
  /// - Parameter subject: The person, under the key of the consent records.
  /// - Returns: What the host is to do.
  public func change(subject: SubjectKey) -> [PageEffect] {
    guard subject != self.subject, !isClosed else { return tick() }
    let now = clock.milliseconds()
    let (before, after) = page.changePerson(at: now)
    let ended = keep(before)
    recorder.endSoon(at: now)
    unshown = []
    self.subject = subject
    recorded = recorded.next(
      .random(), in: stored.arm, at: clock.timeOfDay(), clock: now)
    recorder = TransitionRecorder(recorded, in: database)
    recorder.begin(under: page.start)
    observation = Self.observe(
      subject, in: database, noting: changes, answers, onChange: onChange)
    // What was read of consent is another's: nothing loads until this person's is read.
    closing = .failed
    isLawNoted = false
    isUntold = isFollowing
    changes.note()
    answers.note()
    return ended + keep(after) + tick()
  }

  /// Has a session look again after what becomes of a person's consent in this process.
  static func observe(
    _ subject: SubjectKey, in database: AdDatabase, noting changes: PendingChanges,
    _ answers: PendingChanges, onChange: @escaping @Sendable () -> Void
  ) -> ConsentObservation {
    ConsentRepository(database).observePeople { change in
      guard change.subject == nil || change.subject == subject else { return }
      if change.isStored { changes.note() } else { answers.note() }
      onChange()
    }
  }
}

extension SessionID {
  /// A name that no other session has.
  static func random() -> SessionID {
    let parts = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }
    return SessionID(validated: parts.joined())
  }
}
