// SPDX-License-Identifier: MIT
package import AdModel

/// The content of an entry that is about the store and about no person.
package enum LedgerNote: Hashable, Sendable {
  /// A backup took the place of the store.
  case restored(LedgerRestoring)
  /// How the seals of the history stood.
  case sealed(LedgerSealing)
  /// Under which secret the keys are hashed from here on.
  case keyed(LedgerKeying)
  /// Which times a wrong clock accounts for, and which entries without a signature were looked into.
  case accepted(LedgerAcceptance)
  /// By which settings the gate decides from here on.
  case ruled(LedgerRuling)
  /// Which key entries are signed with from here on.
  case enrolled(LedgerEnrollment)

  /// The entry's event.
  package var event: ConsentEvent {
    switch self {
    case .restored: .restored
    case .sealed: .sealed
    case .keyed: .keyed
    case .accepted: .accepted
    case .ruled: .ruled
    case .enrolled: .enrolled
    }
  }

  /// The content as it is stored.
  package var json: JSONValue {
    switch self {
    case .restored(let restoring): restoring.json
    case .sealed(let sealing): sealing.json
    case .keyed(let keying): keying.json
    case .accepted(let acceptance): acceptance.json
    case .ruled(let ruling): ruling.json
    case .enrolled(let enrollment): enrollment.json
    }
  }

  /// Reads the content of an entry.
  /// - Parameter text: The content as it is stored.
  /// - Returns: nil where the event has none, or it says something else.
  package init?(_ event: ConsentEvent, text: String) {
    guard let value = try? JSONReader.read(text: text) else { return nil }
    let node = JSONNode(value)
    let note: LedgerNote? =
      switch event {
      case .restored: (try? LedgerRestoring(json: node)).map { .restored($0) }
      case .sealed: (try? LedgerSealing(json: node)).map { .sealed($0) }
      case .keyed: (try? LedgerKeying(json: node)).map { .keyed($0) }
      case .accepted: (try? LedgerAcceptance(json: node)).map { .accepted($0) }
      case .ruled: (try? LedgerRuling(json: node)).map { .ruled($0) }
      case .enrolled: (try? LedgerEnrollment(json: node)).map { .enrolled($0) }
      default: nil
      }
    guard let note else { return nil }
    self = note
  }
}
