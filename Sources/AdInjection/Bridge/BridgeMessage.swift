// SPDX-License-Identifier: MIT
package import AdModel

/// A message from a page, checked and typed.
package enum BridgeMessage: Equatable, Sendable {
  /// How serious a console line is.
  package enum ConsoleLevel: String, Sendable, CaseIterable {
    case log, info, warn, error, debug
  }

  /// A line of the page's console.
  case console(level: ConsoleLevel, message: String)
  /// The ad reported its size in points, whatever it may have.
  case adSize(CreativeSize)
  /// The page was parsed.
  case parsed
  /// The page has an ad tag, which tells what becomes of its slots.
  case tagReady
  /// The ad tag had an ad for the slot, of this size in points where it has one.
  case filled(slotID: String, size: CreativeSize?)
  /// The creative of the slot is there.
  case rendered(slotID: String)
  /// The ad tag had no ad for the slot; the time is the page's clock, in milliseconds.
  case noFill(slotID: String, pageTime: Int64)
  /// The ad tag counts the impression as viewable; the time is the page's clock, in milliseconds.
  case impressionViewable(slotID: String, pageTime: Int64)
  /// The visible part of a slot changed, 0 to 100 percent; debugging only.
  case slotVisibilityChanged(slotID: String, visiblePercent: Double, pageTime: Int64)
}
