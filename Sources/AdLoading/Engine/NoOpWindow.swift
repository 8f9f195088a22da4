// SPDX-License-Identifier: MIT
import AdModel

/// The places where the viewport passes no edge that matters, and the time for which nothing else
/// is due: a check there finds nothing to do, which makes it the cheapest of all.
struct NoOpWindow: Sendable {
  /// Kept away from the edges, in points: more than rounding can amount to within ``reach``.
  private static let margin = 0x1p-10
  /// How far from the origin the zones may lie, and how far they may move, in points.
  private static let reach = 0x1p30

  private let highest: Double
  private let lowest: Double
  /// When something is due wherever the viewport is, in milliseconds.
  let end: Int64

  /// Describes the surroundings of a viewport; there are none too far from the origin.
  /// - Parameters:
  ///   - viewport: The viewport of a check that left nothing to do.
  ///   - room: How far they may move before an edge that matters is passed.
  ///   - end: When something is due wherever the viewport is, in milliseconds.
  init?(around viewport: AdRect, zones: LoadingZones, room: FrameIndex.Room, until end: Int64) {
    guard zones.unload.top > -Self.reach, zones.unload.bottom < Self.reach else { return nil }
    highest = viewport.y - min(room.up, Self.reach) + Self.margin
    lowest = viewport.y + min(room.down, Self.reach) - Self.margin
    self.end = end
  }

  /// Whether a viewport that stands here may become another without anything to do.
  func allows(_ new: AdRect?, from old: AdRect?) -> Bool {
    guard let new, let old else { return false }
    return new.height == old.height && new.x == old.x && new.width == old.width
      && highest <= new.y && new.y <= lowest
  }
}
