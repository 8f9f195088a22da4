// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdStore
import Foundation

/// What a transition costs in bytes and in time, beside a plain table of texts.
enum SmallRows {
  private static let sessions = 1_000
  private static let ads = 250
  /// How many sessions are stored in durable batches, on top of the million.
  private static let more = 64
  private static let batch = 64
  private static let rounds = 1

  private static var perSession: Int { ads * 4 }
  private static var count: Int { sessions * perSession }

  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("A transition's row: \(sessions) sessions of \(ads) ads, \(count) transitions")
    let path = workplace.path("rows.sqlite")
    let (database, record) = try SampleHistory.database(path)
    let ids = try SampleHistory.ids()
    let stored = (0..<sessions + rounds * more).map {
      transitions(of: $0, ids: ids, record: record)
    }
    let plain = try PlainTable(workplace.path("plain.sqlite"))

    let before = try bytes(of: path)
    let whole = try Stopwatch.both {
      for session in 0..<sessions {
        try keep(stored[session], as: session, in: database, perBatch: perSession)
      }
    }
    let used = try Double(bytes(of: path) - before)
    report.bytes(
      "a transition with all indexes, its session included", used / Double(count), limit: 60)
    let plainWhole = try Stopwatch.both {
      try plain.keep(Array(stored[..<sessions]), perBatch: .max)
    }
    report.compare(
      "the same", ours: used, "a plain table of texts", Double(try plain.database.usedBytes()),
      count: count, unit: .bytes, told: "a transition in the file, with all indexes")
    report.compare(
      "store, a session at once, each", ours: whole.wall, "plain table, at once",
      plainWhole.wall, count: count)
    report.compare(
      "  the processor's part", ours: whole.processor, "plain table, at once",
      plainWhole.processor, count: count)

    var ours: [(wall: Double, processor: Double)] = []
    var theirs: [(wall: Double, processor: Double)] = []
    for round in 0..<rounds {
      let numbers = sessions + round * more..<sessions + (round + 1) * more
      ours.append(
        try Stopwatch.both {
          for session in numbers {
            try keep(stored[session], as: session, in: database, perBatch: batch)
          }
        })
      theirs.append(try Stopwatch.both { try plain.keep(Array(stored[numbers]), perBatch: batch) })
    }
    let each = more * perSession
    let wall = ours.map(\.wall).min() ?? 0
    report.compare(
      "store, \(batch) a durable batch, each", ours: wall, "plain table, same batches",
      theirs.map(\.wall).min() ?? 0, count: each,
      told: "recording a transition durably, 64 in a batch")
    report.compare(
      "  the processor's part", ours: ours.map(\.processor).min() ?? 0,
      "plain table, same batches", theirs.map(\.processor).min() ?? 0, count: each)
    report.single("store, \(batch) a durable batch, each", wall / Double(each), limit: 4e-6)
    try database.close()
    try realSession(workplace, &report)
  }

  /// The lives of some ads, ten at a time.
  private static func transitions(
    of session: Int, ids: [AdUnitID], record: ConsentRecordID
  ) -> [LoadTransition] {
    let states: [(LoadState, LoadState, TransitionCause)] = [
      (.notLoaded, .fetched, .enteredFetchZone), (.fetched, .displayed, .enteredDisplayZone),
      (.displayed, .unloaded, .leftUnloadZone), (.unloaded, .notLoaded, .reenteredFetchZone),
    ]
    return (0..<perSession).map { number in
      let (block, step, place) = (number / 40, number % 40 / 10, number % 10)
      // Pages have their units together in the inventory.
      let unit = (session * 7_919 + block * 10 + place) % ids.count
      return LoadTransition(
        time: Int64(number) * 480 + Int64(unit % 13), unit: ids[unit], from: states[step].0,
        to: states[step].1, cause: states[step].2,
        frame: AdRect(x: 36.5, y: Double(unit) * 900, width: 320, height: 320),
        viewport: AdRect(x: 0, y: Double(number) * 300, width: 393, height: 852),
        permit: step == 0 ? LoadPermit(record: record, mode: .personalized) : nil)
    }
  }

  /// Records a session whose track tells what led to the transitions.
  private static func keep(
    _ transitions: [LoadTransition], as number: Int, in database: AdDatabase, perBatch: Int
  ) throws {
    let session = try RecordedSession(
      id: SessionID(SampleHistory.sessionID(number)), page: PageID(SampleHistory.page),
      startedAt: SampleHistory.startedAt(number), clockAtStart: 0)
    let recorder = TransitionRecorder(session, in: database, interval: nil)
    recorder.begin(under: LoadingTerms(gate: .closed(.unanswered)))
    for start in stride(from: 0, to: transitions.count, by: perBatch) {
      let part = Array(transitions[start..<min(start + perBatch, transitions.count)])
      recorder.record([.told(.tick, at: part[0].time)] + part.map { .changed($0) })
      try recorder.flush()
    }
    try recorder.close()
    guard recorder.report.stored == transitions.count else {
      throw Failure(description: "the recorder lost transitions")
    }
  }

  /// Ten minutes of a finger over a page of ads, as an app records them.
  private static func realSession(_ workplace: Workplace, _ report: inout Report) throws {
    let path = workplace.path("real-session.sqlite")
    let (database, record) = try SampleHistory.database(path)
    let session = try RecordedSession(
      id: SessionID("real"), page: PageID(SampleHistory.page),
      startedAt: SampleHistory.startedAt(0), clockAtStart: 0)
    let recorder = TransitionRecorder(session, in: database, interval: nil)
    let page = try ScrollingPage(ads: 120)
    let terms = LoadingTerms(
      thresholds: try LoadingThresholds(unloadingEnabled: true),
      gate: .open(LoadPermit(record: record, mode: .personalized)))
    var engine = LoadingEngine(under: terms)
    recorder.begin(under: terms)
    func handle(_ event: LoadingEvent, at time: Int64) throws {
      let transitions = try engine.handle(event, at: time)
      recorder.record([.told(event, at: time)] + transitions.map { .changed($0) })
    }
    try handle(.layout(page.frames), at: 0)
    for (sample, top) in page.slowScroll(checks: 36_000).enumerated() {
      let time = Int64(sample) * 1_000 / 60
      try handle(.viewport(ScrollingPage.viewport(at: top)), at: time)
      if sample % 15 == 14 { try recorder.flush() }
    }
    try recorder.close()
    try database.close()
    let direct = try DirectDatabase(path: path, writes: false)
    defer { direct.close() }
    let track = try direct.prepare("SELECT sum(length(content)) FROM tracks")
    guard try track.step() else { throw Failure(description: "the session has no track") }
    report.note(
      "ten minutes of a finger at 60 samples a second: \(recorder.report.stored) transitions, and "
        + "\(track.integer(0)) bytes of track for 36000 samples")
  }

  private static func bytes(of path: String) throws -> Int64 {
    let database = try DirectDatabase(path: path, writes: false)
    defer { database.close() }
    return try database.usedBytes()
  }
}

