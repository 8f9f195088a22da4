// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate

/// How a publisher signs: for how long, and by how many keys. What is not said stays as it was
/// published last.
struct SigningTerms {
  /// How long the metadata of a role is good for where nobody says, in days.
  private static let standardDays: [SigningKeys.Role: Int64] = [
    .root: 365, .targets: 90, .snapshot: 90, .timestamp: 30,
  ]

  /// A role with a number, as options give it.
  struct Choice: Sendable {
    let role: SigningKeys.Role
    let number: Int64
  }

  private let days: [SigningKeys.Role: Int64]
  private let thresholds: [SigningKeys.Role: Int64]

  /// Takes what was chosen, of several for a role the last.
  init(days: [Choice] = [], thresholds: [Choice] = []) {
    self.days = Dictionary(days.map { ($0.role, $0.number) }) { $1 }
    self.thresholds = Dictionary(thresholds.map { ($0.role, $0.number) }) { $1 }
  }

  /// For how many days the next metadata of a role is signed.
  func days(of role: SigningKeys.Role, after last: MetadataHeader?) -> Int64 {
    days[role] ?? Self.days(of: role, last)
  }

  /// For how many days metadata was signed.
  static func days(of role: SigningKeys.Role, _ header: MetadataHeader?) -> Int64 {
    header?.days ?? standardDays[role] ?? 1
  }

  /// How many keys of a role have to sign.
  func threshold(of role: SigningKeys.Role, after last: SigningRole?) -> Int {
    thresholds[role].map(Int.init) ?? last?.threshold ?? 1
  }

  /// Whether other days were chosen than metadata was signed for.
  func change(_ header: MetadataHeader, of role: SigningKeys.Role) -> Bool {
    days[role].map { $0 != header.days } ?? false
  }

  // MARK: Age

  /// Whether metadata is good for less than half of the time that it was signed for: it is signed again.
  static func isOld(_ header: MetadataHeader, _ role: SigningKeys.Role, at now: Timestamp) -> Bool {
    header.expires < now.advanced(by: days(of: role, header) * 43_200_000)
  }

  /// Whether metadata is good for less than a third of the time that it was signed for: people are
  /// warned, for it should have been signed again.
  static func endsSoon(_ header: MetadataHeader, _ role: SigningKeys.Role, at now: Timestamp)
    -> Bool
  {
    header.expires < now.advanced(by: days(of: role, header) * 28_800_000)
  }
}
