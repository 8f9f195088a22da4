// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// A layout of the page. Where the page is scrolled for it, it waits for the viewport that follows: between
/// the two nobody sees anything.
struct HeldLayout: Sendable {
  /// How long it waits, in milliseconds: hosts scroll at once, or not at all.
  static let patience: Int64 = 20

  /// When it is told even so, in milliseconds.
  let until: Int64
  /// Where creatives are now.
  var frames: [AdFrame] = []
  /// Those of which something can be seen again: the engine hears of that once it knows where they are.
  var shown: [AdUnitID] = []

  init(until: Int64) { self.until = until }

  /// The layout with one that comes before it was told.
  func followed(by next: HeldLayout) -> HeldLayout {
    var both = self
    both.frames += next.frames
    both.shown += next.shown
    return both
  }
}