/// Transitions as one would first store them: texts, and an index by unit and time.
private final class PlainTable {
  let database: DirectDatabase
  private let insert: DirectStatement

  init(_ path: String) throws {
    for name in [path, path + "-wal", path + "-shm"] { unlink(name) }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    database = try DirectDatabase(path: path, writes: true)
    try database.execute(
      """
      CREATE TABLE transitions (
        unit TEXT NOT NULL, session TEXT NOT NULL, at INTEGER NOT NULL, from_state TEXT NOT NULL,
        to_state TEXT NOT NULL, cause TEXT NOT NULL, consent INTEGER
      ) STRICT;
      CREATE INDEX transitions_by_unit ON transitions (unit, at);
      """)
    insert = try database.prepare("INSERT INTO transitions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
  }

  func keep(_ sessions: [[LoadTransition]], perBatch: Int) throws {
    if perBatch == .max { try database.execute("BEGIN IMMEDIATE") }
    for (number, transitions) in sessions.enumerated() {
      let start = SampleHistory.startedAt(number).milliseconds
      // As long as a UUID.
      let session = String(repeating: "0", count: 30) + String(100_000 + number)
      for (place, transition) in transitions.enumerated() {
        if perBatch != .max, place % perBatch == 0 { try database.execute("BEGIN IMMEDIATE") }
        insert.bind(1, transition.unit.rawValue)
        insert.bind(2, session)
        insert.bind(3, start + transition.time)
        insert.bind(4, transition.from.rawValue)
        insert.bind(5, transition.to.rawValue)
        insert.bind(6, transition.cause.rawValue)
        if let permit = transition.permit {
          insert.bind(7, permit.record.rawValue)
        } else {
          insert.bindNull(7)
        }
        try insert.run()
        let isLast = place == transitions.count - 1
        if perBatch != .max, isLast || place % perBatch == perBatch - 1 {
          try database.execute("COMMIT")
        }
      }
    }
    if perBatch == .max { try database.execute("COMMIT") }
  }
}
