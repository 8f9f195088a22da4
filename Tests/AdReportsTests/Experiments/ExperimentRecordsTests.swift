// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdReports

@Suite struct ExperimentRecordsTests {
  private struct Row {
    let session: StoreSum
    let store: String
    let arm: String
    let start: Timestamp
  }

  private static func rows(using random: inout SeededRandom) -> [Row] {
    let names = ["control", "wide", "other"]
    return (0..<600).map { _ in
      let store = random.int(0...150)
      return Row(
        session: ExperimentSamples.session(taste: 1, effect: 0, using: &random),
        store: "store-\(store)", arm: names[store % 7 == 0 ? random.int(0...2) : store % 2],
        start: Timestamp(milliseconds: Int64(random.int(0...10)) * 86_400_000 + 5))
    }
  }

  private static func figures(_ rows: [Row]) -> [Double] {
    var records = ExperimentRecords()
    for row in rows { records.add(row.session, store: row.store, arm: row.arm, at: row.start) }
    return records.days(by: ExperimentSamples.plan()).flatMap { day in
      [Double(day.day), Double(records.movedStores)]
        + day.judgement.arms[0].differences.flatMap {
          [$0.control, $0.arm].compactMap(\.self).flatMap { [$0.value, $0.variance] }
            + [$0.interval, $0.changeInterval, $0.sequence].compactMap(\.self)
            .flatMap { [$0.low, $0.high] }
        }
    }
  }

  @Test func `the order in which sessions are told changes nothing, to the last digit`() {
    Fuzz.forEachSeed(10) { seed, random in
      let rows = Self.rows(using: &random)
      let expected = Self.figures(rows)
      #expect(expected.count > 200 && expected.allSatisfy(\.isFinite), "seed \(seed)")
      #expect(Self.figures(rows.shuffled(using: &random)) == expected, "seed \(seed)")
    }
  }

  @Test func `stores that were in several arms are counted in none`() {
    var records = ExperimentRecords()
    let session = StoreSum(viewable: 1, unseen: 0, peakLoaded: 1, times: [])
    let noon = Timestamp(milliseconds: 43_200_000)
    for (store, arm) in [("a", "control"), ("b", "wide"), ("a", "wide"), ("a", "control")] {
      records.add(session, store: store, arm: arm, at: noon)
    }
    #expect(records.movedStores == 1)
    let sums = records.judgement(by: ExperimentSamples.plan()).sums
    #expect(sums.map(\.storeCount) == [0, 1] && sums.map(\.sessions) == [0, 1])
  }

  @Test(arguments: [(0, 0), (86_399_999, 0), (86_400_000, 1), (-1, -1), (-86_400_000, -1)])
  func `days are those of UTC`(milliseconds: Int64, day: Int64) {
    #expect(ExperimentRecords.day(of: Timestamp(milliseconds: milliseconds)) == day)
  }

  @Test func `the last day says what all sessions say`() {
    var random = SeededRandom(seed: 3)
    var records = ExperimentRecords()
    for row in Self.rows(using: &random) {
      records.add(row.session, store: row.store, arm: row.arm, at: row.start)
    }
    let plan = ExperimentSamples.plan()
    let last = records.days(by: plan).last?.judgement
    let whole = records.judgement(by: plan)
    #expect(last?.sums == whole.sums && last?.arms.map(\.verdict) == whole.arms.map(\.verdict))
  }
}
