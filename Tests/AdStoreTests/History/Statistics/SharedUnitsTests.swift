// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite
import Synchronization
import Testing

@testable import AdStore

@Suite struct SharedUnitsTests {
  @Test(arguments: [
    0...0, 1...1, 1...2, 1...255, 1...256, 1...257, 3...100_000, -5...5, .min ... .max,
    Int64.max...Int64.max,
  ])
  func `the ranges follow one another and have every unit once`(units: ClosedRange<Int64>) throws {
    let recorded = try RecordedHistory()
    let sessions = try recorded.database.read { try SelectedSessions(StatisticsFilter(), $0) }
    let shared = SharedUnits(sessions, units: units)
    var ranges: [ClosedRange<Int64>] = []
    while let range = shared.next() { ranges.append(range) }
    #expect(ranges.count <= 257)
    #expect(ranges.first?.lowerBound == units.lowerBound)
    #expect(ranges.last?.upperBound == units.upperBound)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound })
    #expect(shared.next() == nil)
  }

  @Test(.timeLimit(.minutes(60)))
  func `what is shared out is of one moment, though somebody records meanwhile`() async throws {
    let recorded = try RecordedHistory()
    let recorder = try TransitionRecorder(
      recorded.session("s"), in: recorded.database, interval: .seconds(3_600))
    let history = recorded.history
    let isAnswered = Atomic(false)
    async let answers = {
      defer { isAnswered.store(true, ordering: .releasing) }
      // Until it was asked between and during several batches.
      var answers: Set<[Int]> = []
      while answers.count < 6, !Task.isCancelled {
        answers.insert(
          try history.statistics(by: .unit, filter: StatisticsFilter(), sharedFrom: 1)
            .map(\.statistics.fetches))
        await Task.yield()
      }
      return answers
    }()
    // Each batch fetches every unit once, so that all units have the same count at any moment.
    var time: Int64 = 0
    while !isAnswered.load(ordering: .acquiring) {
      time += 100
      recorder.record(
        (0..<200).map { recorded.transition("unit-\($0)", to: .fetched, at: time) })
      try recorder.flush()
      await Task.yield()
    }
    for counts in try await answers { #expect(Set(counts).count <= 1, "\(counts)") }
    try recorder.close()
  }
}
