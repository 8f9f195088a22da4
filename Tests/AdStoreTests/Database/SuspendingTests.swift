// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdSystem
import Foundation
import Testing

@testable import AdStore

@Suite(.timeLimit(.minutes(60))) struct SuspendingTests {
  let recorded: RecordedHistory
  private var database: AdDatabase { recorded.database }

  init() throws { recorded = try RecordedHistory() }

  private func begin(_ id: String, interval: Duration? = nil) throws -> TransitionRecorder {
    let recorder = try TransitionRecorder(
      recorded.session(id), in: database, interval: interval)
    recorder.record([recorded.transition("a", to: .fetched, at: 100)])
    return recorder
  }

  /// How many transitions are in the file, as another process sees it.
  private func stored() throws -> Int {
    let other = try recorded.store.open(.readOnly)
    defer { try? other.close() }
    return try HistoryRepository(other).list(limit: 100).entries.count
  }

  private var holdsLog: Bool {
    FileManager.default.fileExists(atPath: recorded.store.path + "-wal")
  }

  @Test func `one act puts what all sessions hold on the disk, and lets go of the file`()
    async throws
  {
    let recorders = try ["home", "article"].map { try begin($0) }
    let report = await database.suspend(within: .seconds(60))
    #expect(report == SuspensionReport(isReleased: true))
    #expect(!holdsLog)
    #expect(storeCode { try database.read { _ in } } == .suspended)
    #expect(try stored() == 2)
    withExtendedLifetime(recorders) {}
  }

  @Test func `each page may suspend, in any order, and what came between is on the disk`()
    async throws
  {
    let home = try begin("home")
    database.beginSuspending(within: .seconds(60))
    let article = try begin("article")
    home.record([recorded.transition("a", to: .displayed, at: 200)])
    let report = await database.suspend(within: .seconds(60))
    #expect(report.isReleased && report.pending == 0 && report.failure == nil)
    #expect(try stored() == 3)
    database.resume()
    #expect(storeCode { try database.read { _ in } } == .suspended, "one still sleeps")
    database.resume()
    try database.read { _ in }
    database.resume()
    try database.read { _ in }
    withExtendedLifetime(article) {}
  }

  @Test func `whoever resumes while a batch is refused has it written all the same`() async throws {
    let recorder = try begin("home", interval: .zero)
    for round in 1...2_000 {
      recorder.record([recorded.transition("a", to: .displayed, at: Int64(100 + round))])
      database.suspension.request()
      database.suspension.release()
      if round.isMultiple(of: 3) { await Task.yield() }
      database.resume()
      let deadline = ContinuousClock.now + .seconds(60)
      while recorder.report.pending > 0, ContinuousClock.now < deadline { await Task.yield() }
      try #require(recorder.report.pending == 0, "round \(round)")
    }
  }

  @Test func `what another process keeps off the disk is told in numbers, kept, and written later`()
    async throws
  {
    let database = try AdDatabase(
      path: recorded.store.path, access: .readWrite, busyTimeout: 600_000)
    let recorders = try ["home", "article"].map { id in
      let recorder = try TransitionRecorder(
        recorded.session(id), in: database, interval: .milliseconds(1))
      recorder.record([recorded.transition("a", to: .fetched, at: 100)])
      try recorder.flush()
      return recorder
    }
    let outsider = try recorded.store.outsider()
    try outsider.execute("BEGIN IMMEDIATE")
    for recorder in recorders {
      recorder.record([recorded.transition("b", to: .fetched, at: 200)])
    }
    let report = await database.suspend(within: .milliseconds(200))
    #expect(report.isReleased && report.pending == 2 && report.failure?.code == .busy)
    try outsider.execute("ROLLBACK")
    #expect(try stored() == 2)
    database.resume()
    while recorders.contains(where: { $0.report.pending > 0 }) { await Task.yield() }
    #expect(try stored() == 4)
    for recorder in recorders { #expect(recorder.report.lost == 0) }
  }

  @Test func `a sleep that ended before it began closes nothing for good`() async throws {
    let recorder = try begin("home")
    await withCheckedContinuation { continuation in
      database.beginSuspending(within: .seconds(60)) { _ in continuation.resume() }
      database.resume()
    }
    try database.write { _ in }
    #expect(try stored() == 1)
    withExtendedLifetime(recorder) {}
  }

  @Test func `a session that is let go of while its database sleeps ends when it wakes`()
    async throws
  {
    var recorder: TransitionRecorder? = try begin("home")
    await database.suspend(within: .seconds(60))
    recorder?.record([recorded.transition("a", to: .displayed, at: 200)])
    recorder = nil
    database.writing.drain()
    #expect(try stored() == 1)
    database.resume()
    database.writing.drain()
    #expect(try stored() == 2)
    #expect(try HistoryRepository(database).sessions().map(\.isClosed) == [true])
    #expect(database.sessions.withLock { $0.unwritten.isEmpty })
  }
}
