// SPDX-License-Identifier: MIT
public import AdModel

/// The size of an ad's place in a page: the creative, and the label above it.
public struct SlotSize: Hashable, Sendable {
  /// How long a change of size takes, in milliseconds; it eases in and out.
  public static let animationDuration: Int64 = 200

  /// The size of the creative in points; empty where the slot has collapsed.
  public let creative: CreativeSize
  /// The height of the label above the creative in points, 0 where none is shown.
  public let labelHeight: Double

  /// Whether no ad came, so that the label's room stays and nothing is written in it.
  var isWithoutLabel = false

  /// Whether the label is written.
  public var showsLabel: Bool { labelHeight > 0 && !isWithoutLabel }
  /// The height of both together, in points.
  public var height: Double { creative.height + labelHeight }
  /// The width in points.
  public var width: Double { creative.width }
  /// Whether the slot takes no room.
  public var isCollapsed: Bool { creative.height <= 0 }

  /// The size without an ad: as wide, and without height.
  var collapsed: SlotSize { SlotSize(width: width) }

  private init(width: Double) {
    creative = CreativeSize(width: width, height: 0)
    labelHeight = 0
  }

  init(creative: CreativeSize, label: AdLabel) {
    self.creative = creative
    // A line of text is some 1.2 times as high as its font is large.
    labelHeight = label.isShown ? (label.fontSize * 1.2).rounded(.up) : 0
  }

  /// The part of a slot's frame that the creative has.
  func creativeFrame(of frame: AdRect) -> AdRect {
    AdRect(
      x: frame.x, y: frame.y + labelHeight, width: frame.width,
      height: max(frame.height - labelHeight, 0))
  }

  /// Where the creative of a slot at a place is; one that has collapsed counts as a point wide and
  /// high, so that it can be near.
  func loadingFrame(of slot: AdRect) -> AdRect {
    var frame = creativeFrame(of: slot)
    if isCollapsed {
      frame.width = max(frame.width, 1)
      frame.height = max(frame.height, 1)
    }
    return frame
  }
}
