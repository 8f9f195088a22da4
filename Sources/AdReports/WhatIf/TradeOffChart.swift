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
      svg.circle("beaten", place(point), radius: 2)
    }
    let points = content.points.filter { $0.kind != .beaten }
      .map { (point: $0, place: place($0)) }
    for (_, place) in points { labels.keepFree(around: place) }
    for (point, place) in points.sorted(by: { $0.place.y < $1.place.y }) {
      let label = labels.place(point.label, beside: place)
      if label.isAway {
        svg.line("lead", place, (label.x + (label.x < place.x ? label.width : 0), label.y - 4))
      }
      if point.kind == .own {
        svg.diamond("own", place, radius: 7, tooltip: words(for: point))
      } else {
        svg.circle(
          isBest(point) ? "best" : "point", place, radius: 5, tooltip: words(for: point))
      }
      svg.words(point.label, "", label.x, label.y)
    }
  }

  /// What is better than a point in both respects, as a shade.
  private func drawBetter(than point: Point, _ svg: inout SVGWriter) {
    let place = place(point)
    let top = content.upIsGood ? y.lowerBound : place.y
    let bottom = content.upIsGood ? place.y : y.upperBound
    svg.rectangle("better", x.lowerBound, top, width: place.x - x.lowerBound, height: bottom - top)
  }

  private func drawAxes(_ svg: inout SVGWriter) {
    svg.words(content.title, "name", x.lowerBound - 32, y.lowerBound - 12)
    svg.axis(across: across, y: y, place: x(_:))
    svg.axis(upwards: upwards, x: x, place: y(_:))
    let corner = (x.lowerBound, y.upperBound)
    svg.line("axis", (x.lowerBound, y.lowerBound), corner)
    svg.line("axis", corner, (x.upperBound, y.upperBound))
    svg.words(
      "Wasted fetches (never seen)", "faint middle", (x.lowerBound + x.upperBound) / 2,
      y.upperBound + 38)
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
