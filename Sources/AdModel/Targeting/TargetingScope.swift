// SPDX-License-Identifier: MIT

/// The units for which a targeting key is set.
///
/// A key of a narrower scope replaces the same key of a wider one as a whole: the unit's the
/// page's, and the page's the app's. Debug targeting comes on top of all, and only while debugging.
/// These cases are all; none will be added.
public enum TargetingScope: Hashable, Sendable {
  /// Every unit of the app.
  case app
  /// Every unit of a page.
  case page(PageID)
  /// One unit.
  case unit(AdUnitID)
  /// Every unit, while debugging only.
  case debug
}
