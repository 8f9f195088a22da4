// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// One small picture of a report: columns or lines over days or over classes of time.
struct HistoryChart {
  /// Values under one name; nil where there is none for a place.
  struct Series {
    let name: String
    /// Its colour: a class of the page's style.
    let colour: String
    let values: [Double?]
  }

  let title: String
  /// What stands below the places.
  private let places: [String]
  private let series: [Series]
  private let isStacked: Bool
  /// Writes a value for people.
  private let written: (Double) -> String

  private static let width = 560.0
  private static let height = 190.0
  private static let left = 58.0
  private static let right = 550.0
  private static let top = 10.0
  private static let bottom = 158.0

  // MARK: Which pictures there are

  /// How many ads came how soon.
  static func timesToAd(of statistics: LoadStatistics) -> HistoryChart {
    let edges: [Int64] = [0, 50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800]
    let counts = statistics.timeToAdCounts(upTo: edges)
    let isMeasured = counts.contains { $0 > 0 }
    let names = edges.map { "≤ \(HistoryFigure.duration($0))" } + ["more"]
    return HistoryChart(
      title: "Time to ad, from its place on screen to its creative, in ads", places: names,
      series: [
        Series(name: "ads", colour: "a", values: counts.map { isMeasured ? Double($0) : nil })
      ],
      isStacked: true, written: { $0.formatted })
  }

  /// Under which modes ads were loaded.
  static func modes(of statistics: LoadStatistics) -> HistoryChart {
    let known = [
      statistics.personalizedFetches, statistics.nonPersonalizedFetches, statistics.limitedFetches,
    ]
    let values = known + [statistics.fetches - known.reduce(0, +)]
    return HistoryChart(
      title: "Serving modes, in loads",
      places: ["personalized", "not personalized", "limited", "unknown"],
      series: [Series(name: "loads", colour: "c", values: values.map { Double($0) })],
      isStacked: true, written: { $0.formatted })
  }

  /// What changed from day to day.
  static func days(_ days: [HistoryGroup]) -> [HistoryChart] {
    let keys = days.map(\.key)
    func values(_ value: (LoadStatistics) -> Double?) -> [Double?] {
      days.map { value($0.statistics) }
    }
    func share(
      _ part: @escaping (LoadStatistics) -> Int, of whole: @escaping (LoadStatistics) -> Int
    )
      -> [Double?]
    {
      values { whole($0) == 0 ? nil : Double(part($0)) / Double(whole($0)) }
    }
    let percentiles = days.map { $0.statistics.timeToAdPercentiles([50, 75, 95]) }
    func percentile(_ place: Int) -> [Double?] {
      percentiles.map { $0.count == 3 ? Double($0[place]) : nil }
    }
    func shares(_ title: String, _ series: [Series]) -> HistoryChart {
      HistoryChart(
        title: title, places: keys, series: series, isStacked: false,
        written: HistoryFigure.percent)
    }
    return [
      HistoryChart(
        title: "Time to ad by day", places: keys,
        series: [
          Series(name: "50 of 100", colour: "c", values: percentile(0)),
          Series(name: "75 of 100", colour: "a", values: percentile(1)),
          Series(name: "95 of 100", colour: "b", values: percentile(2)),
        ], isStacked: false, written: { HistoryFigure.duration(Int64($0)) }),
      shares(
        "Waste and churn by day, shares of loads",
        [
          Series(name: "wasted", colour: "b", values: share(\.wastedFetches, of: \.fetches)),
          Series(name: "churn", colour: "a", values: share(\.churn, of: \.fetches)),
        ]),
      shares(
        "Viewable (estimated) by day, of impressions, and late, of displays",
        [
          Series(name: "viewable", colour: "c", values: values(\.estimatedViewableRate)),
          Series(name: "late", colour: "b", values: share(\.lateDisplays, of: \.displays)),
        ]),
      HistoryChart(
        title: "Most ads in memory at once, by day", places: keys,
        series: [
          Series(name: "ads", colour: "a", values: values { $0.peakLoaded.map(Double.init) })
        ], isStacked: true, written: { $0.formatted }),
      HistoryChart(
        title: "Serving modes by day, in loads", places: keys,
        series: [
          Series(
            name: "personalized", colour: "a", values: values { Double($0.personalizedFetches) }),
          Series(
            name: "not personalized", colour: "c",
            values: values { Double($0.nonPersonalizedFetches) }),
          Series(name: "limited", colour: "b", values: values { Double($0.limitedFetches) }),
        ], isStacked: true, written: { $0.formatted }),
      HistoryChart(
        title: "Sessions by day", places: keys,
        series: [Series(name: "sessions", colour: "d", values: days.map { Double($0.sessions) })],
        isStacked: true, written: { $0.formatted }),
    ]
  }

