// SPDX-License-Identifier: MIT
public import AdModel

/// Which units a list holds: those that meet every condition that is set.
public struct InventoryFilter: Hashable, Sendable {
  /// A targeting key, or a key with one value, that a unit must send.
  public struct TargetingMatch: Hashable, Sendable {
    /// The key, compared byte by byte.
    public var key: String
    /// The value, or `nil` for any.
    public var value: String?

    /// Describes what a unit must send.
    public init(key: String, value: String? = nil) {
      self.key = key
      self.value = value
    }
  }

  /// The statuses that are listed, in any order; archived units are hidden unless they are asked
  /// for.
  public var statuses: [InventoryUnit.Status]
  /// The page that the units stand on.
  public var page: PageID?
  /// The targeting sent: the unit's own, its page's and the app's taken together.
  public var targeting: [TargetingMatch]
  /// A text that the id, the page, the Ad Manager path or the notes hold; letters A to Z match
  /// their small forms.
  public var text: String?
  /// The pattern of the id, with `*`, `?` and `[…]`, compared byte by byte.
  package var idPattern: String?
  /// The pattern of the Ad Manager path, in no letter case; without `*`, `?` and `[`, the path itself
  /// and what stands below it.
  package var pathPattern: String?
  /// The declared sizes, all of which a unit has.
  package var sizes: [DeclaredSize] = []

  /// All units that are not archived.
  public static let standard = InventoryFilter()
  /// All units, archived ones too.
  package static let everything = InventoryFilter(statuses: InventoryUnit.Status.allCases)

  /// Describes a list; what is not named does not limit it.
  public init(
    statuses: [InventoryUnit.Status] = [.active, .paused], page: PageID? = nil,
    targeting: [TargetingMatch] = [], text: String? = nil
  ) {
    self.statuses = statuses
    self.page = page
    self.targeting = targeting
    self.text = text
  }
}
