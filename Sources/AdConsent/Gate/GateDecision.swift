// SPDX-License-Identifier: MIT
public import AdModel

/// Whether ads may load for a person at a time, and in which mode.
/// These cases are all; none will be added.
public enum GateDecision: Hashable, Sendable {
  /// No ad may load.
  case blocked(BlockReason)
  /// Ads may load in the mode and under the record that the permit names.
  case allowed(LoadPermit)

  /// Whether ads may load.
  public var isAllowed: Bool {
    switch self {
    case .blocked: false
    case .allowed: true
    }
  }
}

extension GateDecision {
  /// How much is allowed: 0 for nothing, and more for each mode that uses more.
  var freedom: Int {
    switch self {
    case .blocked: 0
    case .allowed(let permit): permit.mode.freedom
    }
  }
}

extension ServingMode {
  /// How much of a person's data the ads of this mode use, from 1; whoever allows a mode allows
  /// those that use less.
  var freedom: Int {
    switch self {
    case .limited: 1
    case .nonPersonalized: 2
    case .personalized: 3
    }
  }
}

extension GateDecision: CustomStringConvertible {
  /// The decision in words, without anything personal.
  public var description: String {
    switch self {
    case .blocked(let reason): "blocks ads: \(reason.explanation)"
    case .allowed(let permit): "allows \(permit.mode.rawValue) ads under record \(permit.record)"
    }
  }
}

/// Why the gate is closed. Cases may be added: `switch` over it with a `default`.
public enum BlockReason: String, CaseIterable, Hashable, Codable, Sendable {
  /// Nobody ever answered for this person.
  case noRecord
  /// Something that was asked for has no answer.
  case partial
  /// The answer has run out and must be asked for again.
  case expired
  /// The person took the consent back, or the records were erased.
  case withdrawn
  /// The record is dated in the future, or its TC string is malformed or breaks a rule of its
  /// policy version.
  case invalid
  /// The answer leaves no serving mode that the rules and the policy accept.
  case notPermitted
  /// The decision could not be made: the gate fails closed.
  case failed

  /// The reason in words, without anything personal.
  public var explanation: String {
    switch self {
    case .noRecord: "no consent is recorded"
    case .partial: "the answer is partial: something asked for is not answered"
    case .expired: "the consent has expired and must be asked for again"
    case .withdrawn: "the consent was withdrawn or erased"
    case .invalid:
      "the answer is dated in the future, or its TC string is malformed or breaks a rule of its "
        + "policy version"
    case .notPermitted: "the answer leaves no serving mode that the policy accepts"
    case .failed: "the consent could not be read, so nothing is allowed"
    }
  }
}
