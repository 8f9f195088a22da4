// SPDX-License-Identifier: MIT
import AdModel

/// A slot, as the page keeps it.
struct HostedSlot: Sendable {
  var described: AdSlot?
  var size: SlotSize
  /// Whether the size is what an ad reported, or what the lack of one left.
  var isReported = false
  var view: ViewID?

  init(size: SlotSize) { self.size = size }
}
