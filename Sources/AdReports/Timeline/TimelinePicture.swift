// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// Draws a session as SVG: above, where the ads stood on the page and how the viewport with its
/// zones went past them; below, consent and the app, then a lane for each ad, coloured by state.
///
/// States differ in height as well as in colour, and the colours are those of Okabe and Ito, which
/// people with any colour vision can tell apart. Light and dark as the reader's screen is.
package struct TimelinePicture {
  let timeline: LoadTimeline
  let title: String
  let subtitle: String
  let notes: [String]
  /// Whether it says what it shows, rather than the page around it.
  let isTitled: Bool
  let times: AxisTicks
  let strips: [TimelineStrip]
  /// Where lanes begin, after their names.
  let left: Double

  static let width = 1_200.0
  static let right = width - 30
  static let pageHeight = 300.0
  static let laneHeight = 22.0
  private static let stripHeight = 20.0
  private static let noteHeight = 17.0

  /// The most lanes that are drawn where nobody asks for more.
  package static let usualLanes = 40

  /// Prepares a picture.
  /// - Parameters:
  ///   - notes: Further lines, for what a reader has to know before trusting the picture.
  ///   - isTitled: Whether title and subtitle are drawn, rather than told to who cannot see it alone.
  package init(
    _ timeline: LoadTimeline, title: String, subtitle: String, notes: [String] = [],
    isTitled: Bool = true
  ) {
    self.isTitled = isTitled
    self.timeline = timeline
    self.title = title
    self.subtitle = subtitle
    self.notes = notes
    times = AxisTicks(duration: timeline.duration, atMost: 12)
    strips = timeline.conditions.map(TimelineStrip.strips) ?? []
    // A report is read on phones, too: names take no more than they need.
    let longest = timeline.lanes.map { $0.unit.rawValue.pixels(fontSize: 12) }.max() ?? 0
    left = isTitled ? 230 : min(max(longest + 34, 130), 230)
  }

  /// The document; the same session gives the same bytes.
  /// - Complexity: O(n) in the transitions and in the track.
  package var svg: String {
    let bottom = lanesTop + Double(max(timeline.lanes.count, 1)) * Self.laneHeight
    var writer =
      isTitled
      ? SVGWriter(
        width: Self.width, height: bottom + 56, title: title, subtitle: subtitle, css: Self.css,
        name: "session")
      : SVGWriter(
        width: Self.width, height: bottom + 56, title: title, css: Self.css, name: "session")
    for (line, note) in notes.enumerated() {
      writer.words(note, "note", 24, headHeight + 12 + Double(line) * Self.noteHeight)
    }
    drawLegend(&writer, top: headHeight + notesHeight)
    drawShades(&writer, from: pageTop, to: pageTop + Self.pageHeight)
    drawShades(&writer, from: stripsTop, to: bottom)
    drawPage(&writer)
    drawLanes(&writer, bottom: bottom)
    return writer.finished()
  }

  /// Where a time stands, in pixels.
  func x(_ time: Double) -> Double {
    left + time / Double(max(timeline.duration, 1)) * (Self.right - left)
  }

  private var notesHeight: Double { Double(notes.count) * Self.noteHeight }
  private var headHeight: Double { isTitled ? 62 : 8 }
  var pageTop: Double { headHeight + 66 + notesHeight }
  private var stripsTop: Double { pageTop + Self.pageHeight + 36 }
  private var lanesTop: Double { stripsTop + Double(strips.count) * Self.stripHeight + 10 }

  // MARK: Lanes

  private func drawLanes(_ svg: inout SVGWriter, bottom: Double) {
    svg.axis(across: times, y: stripsTop...bottom, place: x)
    svg.words(
      "Time since the session began", "faint middle", (left + Self.right) / 2, bottom + 42)
    for (index, strip) in strips.enumerated() {
      draw(strip, around: stripsTop + (Double(index) + 0.5) * Self.stripHeight, &svg)
    }
    if timeline.lanes.isEmpty {
      svg.words(
        "No ad changed its state in this session.", "faint", left + 8, lanesTop + 15)
    }
    for (index, lane) in timeline.lanes.enumerated() {
      draw(lane, around: lanesTop + (Double(index) + 0.5) * Self.laneHeight, &svg)
    }
  }

  private func draw(_ lane: LoadTimeline.Lane, around middle: Double, _ svg: inout SVGWriter) {
    svg.words(
      lane.unit.rawValue.shortened(toPixels: left - 34, fontSize: 12), "end", left - 10,
      middle + 4, tooltip: lane.unit.rawValue)
    for (stretch, start, end) in lane.shown {
      let height = Self.thickness(stretch.state)
      let (left, right) = (x(Double(start)), x(Double(end)))
      svg.rectangle(
        stretch.state.rawValue, left, middle - height / 2, width: max(right - left, 0.5),
        height: height, tooltip: Self.words(for: stretch, of: lane.unit))
    }
    for time in lane.removals {
      drawCross(
        &svg, x(Double(time)), middle, tooltip: "\(lane.unit): removed at \(Self.seconds(time))")
    }
    for time in lane.viewable {
      svg.diamond(
        "viewable", (x(Double(time)), middle), radius: 5,
        tooltip: "\(lane.unit): viewable (estimated) at \(Self.seconds(time))")
    }
    for fault in lane.faults {
      drawFault(
        &svg, fault.load.kind, x(Double(fault.time)), middle,
        tooltip: "\(lane.unit): \(fault.load.words); at \(Self.seconds(fault.time))")
    }
  }

  /// A letter in a disc, which stands out of a lane however short its time is.
  func drawFault(
    _ svg: inout SVGWriter, _ kind: LoadFault.Kind, _ x: Double, _ y: Double,
    tooltip: String? = nil
  ) {
    svg.circle("fault", (x, y), radius: 7, tooltip: tooltip)
    svg.words(kind.letter, "letter", x, y + 4)
  }

  func drawCross(_ svg: inout SVGWriter, _ x: Double, _ y: Double, tooltip: String? = nil) {
    func place(_ number: Double) -> String { SVGWriter.written(number) }
    let strokes = "M\(place(x - 4)) \(place(y - 4))l8 8m0 -8l-8 8"
    svg.element("path", ["class": "gone", "d": .text(strokes)], tooltip: tooltip)
  }

  // MARK: What holds for all ads

  private func draw(_ strip: TimelineStrip, around middle: Double, _ svg: inout SVGWriter) {
    svg.words(strip.name, "faint end", left - 10, middle + 4)
    var lastRight = -1.0
    for part in strip.parts {
      let (left, right) = (x(Double(part.start)), x(Double(part.end)))
      // What is narrower than can be seen is told by its neighbours.
      guard right - max(left, lastRight) >= 0.25 || part.end == timeline.duration else { continue }
      lastRight = right
      let height = part.value.isNormal ? 6.0 : 14
      svg.rectangle(
        part.value.name, left, middle - height / 2, width: max(right - left, 1), height: height,
        tooltip: "\(strip.name): \(part.value.words) from \(Self.seconds(part.start)) to "
          + Self.seconds(part.end))
      let fitting = [part.value.words, part.value.shortWords].first {
        Double($0.count) * 7 + 8 < right - left
      }
      guard !part.value.isNormal, let words = fitting else { continue }
      svg.words(words, "within", left + 5, middle + 4)
    }
  }

  /// The times in which nothing could be loaded, over all that is drawn.
  private func drawShades(_ svg: inout SVGWriter, from top: Double, to bottom: Double) {
    for strip in strips {
      for part in strip.parts where part.value.isShut && part.end > part.start {
        let (left, right) = (x(Double(part.start)), x(Double(part.end)))
        guard right - left >= 0.5 else { continue }
        svg.rectangle("shut", left, top, width: right - left, height: bottom - top)
      }
    }
  }

  // MARK: Words

  static func words(for stretch: LoadTimeline.Stretch, of unit: AdUnitID) -> String {
    let cause = stretch.cause.map { ", \($0.rawValue)" } ?? ""
    return "\(unit): \(stretch.state.rawValue) from \(seconds(stretch.start)) "
      + "to \(seconds(stretch.end))\(cause)"
  }

  static func seconds(_ time: Int64) -> String { "\((Double(time) / 1000).formatted) s" }

  static func thickness(_ state: LoadState) -> Double {
    switch state {
    case .notLoaded: 2
    case .unloaded: 5
    case .fetched: 10
    case .displayed: 16
    }
  }

  private static let css = SVGWriter.style(
    of: "session",
    """
    .session .note{fill:#666;font-style:italic}\
    .session .notLoaded{fill:#b0b0b0}.session .fetched{fill:#e69f00}\
    .session .displayed{fill:#0072b2}.session .unloaded{fill:#cc79a7}\
    .session .fault{fill:#b3001b;stroke:#fff;stroke-width:1}\
    .session .letter{fill:#fff;font-size:10px;font-weight:700;text-anchor:middle;pointer-events:none}\
    .session .viewable{fill:#fff;stroke:#000;stroke-width:1.2}\
    .session .gone{fill:none;stroke:#222;stroke-width:1.6}\
    .session .other{fill:none;stroke:#999;stroke-width:.5}\
    .session .unloadZone{fill:#f1efe4}.session .fetchZone{fill:#e2dfcd}\
    .session .displayZone{fill:#cfcab0}.session .viewport{fill:#009e73;fill-opacity:.3}\
    .session .way{fill:none;stroke:#00664a;stroke-width:1.2}\
    .session .unknown{fill:none;stroke:#00664a;stroke-width:.8;stroke-dasharray:2 4}\
    .session .moment{fill:#00664a}.session .changed{stroke:#666;stroke-dasharray:5 3}\
    .session .open{fill:#009e73}.session .closed{fill:#d55e00}.session .away{fill:#777}\
    .session .front{fill:#b0b0b0}.session .set{fill:#cfcab0}.session .within{fill:#fff}\
    .session .set+.within{fill:#222}.session .shut{fill:#555;fill-opacity:.13}
    """,
    dark: """
      .session .note{fill:#a3abb5}.session .notLoaded,.session .front{fill:#6d757f}\
      .session .displayed{fill:#3d9ad6}.session .gone{stroke:#e8eaed}\
      .session .other{stroke:#7c8590}.session .unloadZone{fill:#33332a}\
      .session .fetchZone{fill:#454230}.session .displayZone{fill:#5d5838}\
      .session .way,.session .unknown{stroke:#5fd3b0}.session .moment{fill:#5fd3b0}\
      .session .changed{stroke:#a3abb5}.session .set{fill:#454234}\
      .session .set+.within{fill:#e8eaed}.session .within{fill:#fff}.session .shut{fill:#ccc}
      """)
}

extension LoadTimeline.Lane {
  /// The parts of its states in which the ad was on the page.
  fileprivate var shown: [(stretch: LoadTimeline.Stretch, start: Int64, end: Int64)] {
    var parts: [(stretch: LoadTimeline.Stretch, start: Int64, end: Int64)] = []
    for stretch in stretches {
      for place in places where place.start < stretch.end && stretch.start < place.end {
        let (start, end) = (max(place.start, stretch.start), min(place.end, stretch.end))
        // A move within a state is none of a lane's business.
        if let last = parts.last, last.stretch == stretch, last.end == start {
          parts[parts.count - 1].end = end
        } else if end > start {
          parts.append((stretch, start, end))
        }
      }
    }
    return parts
  }
}
