// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

extension TimelinePicture {
  /// A viewport that is told again after so many milliseconds stood still until just before.
  private static let pause: Int64 = 50
  /// The most frames that are drawn of ads without a lane; more would hide everything else.
  private static let mostOthers = 80

  /// The part above: the page's height over time.
  func drawPage(_ svg: inout SVGWriter) {
    let (top, bottom) = (pageTop, pageTop + Self.pageHeight)
    let scale = PageScale(timeline, top: top, height: Self.pageHeight)
    svg.element(
      "text",
      [
        "class": "faint middle", "x": .number(left - 62), "y": .number((top + bottom) / 2),
        "transform": .text(
          "rotate(-90 \(SVGWriter.written(left - 62)) \(SVGWriter.written((top + bottom) / 2)))"),
      ], text: "Position on the page, points")
    svg.axis(across: times, y: top...bottom, place: x)
    svg.axis(upwards: scale.ticks, x: left...Self.right, place: scale.y)
    // Its own coordinate system cuts off what lies beyond, without a name that others could have.
    svg.open(
      "svg",
      [
        "x": .number(left), "y": .number(top), "width": .number(Self.right - left),
        "height": .number(Self.pageHeight),
        "viewBox": .text(
          [left, top, Self.right - left, Self.pageHeight].map(SVGWriter.written)
            .joined(separator: " ")),
      ])
    let bands = timeline.conditions == nil ? [] : self.bands(scale)
    drawZones(bands, &svg)
    drawOthers(&svg, scale)
    drawFrames(&svg, scale)
    if timeline.conditions == nil {
      drawMoments(&svg, scale)
    } else {
      drawViewportPath(bands, &svg)
      drawChanges(&svg, from: top, to: bottom)
    }
    svg.close()
  }

  // MARK: The viewport and its zones

  /// A stretch of the scroll during which the viewport was shown and the distances stayed.
  private struct Band {
    /// For each of the zones, in their order, its edges over time.
    var edges: [[BandPoint]]
  }

  private func bands(_ scale: PageScale) -> [Band] {
    guard let distances = timeline.conditions?.distances else { return [] }
    return distances.flatMap { held in
      shownStretches(from: held.start, to: held.end).map { stretch in
        let points = stretch.map { sample, viewport in
          BandPoint(
            x: x(Double(sample)), upper: scale.y(viewport.y), lower: scale.y(viewport.maxY))
        }.thinned()
        return Band(
          edges: Self.zones.map { zone in
            guard zone.name != "viewport" else { return points }
            guard zone.name != "unloadZone" || held.value.thresholds.unloadingEnabled else {
              return []
            }
            guard held.value.thresholds.prediction == 0 else {
              return led(zone, stretch, by: held.value, scale)
            }
            return points.compactMap { point in
              let (upper, lower) = (scale.position(point.upper), scale.position(point.lower))
              let viewport = AdRect(x: 0, y: upper, width: 1, height: max(lower - upper, 1))
              return LoadingZones(
                viewport: viewport, thresholds: held.value.thresholds, remote: held.value.remote
              ).map { zones in
                let span = zone.span(viewport, zones)
                return BandPoint(x: point.x, upper: scale.y(span.top), lower: scale.y(span.bottom))
              }
            }
          })
      }
    }
  }

  /// A zone that leads ahead of the scroll, for an ad that stands on the page.
  private func led(
    _ zone: Zone, _ stretch: [(time: Int64, viewport: AdRect)], by inForce: DistancesInForce,
    _ scale: PageScale
  ) -> [BandPoint] {
    var speeds = PageSpeeds(under: inForce.thresholds)
    var last: AdRect?
    return stretch.compactMap { time, viewport -> BandPoint? in
      speeds.move(from: last, to: viewport, at: time)
      last = viewport
      return LoadingZones(
        viewport: viewport, thresholds: inForce.thresholds, remote: inForce.remote,
        speed: speeds.speed(at: time)
      ).map { zones in
        let span = zone.span(viewport, zones)
        return BandPoint(x: x(Double(time)), upper: scale.y(span.top), lower: scale.y(span.bottom))
      }
    }.thinned()
  }

  /// The viewport between two times, in parts without a time in which it was not shown. What is told
  /// in quick order is a scroll, and what is told after a pause stood still until just before.
  private func shownStretches(
    from start: Int64, to end: Int64
  ) -> [[(time: Int64, viewport: AdRect)]] {
    var parts: [[(time: Int64, viewport: AdRect)]] = []
    var part: [(time: Int64, viewport: AdRect)] = []
    func close(at time: Int64) {
      if let last = part.last {
        if last.time < time { part.append((time, last.viewport)) }
        parts.append(part)
      }
      part = []
    }
    for sample in timeline.viewportPath where sample.time <= end {
      guard let viewport = sample.viewport, viewport.isFinite else {
        if sample.time > start { close(at: sample.time) } else { part = [] }
        continue
      }
      if sample.time <= start {
        part = [(start, viewport)]
      } else {
        if let last = part.last, sample.time - last.time > Self.pause {
          part.append((sample.time - 16, last.viewport))
        }
        part.append((sample.time, viewport))
      }
    }
    close(at: end)
    return parts
  }

