// SPDX-License-Identifier: MIT
package import AdModel

/// Draws where content and ads stand below each other, in one scale, as SVG: ads stand out, each box
/// says its size, and what is worth a remark stands beside its row.
package struct LayoutPicture {
  /// One thing that stands somewhere.
  package struct Box: Sendable {
    /// Its place, in points.
    let frame: AdRect
    let isAd: Bool
    /// What is written in it as far as there is room, the most important first.
    let lines: [String]
    /// The size that it was delivered in, where it was shrunk from that.
    let shrunkFrom: CreativeSize?

    /// Describes a box.
    /// - Parameters:
    ///   - frame: Its place, in points.
    ///   - lines: What is written in it, the most important first.
    ///   - shrunkFrom: The size that it was delivered in, where it was shrunk from that.
    package init(frame: AdRect, isAd: Bool, lines: [String], shrunkFrom: CreativeSize? = nil) {
      self.frame = frame
      self.isAd = isAd
      self.lines = lines
      self.shrunkFrom = shrunkFrom
    }
  }

  /// A remark beside what stands at one height.
  package struct Note: Sendable {
    let y: Double
    let text: String
    let isFault: Bool

    /// Describes a remark.
    /// - Parameter y: The height that it belongs to, in points.
    package init(y: Double, text: String, isFault: Bool = false) {
      self.y = y
      self.text = text
      self.isFault = isFault
    }
  }

  /// How many boxes are drawn; a picture of more would help nobody.
  package static let mostBoxes = 2_000

  private let title: String
  private let subtitle: String
  private let boxes: [Box]
  private let notes: [Note]
  private let width: Double
  private let drawnWidth: Double
  private let drawnHeight: Double
  private let scale: Double
  private let screen: Screen?

  /// Prepares a picture.
  /// - Parameters:
  ///   - boxes: What stands where, from top to bottom; only the first ``mostBoxes`` are drawn.
  ///   - notes: The remarks, from top to bottom.
  ///   - width: The width that is to be filled, in points.
  ///   - screen: What of it is on a screen; nil for a picture of the whole alone.
  package init(
    _ boxes: [Box], notes: [Note], width: Double, title: String, subtitle: String,
    screen: Screen? = nil
  ) {
    self.screen = screen
    self.boxes = boxes.prefix(Self.mostBoxes).filter {
      $0.frame.width > 0 && $0.frame.height > 0 && $0.frame.maxX.isFinite && $0.frame.maxY.isFinite
    }
    let bottom = self.boxes.map(\.frame.maxY).max() ?? 0
    self.notes = notes.filter { $0.y <= bottom }
    self.width = width
    self.title = title
    let left = boxes.count - min(boxes.count, Self.mostBoxes)
    self.subtitle = left > 0 ? "\(subtitle); \(left) more are not drawn" : subtitle
    // What overflows is shown, up to half as much again.
    let right =
      self.boxes.map { max($0.frame.maxX, $0.frame.x + ($0.shrunkFrom?.width ?? 0)) }
      .max() ?? width
    drawnWidth = min(max(right, width), width * 1.5)
    drawnHeight = bottom
    // A screen and its surroundings are looked at as a whole.
    scale = min(Self.scale(of: width), screen == nil ? .infinity : max(1_000 / bottom, 0.25))
  }

  private static let margin = 24.0
  /// By how much each zone is wider than the one in it.
  private static let rim = 7.0
  private var top: Double { screen == nil ? 96 : 142 }
  private static let notesWidth = 330.0

  /// Pixels per point.
  static func scale(of width: Double) -> Double { min(1.5, 760 / width) }

  /// The document; the same layout gives the same bytes.
  /// - Complexity: Linear in the number of boxes.
  package var svg: String {
    let notesLeft = Self.margin + drawnWidth * scale + (screen == nil ? 14 : 30)
    let bottom = top + drawnHeight * scale
    var svg = SVGWriter(
      width: notesLeft + Self.notesWidth, height: bottom + Self.margin,
      title: title, subtitle: subtitle, css: Self.css, name: "layout")
    drawLegend(&svg)
    drawZones(&svg)
    svg.rectangle(
      "container", Self.margin, top, width: width * scale, height: drawnHeight * scale)
    for box in boxes { draw(box, &svg) }
    for note in notes {
      svg.words(
        note.text, note.isFault ? "fault" : "faint", notesLeft, top + note.y * scale + 12)
    }
    if let screen {
      band("screen", screen.reach(0), rim: 2, &svg)
    }
    return svg.finished()
  }

  private func drawLegend(_ svg: inout SVGWriter) {
    var x = Self.margin
    var kinds = [("content", "content"), ("ad", "ad")]
    if boxes.contains(where: { $0.shrunkFrom != nil }) {
      kinds.append(("shrunk", "the size an ad was delivered in"))
    }
    for (name, words) in kinds { svg.legend(name, words, height: 12, at: &x, row: 74) }
    guard let screen else { return }
    x = Self.margin
    svg.legend("screen", "on the screen", height: 12, at: &x, row: 98)
    for (number, zone) in screen.zones.enumerated() {
      if number == 1 { x = Self.margin }
      svg.legend(zone.style, zone.words, height: 12, at: &x, row: number == 0 ? 98 : 120)
    }
  }

  /// The zones behind everything, the outermost first.
  private func drawZones(_ svg: inout SVGWriter) {
    guard let screen else { return }
    for (number, zone) in screen.zones.enumerated().reversed() {
      band(zone.style, screen.reach(zone.distance), rim: Double(number + 1) * Self.rim, &svg)
    }
  }

  /// A band across the page, as far as the page goes.
  private func band(
    _ style: String, _ reach: (top: Double, bottom: Double), rim: Double, _ svg: inout SVGWriter
  ) {
    let (from, to) = (max(reach.top, 0), min(reach.bottom, drawnHeight))
    guard from < to else { return }
    svg.rectangle(
      style, Self.margin - rim, top + from * scale, width: width * scale + 2 * rim,
      height: (to - from) * scale)
  }

  private func draw(_ box: Box, _ svg: inout SVGWriter) {
    let x = Self.margin + box.frame.x * scale
    let y = top + box.frame.y * scale
    let (width, height) = (box.frame.width * scale, box.frame.height * scale)
    svg.rectangle(
      box.isAd ? "ad" : "content", x, y, width: width, height: height,
      tooltip: box.lines.joined(separator: ", "))
    if let size = box.shrunkFrom {
      svg.rectangle("shrunk", x, y, width: size.width * scale, height: size.height * scale)
    }
    let lineHeight = 14.0
    let most = Int((height - 2) / lineHeight)
    // Letters of this font are narrower on average.
    let fitting = box.lines.prefix(max(0, most)).prefix { Double($0.count) * 6.4 < width - 4 }
    let first = y + (height - Double(fitting.count) * lineHeight) / 2 + 11
    for (index, line) in fitting.enumerated() {
      svg.words(
        line, index == 0 ? "middle" : "middle small", x + width / 2,
        first + Double(index) * lineHeight)
    }
  }

  private static let css = SVGWriter.style(
    of: "layout",
    """
    .layout .small{font-size:11px}.layout .fault{fill:#b00020;font-weight:600}\
    .layout .container{fill:none;stroke:#bbb}.layout .content{fill:#d9e6f2;stroke:#7a9fbf}\
    .layout .ad{fill:#e69f00;stroke:#8a5f00}\
    .layout .shrunk{fill:none;stroke:#8a5f00;stroke-dasharray:3 3}\
    .layout .unload{fill:#ececec;stroke:#9a9a9a}.layout .fetch{fill:#fbe3b5;stroke:#c98a1b}\
    .layout .display{fill:#c9e8cf;stroke:#3f8f54}\
    .layout .screen{fill:none;stroke:#1d1d1f;stroke-width:3}
    """)
}
