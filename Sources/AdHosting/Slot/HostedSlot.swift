// SPDX-License-Identifier: MIT
import AdModel

/// A slot, as the page keeps it.
struct HostedSlot: Sendable {
  /// What the app says of a slot, kept apart from it: slots are looked at in every step of a scroll, and what is
  /// looked at is copied.
  private final class Description: Sendable {
    let slot: AdSlot
    init(_ slot: AdSlot) { self.slot = slot }
  }

  private var description: Description?
  /// What the app says of the slot.
  var described: AdSlot? {
    get { description?.slot }
    set { description = newValue.map { Description($0) } }
  }
  var size: SlotSize
  /// Whether the size is what an ad reported, or what the lack of one left.
  var isReported = false
  var view: ViewID?
  /// Where the slot is, label included; nil where nobody said.
  var frame: AdRect?
  /// What of it is neither clipped nor covered, from its top left corner; nil for all of it.
  var parts: [AdRect]?
  /// The same from the creative's corner, as the engine was told it.
  var toldParts: [AdRect]?

  init(size: SlotSize) { self.size = size }

  /// Whether it has neither a place nor an ad that waits for one.
  var isGone: Bool { frame == nil && view == nil }
}
