// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// One chart of a ``TradeOffPicture``: wasted fetches to the right, something else upwards.
struct TradeOffChart {
  /// One threshold set.
  struct Point: Hashable {
    /// How it is drawn.
    enum Kind: Hashable {
      /// As one of those to choose from.
      case candidate
      /// As the one that holds today.
      case own
      /// As a dot without a name.
      case beaten
    }

    let wasted: Double
    let height: Double
    let label: String
    var kind = Kind.candidate
  }

  /// The content of a chart.
  struct Content {
    let title: String
    let points: [Point]
    /// Whether a higher point is a better one.
    let upIsGood: Bool
    /// What the height says, in a tooltip.
    var what = ""
    let unit: String
  }

  /// How far the zeros stand from the frame, in pixels, so that points there are seen whole.
  private static let inset = 16.0

  private let content: Content
  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>
  private let across: AxisTicks
  private let upwards: AxisTicks
  private let spans: (across: Double, upwards: Double)

  /// Prepares a chart.
  /// - Parameters:
  ///   - content: What it shows.
  ///   - x: The left and the right edge, in pixels.
  ///   - y: The upper and the lower edge, in pixels.
  init(_ content: Content, x: ClosedRange<Double>, y: ClosedRange<Double>) {
    self.content = content
    self.x = x
    self.y = y
    // Some room beyond the outermost points, so that none sits at the edge.
    let most = content.points.map(\.wasted).max() ?? 0
    let highest = content.points.map(\.height).max() ?? 0
    spans = (max(most * 1.15, 1), max(highest * 1.15, 1))
    across = AxisTicks(0...spans.across, atMost: 8)
    upwards = AxisTicks(0...spans.upwards, atMost: 8)
  }

  func draw(_ svg: inout SVGWriter) {
    drawAxes(&svg)
    var labels = LabelPlacement(x: x, y: y)
    for point in content.points where point.kind == .own { drawBetter(than: point, &svg) }
    for point in content.points where point.kind == .beaten {
      let place = place(point)
      svg.element(
        "circle",
        ["class": "beaten", "cx": .number(place.x), "cy": .number(place.y), "r": 2])
    }
    let points = content.points.filter { $0.kind != .beaten }
      .map { (point: $0, place: place($0)) }
    for (_, place) in points { labels.keepFree(around: place) }
    for (point, place) in points.sorted(by: { $0.place.y < $1.place.y }) {
      let label = labels.place(point.label, beside: place)
      if label.isAway {
        svg.element(
          "line",
          [
            "class": "lead", "x1": .number(place.x), "y1": .number(place.y),
            "x2": .number(label.x + (label.x < place.x ? label.width : 0)),
            "y2": .number(label.y - 4),
          ])
      }
      if point.kind == .own {
        let (x, y) = place
        let corners = [(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)]
          .map { "\(SVGWriter.written($0.0)),\(SVGWriter.written($0.1))" }
        svg.element(
          "polygon", ["class": "own", "points": .text(corners.joined(separator: " "))],
          tooltip: words(for: point))
      } else {
        svg.element(
          "circle",
          [
            "class": isBest(point) ? "best" : "point", "cx": .number(place.x),
            "cy": .number(place.y), "r": 5,
          ], tooltip: words(for: point))
      }
      svg.element("text", ["x": .number(label.x), "y": .number(label.y)], text: point.label)
    }
  }

  /// What is better than a point in both respects, as a shade.
  private func drawBetter(than point: Point, _ svg: inout SVGWriter) {
    let place = place(point)
    let top = content.upIsGood ? y.lowerBound : place.y
    let bottom = content.upIsGood ? place.y : y.upperBound
    svg.element(
      "rect",
      [
        "class": "better", "x": .number(x.lowerBound), "y": .number(top),
        "width": .number(place.x - x.lowerBound), "height": .number(bottom - top),
      ])
  }

  private func drawAxes(_ svg: inout SVGWriter) {
    svg.element(
      "text",
      ["class": "name", "x": .number(x.lowerBound - 32), "y": .number(y.lowerBound - 12)],
      text: content.title)
    for tick in across.ticks {
      let place = x(tick.value)
      line(&svg, "grid", (place, y.lowerBound), (place, y.upperBound + 4))
      svg.element(
        "text", ["class": "tick middle", "x": .number(place), "y": .number(y.upperBound + 18)],
        text: tick.label)
    }
    for tick in upwards.ticks {
      let place = y(tick.value)
      line(&svg, "grid", (x.lowerBound - 4, place), (x.upperBound, place))
      svg.element(
        "text", ["class": "tick end", "x": .number(x.lowerBound - 8), "y": .number(place + 4)],
        text: tick.label)
    }
    line(&svg, "axis", (x.lowerBound, y.lowerBound), (x.lowerBound, y.upperBound))
    line(&svg, "axis", (x.lowerBound, y.upperBound), (x.upperBound, y.upperBound))
    svg.element(
      "text",
      [
        "class": "faint middle", "x": .number((x.lowerBound + x.upperBound) / 2),
        "y": .number(y.upperBound + 38),
      ], text: "Wasted fetches (never displayed)")
  }

  private func line(
    _ svg: inout SVGWriter, _ name: String, _ start: (Double, Double), _ end: (Double, Double)
  ) {
    svg.element(
      "line",
      [
        "class": .text(name), "x1": .number(start.0), "y1": .number(start.1),
        "x2": .number(end.0), "y2": .number(end.1),
      ])
  }

  private func x(_ wasted: Double) -> Double {
    x.lowerBound + Self.inset + wasted / spans.across * (x.upperBound - x.lowerBound - Self.inset)
  }

  private func y(_ height: Double) -> Double {
    y.upperBound - Self.inset
      - height / spans.upwards * (y.upperBound - y.lowerBound - Self.inset)
  }

  private func place(_ point: Point) -> (x: Double, y: Double) {
    (x(point.wasted), y(point.height))
  }

  private func words(for point: Point) -> String {
    let height = ((point.height * 10).rounded() / 10).formatted
    return "\(point.label): \(point.wasted.formatted) wasted fetches, "
      + "\(content.what) \(height)\(content.unit)"
  }

  /// Whether no other point is at least as good in both respects and better in one.
  private func isBest(_ point: Point) -> Bool {
    func gain(_ point: Point) -> Double { content.upIsGood ? point.height : -point.height }
    return !content.points.contains { other in
      other.wasted <= point.wasted && gain(other) >= gain(point)
        && (other.wasted < point.wasted || gain(other) > gain(point))
    }
  }
}
