// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Foundation
import Testing

@testable import AdStore

/// What a session holds after its process was killed in the middle of it.
@Suite struct RecorderKillTests {
  @Test(arguments: [5, 40, 90, 150])
  func `a kill at any moment loses nothing acknowledged and never half of a batch`(
    milliseconds: Int
  ) async throws {
    let recorded = try RecordedHistory()
    try recorded.database.close()
    let path = recorded.store.path
    let journal = recorded.store.file("journal")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, journal = journal as String, milliseconds = milliseconds as Int] in
      let database = try AdDatabase(path: path, access: .readWrite)
      let recorder = try TransitionRecorder(
        RecordedSession(
          id: SessionID("s"), page: PageID("front"), startedAt: TemporaryStore.now,
          clockAtStart: 0),
        in: database, interval: .milliseconds(10))
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
        kill(getpid(), SIGKILL)
      }
      var handed = 0
      while true {
        handed += 2
        try "\(handed) \(recorder.report.stored)"
          .write(toFile: journal, atomically: true, encoding: .utf8)
        // Always two at a time, so that half of a batch would be seen.
        recorder.record(pair(handed))
      }
    }
    let notes = (try? String(contentsOfFile: journal, encoding: .utf8))?.split(separator: " ") ?? []
    let handed = notes.first.flatMap { Int($0) } ?? 0
    let acknowledged = notes.last.flatMap { Int($0) } ?? 0
    let database = try recorded.store.open()
    let sessions = try HistoryRepository(database).sessions()
    guard let session = sessions.first else {
      #expect(acknowledged == 0)
      return
    }
    let timeline = try HistoryRepository(database).timeline(of: session.id)
    let stored = timeline.entries.count
    #expect(!session.isClosed)
    #expect((acknowledged...handed).contains(stored) && stored.isMultiple(of: 2))
    #expect(timeline.entries.map(\.sequence) == (0..<stored).map { Int64($0) + 1 })
    #expect(session.transitions == stored && session.lost == 0 && session.gaps == 0)
    let outsider = try recorded.store.outsider()
    #expect(try outsider.isSound() && outsider.foreignKeyCheck() == [])
  }
}

private func pair(_ number: Int) -> [LoadTransition] {
  let unit = AdUnitID(validated: "u\(number)")
  let time = Int64(number)
  let frame = AdRect(x: 0, y: 900, width: 320, height: 320)
  let viewport = AdRect(x: 0, y: 0, width: 393, height: 852)
  return [
    LoadTransition(
      time: time, unit: unit, from: .notLoaded, to: .fetched, cause: .enteredFetchZone,
      frame: frame, viewport: viewport,
      permit: LoadPermit(record: ConsentRecordID(1), mode: .personalized)),
    LoadTransition(
      time: time, unit: unit, from: .fetched, to: .displayed, cause: .enteredDisplayZone,
      frame: frame, viewport: viewport),
  ]
}