  // MARK: Drawing

  /// The names of the series, where there are several.
  var key: Markup {
    guard series.count > 1 else { return "" }
    let items = series.map { series -> Markup in
      """
      <li><svg viewBox="0 0 12 12" aria-hidden="true"><rect class="\(series.colour)" width="12" \
      height="12"/></svg>\(series.name)</li>
      """
    }
    return "<ul class=\"key\">\(Markup.joined(items))</ul>"
  }

  /// The picture, to stand within the page.
  var svg: String {
    var svg = SVGWriter(width: Self.width, height: Self.height, title: title, css: "")
    guard series.contains(where: { $0.values.contains { $0 != nil } }) else {
      svg.words("not measured", "middle", Self.width / 2, (Self.top + Self.bottom) / 2)
      return svg.finished()
    }
    let highest = greatest
    drawScale(&svg, to: highest)
    if isStacked { drawColumns(&svg, to: highest) } else { drawLines(&svg, to: highest) }
    drawPlaces(&svg)
    return svg.finished()
  }

  private var greatest: Double {
    let sums = places.indices.map { place in
      let values = series.compactMap { $0.values[place] }
      return isStacked ? values.reduce(0, +) : values.max() ?? 0
    }
    let greatest = sums.max() ?? 0
    return greatest > 0 ? greatest : 1
  }

  private func x(_ place: Int) -> Double {
    Self.left + (Double(place) + 0.5) * slot
  }

  private var slot: Double { (Self.right - Self.left) / Double(max(places.count, 1)) }

  private func y(_ value: Double, _ highest: Double) -> Double {
    Self.bottom - value / highest * (Self.bottom - Self.top)
  }

  private func drawScale(_ svg: inout SVGWriter, to highest: Double) {
    svg.axis(
      upwards: AxisTicks(0...highest, atMost: 5, least: highest < 5 ? 0.001 : 1),
      x: Self.left...Self.right, label: written
    ) { y($0, highest) }
  }

  private func drawColumns(_ svg: inout SVGWriter, to highest: Double) {
    let width = max(min(slot * 0.72, 46), 1)
    for place in places.indices {
      var base = 0.0
      for series in series {
        guard let value = series.values[place], value > 0 else { continue }
        let (upper, lower) = (y(base + value, highest), y(base, highest))
        svg.rectangle(
          series.colour, x(place) - width / 2, upper, width: width,
          height: max(lower - upper, 0.5), tooltip: words(series, place, value))
        base += value
      }
    }
  }

  private func drawLines(_ svg: inout SVGWriter, to highest: Double) {
    for series in series {
      // A day without a value is a gap in the line.
      var stretch: [SVGWriter.Point] = []
      func endStretch(_ svg: inout SVGWriter) {
        if stretch.count > 1 { svg.polyline(series.colour, stretch) }
        stretch = []
      }
      for place in places.indices {
        guard let value = series.values[place] else {
          endStretch(&svg)
          continue
        }
        let point = (x(place), y(value, highest))
        stretch.append(point)
        svg.circle(
          series.colour, point, radius: places.count > 40 ? 2 : 3.5,
          tooltip: words(series, place, value))
      }
      endStretch(&svg)
    }
  }

  private func words(_ series: Series, _ place: Int, _ value: Double) -> String {
    "\(places[place]): \(series.name) \(written(value))"
  }

  /// Names below the places, as many as there is room for, the last one always.
  private func drawPlaces(_ svg: inout SVGWriter) {
    let longest = places.map(\.count).max() ?? 1
    let room = max(Int((Self.right - Self.left) / (Double(longest) * 7 + 10)), 1)
    let step = max((places.count + room - 1) / room, 1)
    let half = Double(longest) * 3.5
    // The last one ends with the picture where its middle stands too close to it.
    let last = places.count - 1
    let isCut = x(last) + half > Self.width
    let end = isCut ? Self.width - 2 : x(last) + half
    for place in places.indices where (last - place) % step == 0 && place != last {
      guard x(place) + half < end - 2 * half else { continue }
      svg.words(places[place], "middle", x(place), Self.bottom + 20)
    }
    guard let name = places.last else { return }
    svg.words(name, isCut ? "end" : "middle", isCut ? end : x(last), Self.bottom + 20)
  }
}
