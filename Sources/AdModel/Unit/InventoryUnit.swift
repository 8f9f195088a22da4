// SPDX-License-Identifier: MIT

/// One place for an ad: what it is called, where it stands, and how large it may be.
public struct InventoryUnit: Hashable, Identifiable, Sendable {
  /// Whether a unit is served, in the terms of Google Ad Manager.
  /// Cases may be added: `switch` over it with a `default`.
  public enum Status: String, CaseIterable, Hashable, Codable, Sendable {
    /// Served and exported.
    case active
    /// Kept in lists, not exported.
    case paused
    /// Hidden from lists, not exported, and kept for the history that refers to it.
    case archived
  }

  /// What a unit's ads are, which says how long they must be seen to count as viewable.
  /// Cases may be added: `switch` over it with a `default`.
  public enum Media: String, CaseIterable, Hashable, Codable, Sendable {
    /// Images and text: 1 second.
    case display
    /// Video: 2 seconds.
    case video
  }

  /// The id of the element that shows the ad.
  public var id: AdUnitID
  /// The page that the unit stands on, if it has one.
  public var page: PageID?
  /// Where on its page the unit stands, from 0 at the top, if that is known.
  public var position: Int?
  /// The unit's path in Google Ad Manager, if it has one.
  public var adManagerPath: AdManagerPath?
  /// What its ads are.
  public var media: Media
  /// The sizes that creatives may have, in the order in which they were declared.
  public var declaredSizes: [DeclaredSize]
  /// The limits of the container's size.
  public var constraints: SizeConstraints
  /// The text above the ad.
  public var label: AdLabel
  /// Whether the unit is served.
  public var status: Status
  /// Remarks for people; at most 65,535 characters.
  public var notes: String
  /// The lint rules that are silenced for it, with the reasons.
  package var silenced = LintSilences()

  /// Makes a unit; everything that is not named has the seeds' default.
  public init(
    id: AdUnitID, page: PageID? = nil, position: Int? = nil, adManagerPath: AdManagerPath? = nil,
    media: Media = .display, declaredSizes: [DeclaredSize] = [],
    constraints: SizeConstraints = .standard,
    label: AdLabel = .standard, status: Status = .active, notes: String = ""
  ) {
    self.id = id
    self.page = page
    self.position = position
    self.adManagerPath = adManagerPath
    self.media = media
    self.declaredSizes = declaredSizes
    self.constraints = constraints
    self.label = label
    self.status = status
    self.notes = notes
  }

  /// Refuses a declared size that is named twice.
  package func checkDeclaredSizes() throws(InvalidValue) {
    guard let repeated = declaredSizes.firstRepeated else { return }
    throw InvalidValue(
      .duplicate, field: "declared sizes", reason: "name \(repeated) twice; name each size once")
  }
}
