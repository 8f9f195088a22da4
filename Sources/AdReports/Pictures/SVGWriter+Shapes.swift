// SPDX-License-Identifier: MIT

/// What the pictures are made of, each in a class of its style; an empty one is left out.
extension SVGWriter {
  typealias Point = (x: Double, y: Double)

  /// Begins a picture with its title and a line below it.
  init(width: Double, height: Double, title: String, subtitle: String, css: String, name: String) {
    self.init(
      width: width, height: height, title: "\(title). \(subtitle)", css: css, name: name)
    words(title, "title", 24, 34)
    words(subtitle, "faint", 24, 54)
  }

  mutating func words(
    _ text: String, _ style: String, _ x: Double, _ y: Double, tooltip: String? = nil
  ) {
    element(
      "text", ["class": .text(style), "x": .number(x), "y": .number(y)], tooltip: tooltip,
      text: text)
  }

  mutating func line(_ style: String, _ start: Point, _ end: Point, tooltip: String? = nil) {
    element(
      "line",
      [
        "class": .text(style), "x1": .number(start.x), "y1": .number(start.y),
        "x2": .number(end.x), "y2": .number(end.y),
      ], tooltip: tooltip)
  }

  mutating func rectangle(
    _ style: String, _ x: Double, _ y: Double, width: Double, height: Double,
    opacity: Double? = nil, tooltip: String? = nil
  ) {
    element(
      "rect",
      [
        "class": .text(style), "fill-opacity": opacity.map(Value.number) ?? "", "x": .number(x),
        "y": .number(y),
        "width": .number(width), "height": .number(height),
      ], tooltip: tooltip)
  }

  mutating func circle(_ style: String, _ middle: Point, radius: Double, tooltip: String? = nil) {
    element(
      "circle",
      [
        "class": .text(style), "cx": .number(middle.x), "cy": .number(middle.y),
        "r": .number(radius),
      ], tooltip: tooltip)
  }

  mutating func polygon(_ style: String, _ points: [Point], tooltip: String? = nil) {
    path("polygon", style, points, tooltip)
  }

  mutating func polyline(_ style: String, _ points: [Point]) {
    path("polyline", style, points, nil)
  }

  /// A square that stands on a corner.
  mutating func diamond(
    _ style: String, _ middle: Point, radius: Double, tooltip: String? = nil
  ) {
    let (x, y) = middle
    polygon(
      style, [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)], tooltip: tooltip)
  }

  private mutating func path(
    _ shape: String, _ style: String, _ points: [Point], _ tooltip: String?
  ) {
    let places = points.map { "\(Self.written($0.x)),\(Self.written($0.y))" }
    element(
      shape, ["class": .text(style), "points": .text(places.joined(separator: " "))],
      tooltip: tooltip)
  }

  // MARK: Axes and legends

  /// Upright lines with their labels below.
  /// - Parameter place: Where a value stands.
  mutating func axis(
    across axis: AxisTicks, y: ClosedRange<Double>, place: (_ value: Double) -> Double
  ) {
    for tick in axis.ticks {
      let x = place(tick.value)
      line("grid", (x, y.lowerBound), (x, y.upperBound + 4))
      words(tick.label, "tick middle", x, y.upperBound + 18)
    }
  }

  /// Level lines with their labels to the left.
  /// - Parameters:
  ///   - label: Writes a value where the axis's own label does not serve.
  ///   - place: Where a value stands.
  mutating func axis(
    upwards axis: AxisTicks, x: ClosedRange<Double>, label: ((Double) -> String)? = nil,
    place: (_ value: Double) -> Double
  ) {
    for tick in axis.ticks {
      let y = place(tick.value)
      line("grid", (x.lowerBound - 4, y), (x.upperBound, y))
      words(label?(tick.value) ?? tick.label, "tick end", x.lowerBound - 8, y + 4)
    }
  }

  /// One entry of a legend: a sample with words beside it; the next entry stands behind it.
  mutating func legend(
    _ style: String, _ words: String, height: Double, at x: inout Double, row: Double
  ) {
    rectangle(style, x, row - height / 2, width: 22, height: height)
    self.words(words, "", x + 28, row + 4)
    x += 50 + Double(words.count) * 6.6
  }

  /// What all pictures look like, and how they do on a dark screen; every rule holds in the picture
  /// alone, for it stands in pages that have others.
  /// - Parameter dark: Its own rules for a dark screen; nil where it is light everywhere.
  static func style(of name: String, _ css: String, dark: String? = nil) -> String {
    let light = """
      .\(name) text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
      fill:#222}.\(name) .title{font-size:17px;font-weight:600}.\(name) .faint{fill:#666}\
      .\(name) .tick{fill:#666;font-size:11px}.\(name) .middle{text-anchor:middle}\
      .\(name) .end{text-anchor:end}.\(name) .grid{stroke:#e3e3e3}\(css)
      """
    guard let dark else { return light }
    return """
      \(light)@media screen and (prefers-color-scheme:dark){.\(name) .paper{fill:#1e2329}\
      .\(name) text{fill:#e8eaed}.\(name) .faint,.\(name) .tick{fill:#a3abb5}\
      .\(name) .grid{stroke:#363d46}\(dark)}
      """
  }
}
