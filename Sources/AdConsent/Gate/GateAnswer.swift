// SPDX-License-Identifier: MIT
public import AdModel

/// What the gate says for a person at a time, with what it rests on and until when that holds.
public struct GateAnswer: Hashable, Sendable {
  /// Whether ads may load, and in which mode.
  public let decision: GateDecision
  /// The record that holds for the person, also where it opens nothing; nil where there is none or
  /// it could not be read.
  public let record: ConsentRecord?
  /// The first moment at which an allowed decision holds no longer, unless the person answers
  /// before; nil where nothing is allowed.
  public let expiresAt: Timestamp?

  /// The answer where the record could not be read: nothing is allowed.
  public static let failed = GateAnswer(decision: .blocked(.failed), record: nil, expiresAt: nil)
}

extension ConsentGate {
  /// Decides for a person's record, and tells until when.
  ///
  /// - Parameters:
  ///   - record: The record that holds for the person, or nil where there is none.
  ///   - time: The time to decide for.
  /// - Returns: The decision with its record and its end.
  public func answer(_ record: ConsentRecord?, at time: Timestamp) -> GateAnswer {
    let decision = decide(record, at: time)
    return GateAnswer(
      decision: decision, record: record,
      expiresAt: decision.isAllowed ? record?.statement.expiry.at : nil)
  }
}
