// SPDX-License-Identifier: MIT
public import AdModel

/// Which lines of the change log are read: those that meet every condition that is set.
public struct ChangeFilter: Hashable, Sendable {
  /// The kinds of things that were changed; none stands for all.
  public var nouns: Set<InventoryChange.Noun>
  /// What was changed: an ad unit, a page, a setting, or the scope `app` or `debug`. The lines of a
  /// unit or a page from before it was renamed are found under its present name, too.
  public var name: String?
  /// Who made the change, letter by letter.
  public var actor: String?
  /// The earliest time.
  public var since: Timestamp?
  /// The time before which it was made.
  public var until: Timestamp?

  /// Every line.
  public static let all = ChangeFilter()

  /// Describes lines; what is not named does not limit them.
  public init(
    nouns: Set<InventoryChange.Noun> = [], name: String? = nil, actor: String? = nil,
    since: Timestamp? = nil, until: Timestamp? = nil
  ) {
    self.nouns = nouns
    self.name = name
    self.actor = actor
    self.since = since
    self.until = until
  }
}
