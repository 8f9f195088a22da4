// SPDX-License-Identifier: MIT
public import AdModel

/// Who had an entry of the ledger appended, by which way, and why.
///
/// The ledger keeps it for ever, beyond an erasure, so it names a role and a ticket and no person.
public struct EntryOrigin: Hashable, Sendable {
  /// Who acted. Cases may be added: `switch` over it with a `default`.
  public enum Actor: String, CaseIterable, Hashable, Sendable {
    /// The person whom the entry is about.
    case person
    /// The app or the program by itself, by a rule that it follows.
    case app
    /// Somebody who runs the store: support, operations, a privacy officer.
    case `operator`
  }

  /// Who acted.
  public let actor: Actor
  /// The way by which it came: `app`, `device`, `support`; at most 64 bytes, empty where nobody told.
  public let channel: String
  /// Why: a ticket, a policy; at most 200 bytes, empty where nobody told.
  public let reason: String

  /// Says who acted, how and why.
  /// - Parameters:
  ///   - channel: The way by which it came, at most 64 bytes.
  ///   - reason: A ticket or a policy, at most 200 bytes. It outlives an erasure: no name of anybody.
  /// - Throws: ``InvalidValue`` with `tooLong` or `badCharacter`.
  public init(
    _ actor: Actor, channel: String = "", reason: String = ""
  ) throws(InvalidValue) {
    try checkLength("channel", channel, atMost: 64)
    try checkPrintable("channel", channel)
    try checkLength("reason", reason, atMost: 200)
    try checkPrintable("reason", reason)
    self.init(actor: actor, told: channel, reason)
  }

  /// Takes what a ledger holds, whatever it is.
  package init(actor: Actor, told channel: String, _ reason: String) {
    self.actor = actor
    self.channel = channel
    self.reason = reason
  }

  /// The person, in the app: how a session of the app records.
  public static let app = EntryOrigin(actor: .person, told: "app", "")
  /// The person, by strings that a consent platform keeps on the device.
  package static let device = EntryOrigin(actor: .person, told: "device", "")
  /// The app by itself: a law that applies, a session that ended.
  package static let rule = EntryOrigin(actor: .app, told: "app", "")
  /// Whoever put a backup in a database's place.
  package static let restoring = EntryOrigin(actor: .operator, told: "restore", "")

  /// Who, how and why, for people.
  package var description: String {
    let way = channel.isEmpty ? actor.rawValue : "\(actor.rawValue), by \(channel)"
    return reason.isEmpty ? way : "\(way): \(reason)"
  }
}
