// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import SQLiteKit
import Synchronization
import Testing

@testable import AdStore

@Suite struct SharedSessionsTests {
  @Test(arguments: [0, 1, 2, 63, 64, 65, 130])
  func `the ranges follow one another and have every session once`(count: Int) throws {
    let recorded = try RecordedHistory()
    for number in 0..<count {
      try recorded.keep(
        recorded.session("s\(number)"),
        (0..<number % 3).map { recorded.transition("u\($0)", to: .fetched, at: 1) })
    }
    let sessions = try recorded.database.read { try SelectedSessions(StatisticsFilter(), $0) }
    let shared = SharedSessions(sessions)
    var ranges: [ClosedRange<Int64>] = []
    while let range = shared.next() { ranges.append(range) }
    #expect(ranges.count <= 65)
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
    #expect(sessions.all.allSatisfy { one in ranges.contains { $0.contains(one.number) } })
    #expect(shared.next() == nil)
  }

  @Test(.timeLimit(.minutes(10)))
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
