// SPDX-License-Identifier: MIT
import AdLoading
package import AdModel

/// Draws a session as SVG: above, where the ads stood on the page and how the viewport with its
/// zones went past them; below, a lane for each ad, coloured by state.
///
/// States differ in height as well as in colour, and the colours are those of Okabe and Ito, which
/// people with any colour vision can tell apart.
package struct TimelinePicture {
  let timeline: LoadTimeline
  let thresholds: LoadingThresholds
  let remote: RemoteThresholds?
  let title: String
  let subtitle: String
  let times: AxisTicks

  static let width = 1_200.0
  static let left = 230.0
  static let right = width - 30
  static let pageTop = 128.0
  static let pageHeight = 300.0
  static let lanesTop = pageTop + pageHeight + 46
  static let laneHeight = 22.0

  /// Prepares a picture.
  /// - Parameters:
  ///   - timeline: The session.
  ///   - thresholds: The distances of the zones.
  ///   - remote: Percentages that win over the distances.
  ///   - title: The first line.
  ///   - subtitle: The second line.
  package init(
    _ timeline: LoadTimeline, thresholds: LoadingThresholds, remote: RemoteThresholds? = nil,
    title: String, subtitle: String
  ) {
    self.timeline = timeline
    self.thresholds = thresholds
    self.remote = remote
    self.title = title
    self.subtitle = subtitle
    times = AxisTicks(duration: timeline.duration, atMost: 12)
  }

  /// The document; the same session gives the same bytes.
  /// - Complexity: O(n) in the transitions.
  package var svg: String {
    let bottom = Self.lanesTop + Double(max(timeline.lanes.count, 1)) * Self.laneHeight
    var writer = SVGWriter(
      width: Self.width, height: bottom + 56, title: "\(title). \(subtitle)", css: Self.css)
    writer.element("text", ["class": "title", "x": 24, "y": 34], text: title)
    writer.element("text", ["class": "faint", "x": 24, "y": 54], text: subtitle)
    drawLegend(&writer)
    drawPage(&writer)
    drawLanes(&writer, bottom: bottom)
    return writer.finished()
  }

  /// Where a time stands, in pixels.
  func x(_ time: Double) -> Double {
    Self.left + time / Double(max(timeline.duration, 1)) * (Self.right - Self.left)
  }

  // MARK: Lanes

  private func drawLanes(_ svg: inout SVGWriter, bottom: Double) {
    drawTimeAxis(&svg, from: Self.lanesTop, to: bottom)
    svg.element(
      "text",
      [
        "class": "faint middle", "x": .number((Self.left + Self.right) / 2),
        "y": .number(bottom + 42),
      ], text: "Time since the session began")
    if timeline.lanes.isEmpty {
      svg.element(
        "text",
        ["class": "faint", "x": .number(Self.left + 8), "y": .number(Self.lanesTop + 15)],
        text: "No ad changed its state in this session.")
    }
    for (index, lane) in timeline.lanes.enumerated() {
      draw(lane, around: Self.lanesTop + (Double(index) + 0.5) * Self.laneHeight, &svg)
    }
  }

  private func draw(_ lane: LoadTimeline.Lane, around middle: Double, _ svg: inout SVGWriter) {
    svg.element(
      "text",
      ["class": "end", "x": .number(Self.left - 10), "y": .number(middle + 4)],
      tooltip: lane.unit.rawValue, text: lane.unit.rawValue.shortened(to: 30))
    for stretch in lane.stretches where stretch.end > stretch.start {
      let height = Self.thickness(stretch.state)
      let (start, end) = (x(Double(stretch.start)), x(Double(stretch.end)))
      svg.element(
        "rect",
        [
          "class": .text(stretch.state.rawValue), "x": .number(start),
          "y": .number(middle - height / 2), "width": .number(max(end - start, 0.5)),
          "height": .number(height),
        ], tooltip: Self.words(for: stretch, of: lane.unit))
    }
    for time in lane.viewable {
      drawDiamond(
        &svg, x(Double(time)), middle,
        tooltip: "\(lane.unit): viewable (estimated) at \(Self.seconds(time))")
    }
  }

  func drawDiamond(
    _ svg: inout SVGWriter, _ x: Double, _ y: Double, tooltip: String? = nil
  ) {
    let points = [(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)]
    svg.element(
      "polygon", ["class": "viewable", "points": .text(Self.written(points))], tooltip: tooltip)
  }

  // MARK: Axis

  /// Upright lines with their times below.
  func drawTimeAxis(_ svg: inout SVGWriter, from top: Double, to bottom: Double) {
    for tick in times.ticks {
      let x = x(tick.value)
      svg.element(
        "line",
        [
          "class": "grid", "x1": .number(x), "x2": .number(x), "y1": .number(top),
          "y2": .number(bottom + 4),
        ])
      svg.element(
        "text", ["class": "tick middle", "x": .number(x), "y": .number(bottom + 18)],
        text: tick.label)
    }
  }

  // MARK: Words

  static func words(for stretch: LoadTimeline.Stretch, of unit: AdUnitID) -> String {
    let cause = stretch.cause.map { ", \($0.rawValue)" } ?? ""
    return "\(unit): \(stretch.state.rawValue) from \(seconds(stretch.start)) "
      + "to \(seconds(stretch.end))\(cause)"
  }

  static func seconds(_ time: Int64) -> String { "\((Double(time) / 1000).formatted) s" }

  static func written(_ points: [(Double, Double)]) -> String {
    points.map { "\(SVGWriter.written($0.0)),\(SVGWriter.written($0.1))" }.joined(separator: " ")
  }

  static func thickness(_ state: LoadState) -> Double {
    switch state {
    case .notLoaded: 2
    case .unloaded: 5
    case .fetched: 10
    case .displayed: 16
    }
  }

  private static let css = """
    text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;fill:#222}\
    .title{font-size:17px;font-weight:600}.faint{fill:#666}.tick{fill:#666;font-size:11px}\
    .middle{text-anchor:middle}.end{text-anchor:end}.grid{stroke:#e3e3e3}\
    .notLoaded{fill:#b0b0b0}.fetched{fill:#e69f00}.displayed{fill:#0072b2}.unloaded{fill:#cc79a7}\
    .viewable{fill:#fff;stroke:#000;stroke-width:1.2}\
    .unloadZone{fill:#f1efe4}.fetchZone{fill:#e2dfcd}.displayZone{fill:#cfcab0}\
    .viewport{fill:#009e73;fill-opacity:.3}\
    .way{fill:none;stroke:#00664a;stroke-width:1.2}.moment{fill:#00664a}
    """
}
