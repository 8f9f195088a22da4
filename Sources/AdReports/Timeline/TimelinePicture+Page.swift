// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

extension TimelinePicture {
  /// The part above: the page's height over time.
  func drawPage(_ svg: inout SVGWriter) {
    let (top, bottom) = (Self.pageTop, Self.pageTop + Self.pageHeight)
    let scale = PageScale(timeline)
    svg.element(
      "text",
      [
        "class": "faint middle", "x": 168, "y": .number((top + bottom) / 2),
        "transform": .text("rotate(-90 168 \(SVGWriter.written((top + bottom) / 2)))"),
      ], text: "Position on the page, points")
    drawTimeAxis(&svg, from: top, to: bottom)
    for tick in scale.ticks.ticks {
      let y = scale.y(tick.value)
      svg.element(
        "line",
        [
          "class": "grid", "x1": .number(Self.left - 4), "x2": .number(Self.right),
          "y1": .number(y), "y2": .number(y),
        ])
      svg.element(
        "text", ["class": "tick end", "x": .number(Self.left - 10), "y": .number(y + 4)],
        text: tick.label)
    }
    svg.open("clipPath", ["id": "page"])
    svg.element(
      "rect",
      [
        "x": .number(Self.left), "y": .number(top), "width": .number(Self.right - Self.left),
        "height": .number(Self.pageHeight),
      ])
    svg.close()
    svg.open("g", ["clip-path": "url(#page)"])
    drawZones(&svg, scale)
    drawFrames(&svg, scale)
    drawViewportPath(&svg, scale)
    svg.close()
  }

  /// The viewport and its zones as bands, straight between the recorded moments.
  private func drawZones(_ svg: inout SVGWriter, _ scale: PageScale) {
    var bands: [(name: String, words: String, upper: Points, lower: Points)] = []
    for zone in zones {
      var (upper, lower): (Points, Points) = ([], [])
      for sight in moments {
        guard
          let zones = LoadingZones(
            viewport: sight.viewport, thresholds: thresholds, remote: remote)
        else { continue }
        let span = zone.span(sight.viewport, zones)
        upper.append((x(Double(sight.time)), scale.y(span.top)))
        lower.append((x(Double(sight.time)), scale.y(span.bottom)))
      }
      bands.append((zone.name, zone.words, upper, lower))
    }
    for band in bands where !band.upper.isEmpty {
      svg.element(
        "polygon",
        [
          "class": .text(band.name),
          "points": .text(Self.written(band.upper + band.lower.reversed())),
        ], tooltip: band.words)
    }
  }

  private func drawFrames(_ svg: inout SVGWriter, _ scale: PageScale) {
    for lane in timeline.lanes {
      for stretch in lane.stretches where stretch.end > stretch.start {
        let (start, end) = (x(Double(stretch.start)), x(Double(stretch.end)))
        let (upper, lower) = (scale.y(stretch.frame.y), scale.y(stretch.frame.maxY))
        svg.element(
          "rect",
          [
            "class": .text(stretch.state.rawValue), "fill-opacity": .number(0.75),
            "x": .number(start), "y": .number(upper), "width": .number(max(end - start, 0.5)),
            "height": .number(max(lower - upper, 2)),
          ], tooltip: Self.words(for: stretch, of: lane.unit))
      }
    }
  }

  /// The viewport's edges over everything, with a dot where they were recorded.
  private func drawViewportPath(_ svg: inout SVGWriter, _ scale: PageScale) {
    for edge in [\AdRect.y, \AdRect.maxY] {
      let points = moments.map { (x(Double($0.time)), scale.y($0.viewport[keyPath: edge])) }
      svg.element("polyline", ["class": "way", "points": .text(Self.written(points))])
    }
    for sight in timeline.viewportPath {
      svg.element(
        "circle",
        [
          "class": "moment", "cx": .number(x(Double(sight.time))),
          "cy": .number(scale.y(sight.viewport.y)), "r": 2,
        ],
        tooltip: "viewport from \(sight.viewport.y.formatted) to \(sight.viewport.maxY.formatted) "
          + "points at \(Self.seconds(sight.time))")
    }
  }

  private typealias Points = [(Double, Double)]

  /// The recorded moments, and the beginning and the end of the session.
  private var moments: [LoadTimeline.ViewportSample] {
    guard let first = timeline.viewportPath.first, let last = timeline.viewportPath.last else {
      return []
    }
    return [.init(time: 0, viewport: first.viewport)] + timeline.viewportPath
      + [.init(time: timeline.duration, viewport: last.viewport)]
  }
}

/// Where positions on the page stand in the picture.
private struct PageScale {
  private let range: ClosedRange<Double>
  let ticks: AxisTicks

  /// Holds every ad and the viewport wherever it was.
  init(_ timeline: LoadTimeline) {
    let rects =
      timeline.viewportPath.map(\.viewport) + timeline.lanes.flatMap { $0.stretches.map(\.frame) }
    // Beyond these bounds lies no page, and a sum would lose its points.
    let edges = rects.flatMap { [$0.y, $0.maxY] }.filter { $0.magnitude < 1e12 }
    let top = edges.min() ?? 0
    range = top...max(edges.max() ?? 0, top + 1)
    ticks = AxisTicks(range, atMost: 7)
  }

  func y(_ position: Double) -> Double {
    TimelinePicture.pageTop
      + (position - range.lowerBound) / (range.upperBound - range.lowerBound)
      * TimelinePicture.pageHeight
  }
}
