// SPDX-License-Identifier: MIT
package import AdModel

/// A session as it is known when it begins.
package struct RecordedSession: Hashable, Sendable {
  /// The session's name, which no other session of the history may have.
  package private(set) var id: SessionID
  /// The page that is shown.
  package let page: PageID
  /// The version of the app, at most 128 bytes; empty where it does not matter.
  package let appVersion: String
  /// A mark that tells devices apart where histories are joined, at most 128 bytes; not the
  /// name of a person or of an account.
  package let device: String
  /// By what it is grouped with others.
  package let attributes: SessionAttributes
  /// The arm of an experiment in which it begins; `nil` where it is in none.
  package private(set) var arm: ExperimentArm?
  /// The time of day when the session began.
  package private(set) var startedAt: Timestamp
  /// The time of the manager's clock at ``startedAt``, in milliseconds.
  package private(set) var clockAtStart: Int64
  /// Whether ``TransitionRecorder/recordViewable(_:at:)`` is called for ads that were seen.
  package let measuresViewability: Bool
  /// Whether nobody saw it: statistics and lists leave it out unless they are asked for it.
  package let isSimulated: Bool

  /// Describes a session.
  /// - Parameters:
  ///   - id: The session's name, which no other session of the history may have.
  ///   - appVersion: The version of the app, at most 128 bytes.
  ///   - device: What tells devices apart, at most 128 bytes.
  ///   - arm: The arm of an experiment in which it begins.
  ///   - startedAt: The time of day when the session began.
  ///   - clockAtStart: What the manager's clock showed then, in milliseconds.
  /// - Throws: `InvalidValue` with `tooLong`.
  package init(
    id: SessionID, page: PageID, appVersion: String = "", device: String = "",
    attributes: SessionAttributes = .empty, arm: ExperimentArm? = nil, startedAt: Timestamp,
    clockAtStart: Int64,
    measuresViewability: Bool = false,
    isSimulated: Bool = false
  ) throws(InvalidValue) {
    for (field, text) in [("app version", appVersion), ("device", device)]
    where text.utf8.count > 128 {
      throw InvalidValue(
        .tooLong, field: field, reason: "has \(text.utf8.count) bytes; at most 128 are allowed")
    }
    self.id = id
    self.page = page
    self.appVersion = appVersion
    self.device = device
    self.attributes = attributes
    self.arm = arm
    self.startedAt = startedAt
    self.clockAtStart = clockAtStart
    self.measuresViewability = measuresViewability
    self.isSimulated = isSimulated
  }

  /// Describes the session that goes on after this one on the same page.
  /// - Parameters:
  ///   - id: Its name.
  ///   - arm: The arm of an experiment in which it begins.
  ///   - time: The time of day when it begins.
  ///   - clock: What the manager's clock shows then, in milliseconds.
  package func next(
    _ id: SessionID, in arm: ExperimentArm?, at time: Timestamp, clock: Int64
  ) -> RecordedSession {
    var next = self
    (next.id, next.arm, next.startedAt, next.clockAtStart) = (id, arm, time, clock)
    return next
  }

  /// The time of day at a time of the manager's clock, in milliseconds since 1970; nothing happens
  /// before the session begins.
  func timeOfDay(_ time: Int64) -> Int64 {
    let (elapsed, overflow) = time.subtractingReportingOverflow(clockAtStart)
    return overflow
      ? startedAt.milliseconds : startedAt.advanced(by: max(elapsed, 0)).milliseconds
  }
}