  private func drawZones(_ bands: [Band], _ svg: inout SVGWriter) {
    for (place, zone) in Self.zones.enumerated() {
      let words = words(for: zone)
      for edges in bands.map({ $0.edges[place] }) where !edges.isEmpty {
        let upper = edges.map { ($0.x, $0.upper) }
        let lower = edges.reversed().map { ($0.x, $0.lower) }
        svg.polygon(zone.name, upper + lower, tooltip: words)
      }
    }
  }

  /// The viewport's edges over everything.
  private func drawViewportPath(_ bands: [Band], _ svg: inout SVGWriter) {
    for edges in bands.compactMap(\.edges.last) where !edges.isEmpty {
      for side in [\BandPoint.upper, \.lower] {
        svg.polyline("way", edges.map { ($0.x, $0[keyPath: side]) })
      }
    }
  }

  /// Where a session without a track knows the viewport; what lies between, nobody knows.
  private func drawMoments(_ svg: inout SVGWriter, _ scale: PageScale) {
    let known = timeline.viewportPath.compactMap { sample in
      sample.viewport.map { (time: sample.time, viewport: $0) }
    }
    svg.polyline("unknown", known.map { (x(Double($0.time)), scale.y($0.viewport.y)) })
    for (time, viewport) in known {
      let (upper, lower) = (scale.y(viewport.y), scale.y(viewport.maxY))
      svg.rectangle(
        "moment", x(Double(time)) - 1.5, upper, width: 3, height: max(lower - upper, 1),
        opacity: 0.5,
        tooltip: "viewport from \(viewport.y.formatted) to \(viewport.maxY.formatted) "
          + "points at \(Self.seconds(time))")
    }
  }

  /// Where the distances changed.
  private func drawChanges(_ svg: inout SVGWriter, from top: Double, to bottom: Double) {
    var last = -Double.infinity
    for held in timeline.conditions?.distances.dropFirst() ?? [] {
      let x = x(Double(held.start))
      guard x - last >= 1 else { continue }
      last = x
      svg.line(
        "changed", (x, top), (x, bottom),
        tooltip: "from \(Self.seconds(held.start)): \(held.value.words)")
    }
  }

  // MARK: Ads

  /// Where each ad with a lane stood, coloured by its state.
  private func drawFrames(_ svg: inout SVGWriter, _ scale: PageScale) {
    for lane in timeline.lanes {
      for stretch in lane.stretches {
        for place in lane.places where place.start < stretch.end && stretch.start < place.end {
          draw(
            place.value, from: max(place.start, stretch.start), to: min(place.end, stretch.end),
            scale, &svg, name: stretch.state.rawValue,
            opacity: stretch.state == .notLoaded ? 0.3 : 0.75,
            tooltip: Self.words(for: stretch, of: lane.unit))
        }
      }
    }
  }

  /// The outlines of the others.
  private func drawOthers(_ svg: inout SVGWriter, _ scale: PageScale) {
    let others = timeline.otherPlaces.sorted { $0.key < $1.key }
      .flatMap { unit, places in places.map { (unit, $0) } }
      .filter { scale.shows($0.1.value) }
    guard others.count <= Self.mostOthers else { return }
    for (unit, place) in others {
      draw(
        place.value, from: place.start, to: place.end, scale, &svg, name: "other", opacity: 1,
        tooltip: "\(unit): has no lane here")
    }
  }

  private func draw(
    _ rect: AdRect, from start: Int64, to end: Int64, _ scale: PageScale, _ svg: inout SVGWriter,
    name: String, opacity: Double, tooltip: String
  ) {
    guard end > start else { return }
    let (left, right) = (x(Double(start)), x(Double(end)))
    let (upper, lower) = (scale.y(rect.y), scale.y(rect.maxY))
    svg.rectangle(
      name, left, upper, width: max(right - left, 0.5), height: max(lower - upper, 2),
      opacity: opacity, tooltip: tooltip)
  }
}

/// Where positions on the page stand in the picture.
private struct PageScale {
  private let range: ClosedRange<Double>
  private let top: Double
  private let height: Double
  let ticks: AxisTicks

  /// Holds the ads that have lanes, and the viewport wherever it was.
  init(_ timeline: LoadTimeline, top: Double, height: Double) {
    let rects =
      timeline.viewportPath.compactMap(\.viewport)
      + timeline.lanes.flatMap { $0.places.map(\.value) }
    // Beyond these bounds lies no page, and a sum would lose its points.
    let edges = rects.flatMap { [$0.y, $0.maxY] }.filter { $0.magnitude < 1e12 }
    let first = edges.min() ?? 0
    range = first...max(edges.max() ?? 0, first + 1)
    self.top = top
    self.height = height
    ticks = AxisTicks(range, atMost: 7)
  }

  func y(_ position: Double) -> Double {
    top + (position - range.lowerBound) / (range.upperBound - range.lowerBound) * height
  }

  /// The position that stands at a height, the reverse of ``y(_:)``.
  func position(_ y: Double) -> Double {
    range.lowerBound + (y - top) / height * (range.upperBound - range.lowerBound)
  }

  func shows(_ rect: AdRect) -> Bool {
    rect.y <= range.upperBound && range.lowerBound <= rect.maxY
  }
}
