// SPDX-License-Identifier: MIT
public import AdModel

extension GateDecision {
  /// The permit; `nil` where the gate is closed.
  public var permit: LoadPermit? {
    switch self {
    case .allowed(let permit): permit
    case .blocked: nil
    }
  }

  /// Why the gate is closed; `nil` where it is open.
  public var blockReason: BlockReason? {
    switch self {
    case .allowed: nil
    case .blocked(let reason): reason
    }
  }

  /// The decision in a word or two, for lists: `personalized`, `none (expired)`.
  package var ads: String {
    switch self {
    case .allowed(let permit): permit.mode.rawValue
    case .blocked(let reason): "none (\(reason.rawValue))"
    }
  }

  /// The decision in the one shape that every machine format has for it.
  public var json: JSONValue {
    [
      "allowed": .bool(isAllowed),
      "servingMode": permit.map { .string($0.mode.rawValue) } ?? .null,
      "consentRecord": permit.map { .integer($0.record.rawValue) } ?? .null,
      "blockReason": blockReason.map { .string($0.rawValue) } ?? .null,
      "explanation": blockReason.map { .string($0.explanation) } ?? .null,
    ]
  }
}
