// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// Who has an entry of the ledger appended, how and why, as all commands that append are told it.
enum OriginOptions {
  static let actor = Option<EntryOrigin.Actor>(
    "by", .choice("WHO"), "Who acts: person, app or operator.", defaultDescription: "operator")
  static let channel = Option(
    "channel", .text, "The way by which it came: support, mail; at most 64 bytes.",
    defaultDescription: "adview-admin")
  static let reason = Option(
    "reason", .text,
    "Why: a ticket, a policy; at most 200 bytes. It outlives an erasure: name nobody.")

  static let all: [any DeclaresOption] = [actor, channel, reason]
}

extension CommandRun {
  /// Who has entries appended by this call.
  /// - Throws: `InvalidValue` for a text that is too long or holds control characters.
  func entryOrigin() throws -> EntryOrigin {
    try EntryOrigin(
      input[OriginOptions.actor] ?? .operator,
      channel: input[OriginOptions.channel] ?? "adview-admin",
      reason: input[OriginOptions.reason] ?? "")
  }
}
