// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel
import AdReports
import Testing

@Suite struct TradeOffPictureTests {
  /// A quick scroll past some ads.
  private static let trace = """
    {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
    {"t":0,"frame":{"id":"a","x":36,"y":1000,"width":320,"height":250}}
    {"t":0,"frame":{"id":"b","x":36,"y":2400,"width":320,"height":250}}
    {"t":500,"viewport":{"x":0,"y":900,"width":393,"height":852}}
    {"t":4000,"app":"foreground"}
    """

  private static func trials(_ sets: [LoadingThresholds]) throws -> [TradeOffCandidate] {
    let trace = try Trace(Array(trace.utf8))
    return ThresholdTrial.compare(
      trace, on: sets.map { PageContent(plan: LoadingPlan(thresholds: $0)) }
    )
    .map { TradeOffCandidate(trial: $0) }
  }

  @Test func `a set is called by its preset, or by what sets it apart`() throws {
    let standard = LoadingThresholds.standard
    #expect(LoadingThresholds.labels(of: [standard]) == ["fetch 800"])
    #expect(
      LoadingThresholds.labels(of: [
        standard, try LoadingThresholds(fetch: 400), ThresholdPreset.yield.applied(to: standard),
        try LoadingThresholds(throttle: 100),
      ])
        == [
          "fetch 800, display 200, unload 1600, throttle 67",
          "fetch 400, display 200, unload 1600, throttle 67", "yield",
          "fetch 800, display 200, unload 1600, throttle 100",
        ])
  }

  @Test func `each set is a labelled point in each chart and a row of the table`() throws {
    let sets = try [LoadingThresholds(fetch: 300, display: 0), LoadingThresholds(fetch: 800)]
    let picture = TradeOffPicture(
      try Self.trials(sets), title: "Compared", subtitle: "a < b & c")
    let document = try WrittenXML(picture.svg)
    #expect(document.elements.filter { $0 == "circle" }.count == 4)
    for label in LoadingThresholds.labels(of: sets) {
      #expect(document.texts.filter { $0 == label }.count == 3)
    }
    #expect(document.texts.contains("a < b & c"))
    #expect(picture.svg == picture.svg)
  }

  @Test func `without a display there is no viewable rate to draw`() throws {
    let none = ThresholdTrial.compare(try Trace([]), on: [PageContent()])[0]
    let document = try WrittenXML(
      TradeOffPicture([TradeOffCandidate(trial: none)], title: "t", subtitle: "s").svg)
    #expect(document.elements.filter { $0 == "circle" }.count == 1)
  }

  @Test func `many sets at one place keep their names apart`() throws {
    let sets = try (0..<12).map { try LoadingThresholds(unload: Double(2_000 + $0)) }
    let svg = TradeOffPicture(try Self.trials(sets), title: "t", subtitle: "s").svg
    let names = svg.split(separator: "\n").filter {
      $0.hasPrefix("<text") && $0.contains(">unload ")
    }
    let places = names.map { $0.prefix { $0 != ">" } }
    #expect(Set(places).count == 3 * sets.count)
  }

  @Test func `today's set is marked, with what changing from it would give`() throws {
    let sets = try [
      LoadingThresholds(fetch: 2_000, display: 0), LoadingThresholds(fetch: 300, display: 0),
      LoadingThresholds(fetch: 800), LoadingThresholds(fetch: 900),
    ]
    let candidates = try Self.trials(sets).enumerated().map { place, candidate in
      TradeOffCandidate(trial: candidate.trial, averagePeak: Double(2 - place) + 0.25)
    }
    let svg = TradeOffPicture(
      Array(candidates[1...2]), own: candidates[0], beaten: [candidates[3]], title: "t",
      subtitle: "s"
    ).svg
    let document = try WrittenXML(svg)
    // In each of three charts: the diamond, the shade, two sets and a dot.
    #expect(svg.ranges(of: "<polygon class=\"own\"").count == 3)
    #expect(svg.ranges(of: "<rect class=\"better\"").count == 3)
    #expect(svg.ranges(of: "class=\"beaten\"").count == 3)
    #expect(
      svg.ranges(of: "<circle class=\"best\"").count
        + svg.ranges(of: "<circle class=\"point\"").count == 6)
    #expect(document.texts.filter { $0 == "today's" }.count == 4)
    for words in ["± wasted", "± late", "± viewable", "± peak"] {
      #expect(document.texts.contains(words))
    }
    #expect(document.texts.contains("-1") && document.texts.contains("-2"))
  }

  @Test func `many sets have numbers at their points and names in the table`() throws {
    let sets = try (0..<20).map { try LoadingThresholds(unload: Double(2_000 + $0)) }
    let texts = try WrittenXML(
      TradeOffPicture(try Self.trials(sets), title: "t", subtitle: "s").svg
    ).texts
    #expect(texts.filter { $0 == "17" }.count == 2)
    #expect(texts.contains("17  unload 2016"))
  }
}
