// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdReports

@Suite struct SequenceChartTests {
  /// An experiment of some days whose second arm has a fifth more viewable impressions.
  static func records(days: Int, phones: Int = 160) -> ExperimentRecords {
    var drawn = ExperimentSamples.Phones(phones, arms: 2, lastBegin: 3, seed: 11)
    var records = ExperimentRecords()
    let names = ["control", "wide"]
    for day in 0..<days {
      let arms = drawn.arms
      drawn.sessions(onDay: day, effects: [0, 0.2]) { phone, session in
        records.add(
          session, store: "\(phone)", arm: names[arms[phone]],
          at: Timestamp(milliseconds: (20_000 + Int64(day)) * 86_400_000))
      }
    }
    return records
  }

  private static let plan = ExperimentSamples.plan(guards: [.unseen], days: 9)

  private static func chart(days: Int, phones: Int = 160) -> SequenceChart {
    SequenceChart.all(
      of: plan, days: records(days: days, phones: phones).days(by: plan))[0]
  }

  @Test func `a picture has a mark for each day, the line of nothing and the planned end`() throws {
    let chart = Self.chart(days: 6)
    #expect(chart.title == "wide: Viewable impressions a session" && chart.lastDay == 9)
    let svg = chart.svg
    #expect(svg.ranges(of: "<circle").count == chart.points.count)
    #expect(chart.points.count >= 4 && chart.points.last?.day == 6)
    #expect(svg.ranges(of: "class=\"zero\"").count == 1)
    #expect(svg.ranges(of: "class=\"planned\"").count == 1)
    #expect(svg.contains("class=\"c\"") && !svg.contains("nan") && !svg.contains("inf"))
    _ = try WrittenXML(svg)
  }

  @Test func `the planned end is left behind where the experiment goes on`() {
    #expect(Self.chart(days: 12).lastDay == 12)
  }

  @Test func `a terminal gets a line for each day, all as wide`() throws {
    let chart = Self.chart(days: 6)
    let lines = chart.lines(columns: 41)
    #expect(lines.count == chart.points.count)
    let last = try #require(lines.last)
    #expect(last.hasPrefix("day 6  ") && last.contains("●") && last.contains("│"))
    #expect(Set(lines.map { $0.prefix(7 + 41).count }) == [48])
  }

  @Test func `too few phones have no points, and a drawing is none`() throws {
    let chart = Self.chart(days: 6, phones: 12)
    #expect(chart.points.isEmpty && chart.lines(columns: 41).isEmpty)
    _ = try WrittenXML(chart.svg)
  }

  @Test(
    arguments: [
      (nil, false, "-"), (.nan, true, "-"), (0, true, "0"), (1234.56, false, "1235"),
      (0.012345, true, "+0.0123"), (-0.5, true, "-0.5"), (12.345, false, "12.3"), (1e-9, true, "0"),
    ] as [(Double?, Bool, String)]) func `numbers have three digits that count`(
      value: Double?, isChange: Bool, text: String
    )
  {
    #expect(SequenceChart.written(value, isChange: isChange) == text)
  }

  @Test func `a report says of an experiment first what makes all else worthless`() throws {
    func page(_ shares: (Int, Int)) -> String {
      let plan = ExperimentPlan(
        arms: [("control", shares.0), ("wide<b>", shares.1)], goal: .viewable, guards: [.late],
        difference: 0.05, days: 9)
      var records = ExperimentRecords()
      var drawn = ExperimentSamples.Phones(160, arms: 2, lastBegin: 3, seed: 11)
      let arms = drawn.arms
      drawn.sessions(onDay: 3, effects: [0, 0]) { phone, session in
        records.add(
          session, store: "\(phone)", arm: plan.arms[arms[phone]],
          at: Timestamp(milliseconds: 0))
      }
      return ReportedExperiment(name: "near & far", plan: plan, records: records).content.html
    }
    let fair = page((500, 500))
    #expect(
      fair.contains("<h2>Experiment near &amp; far</h2>") && fair.contains("wide&lt;b&gt;: not yet")
    )
    let broken = page((900, 100))
    let warning = try #require(broken.firstRange(of: "have not the phones that their shares say"))
    let verdict = try #require(broken.firstRange(of: "no verdict"))
    #expect(warning.lowerBound < verdict.lowerBound)
  }
}
