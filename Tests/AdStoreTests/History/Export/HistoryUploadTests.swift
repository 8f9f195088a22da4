// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdStore

@Suite struct HistoryUploadTests {
  let recorded: RecordedHistory

  init() throws { recorded = try RecordedHistory() }

  private static var limits: HistoryUpload<ExportedLoad>.Limits {
    var limits = HistoryUpload<ExportedLoad>.Limits()
    limits.batchBytes = 2_000
    limits.rows = 9
    return limits
  }

  private func upload(after cursor: ExportCursor = .start(of: .loads)) -> HistoryUpload<
    ExportedLoad
  > {
    HistoryUpload(after: cursor, limits: Self.limits)
  }

  private func keep(_ session: String, loads: Int) throws {
    try recorded.keep(
      recorded.session(session),
      (0..<loads).map { recorded.transition("unit-\($0)", to: .fetched, at: Int64($0)) })
  }

  /// Asks and reads until a batch is to be sent; nil where everything has arrived.
  private func batch(
    of upload: inout HistoryUpload<ExportedLoad>, at now: Int64 = 0
  ) throws -> HistoryUpload<ExportedLoad>.Batch? {
    var random = SeededRandom(seed: 1)
    while true {
      switch upload.next(at: now, using: &random) {
      case .read(let cursor, let limit):
        upload.take(try recorded.history.exportLoads(after: cursor, limit: limit))
      case .send(let batch): return batch
      case .wait, .finished: return nil
      }
    }
  }

  @Test func `everything arrives once where nothing goes wrong, in batches of bounded size`()
    throws
  {
    try keep("a", loads: 40)
    try keep("b", loads: 3)
    var upload = upload()
    var lines: [String] = []
    while let batch = try batch(of: &upload) {
      #expect(batch.bytes.count <= 2_000 && batch.rowCount <= 9)
      #expect(batch.compressed == Gzip.compressed(batch.bytes))
      lines += String(decoding: batch.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      upload.acknowledge(batch.name)
    }
    let all = try recorded.history.exportLoads(limit: 1_000)
    #expect(lines == all.rows.map { String(decoding: $0.line.dropLast(), as: UTF8.self) })
    #expect(upload.acknowledged == all.cursor)
    try keep("c", loads: 1)
    #expect(try batch(of: &upload) == nil)
    upload.resume()
    #expect(try batch(of: &upload)?.rowCount == 1)
  }

  @Test func `a batch without an answer is sent again, the same, after a doubling wait`() throws {
    try keep("a", loads: 2)
    var upload = upload()
    var random = SeededRandom(seed: 7)
    let first = try #require(try batch(of: &upload))
    var now: Int64 = 0
    for attempt in 0..<14 {
      #expect(upload.next(at: now, using: &random) == .wait(until: now + 60_000))
      guard case .wait(let time) = upload.next(at: now + 60_000, using: &random) else {
        Issue.record("it gave up")
        return
      }
      let longest: Int64 = min(2_000 << Int64(attempt), 3_600_000)
      #expect((longest / 2...longest).contains(time - now - 60_000))
      #expect(upload.next(at: time - 1, using: &random) == .wait(until: time))
      #expect(upload.next(at: time, using: &random) == .send(first))
      now = time
    }
  }

  @Test func `a server that asks for more time gets it`() throws {
    try keep("a", loads: 1)
    var upload = upload()
    var random = SeededRandom(seed: 7)
    let first = try #require(try batch(of: &upload))
    upload.fail(first.name, at: 100, retryAfter: 50_000, using: &random)
    #expect(upload.next(at: 101, using: &random) == .wait(until: 50_100))
  }

  @Test func `a batch that is too large comes in halves, and one row alone is tried again`() throws
  {
    try keep("a", loads: 3)
    var upload = upload()
    var random = SeededRandom(seed: 7)
    var sizes: [Int] = []
    while let batch = try batch(of: &upload) {
      sizes.append(batch.rowCount)
      guard upload.refuseAsTooLarge(batch.name, at: 0, using: &random) else { break }
    }
    #expect(sizes.first ?? 0 > 1 && sizes.last == 1)
    #expect(upload.acknowledged == .start(of: .loads))
  }

  @Test func `answers to other batches change nothing`() throws {
    try keep("a", loads: 20)
    var upload = upload()
    let first = try #require(try batch(of: &upload))
    upload.acknowledge(first.name)
    let cursor = upload.acknowledged
    let second = try #require(try batch(of: &upload))
    upload.acknowledge(first.name)
    upload.acknowledge("x")
    #expect(upload.acknowledged == cursor && upload.ignoredAnswers == 2)
    upload.acknowledge(second.name)
    #expect(upload.acknowledged != cursor)
  }

  @Test func `after a cursor of another database it starts over`() throws {
    try keep("a", loads: 1)
    var upload = upload(
      after: ExportCursor(
        stream: .loads, store: String(repeating: "0", count: 32), batch: 1, place: 0, mark: 1))
    #expect(storeCode { _ = try batch(of: &upload) } == .foreignCursor)
    upload.startOver()
    #expect(try batch(of: &upload)?.rowCount == 1)
  }

  /// Sends all that there is to send; the lines.
  private func send<Row>(
    _ upload: inout HistoryUpload<Row>,
    _ read: (ExportCursor, Int) throws -> ExportBatch<Row>
  ) throws -> [String] {
    var random = SeededRandom(seed: 1)
    var lines: [String] = []
    upload.resume()
    while true {
      switch upload.next(at: 0, using: &random) {
      case .read(let cursor, let limit): upload.take(try read(cursor, limit))
      case .send(let batch):
        let text = String(decoding: batch.bytes, as: UTF8.self)
        lines += text.split(separator: "\n").map { "\($0)\n" }
        upload.acknowledge(batch.name)
      case .wait, .finished: return lines
      }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `sixty uploads of an open session send what one at its end does`(seed: UInt64) throws {
    let recorder = try TransitionRecorder(
      recorded.session("open"), in: recorded.database, capacity: 100_000, interval: nil)
    var reader = try ScrolledReader(recorder, consent: recorded.record, seed: 0x5EED_0300 + seed)
    var loads = HistoryUpload<ExportedLoad>(after: .start(of: .loads))
    var sessions = HistoryUpload<ExportedSession>(after: .start(of: .sessions))
    let history = recorded.history
    func sendAll() throws -> [String] {
      try send(&loads) { try history.exportLoads(after: $0, limit: $1) }
        + send(&sessions) { try history.exportSessions(after: $0, limit: $1) }
    }
    var (lines, uploads): ([String], Int) = ([], 0)
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      try reader.read(for: Int64(random.int(500...6_000)))
      try recorder.flush()
      let sent = try sendAll()
      uploads += sent.isEmpty ? 0 : 1
      lines += sent
    }
    try reader.close()
    lines += try sendAll()
    loads.startOver()
    sessions.startOver()
    let whole = try sendAll()
    #expect(uploads > 20, "seed \(seed)")
    #expect(whole.count { $0.contains("\"why\":\"") } > 5, "seed \(seed)")
    // Row for row, so that none is sent that something later would change.
    let changed = Set(lines).symmetricDifference(whole).sorted()
    #expect(lines.count == whole.count && changed.isEmpty, "\(changed), seed \(seed)")
    let (bytes, size) = (lines.joined().utf8.count, whole.joined().utf8.count)
    #expect(Double(bytes) <= 1.2 * Double(size), "\(bytes) of \(size) bytes, seed \(seed)")
  }

  /// A message on its way, which arrives at its time, or twice, or never.
  private struct Message {
    let time: Int64
    let name: String
    /// Nil for an answer.
    let bytes: [UInt8]?
  }

  @Test(arguments: 0..<40)
  func `whatever is lost, doubled, late or restarted, the server ends with every row as it is`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: 0x5EED_0200 + seed)
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    let recorder = try TransitionRecorder(
      recorded.session("running"), in: recorded.database, interval: nil)
    var upcoming = recorded.randomTransitions(units: 6, count: 80, using: &random)[...]
    var upload = upload()
    var kept = ExportCursor.start(of: .loads)
    var server: [String: (revision: Int64, line: String)] = [:]
    var messages: [Message] = []
    var now: Int64 = 0
    func post(_ name: String, _ bytes: [UInt8]?, lossy: Bool) {
      for _ in 0..<(lossy && chance(30) ? 0 : chance(20) ? 2 : 1) {
        messages.append(
          Message(
            time: now + Int64.random(in: 1...(chance(20) ? 200_000 : 500), using: &random),
            name: name, bytes: bytes))
      }
    }
    func receive(_ bytes: [UInt8]) throws {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let row = try JSONNode(try JSONReader.read(Array(line.utf8))).members()
        let values = Dictionary(uniqueKeysWithValues: row.map { ("\($0.0)", $0.1.value) })
        let key =
          "\(values["session"] ?? .null) \(values["adUnitId"] ?? .null) "
          + "\(values["sequence"] ?? .null)"
        guard case .integer(let revision)? = values["revision"] else { continue }
        if server[key]?.revision ?? -1 <= revision { server[key] = (revision, String(line)) }
      }
    }
    var isClosed = false
    for step in 0..<4_000 {
      let isCalm = step > 600
      if !isClosed, chance(10) || isCalm {
        if upcoming.isEmpty || isCalm {
          for transition in upcoming { recorder.record([transition]) }
          try recorder.close()
          isClosed = true
        } else {
          for _ in 0..<5 { if let next = upcoming.popFirst() { recorder.record([next]) } }
          try recorder.flush()
        }
        upload.resume()
      }
      if !isCalm, chance(2) { upload = self.upload(after: kept) }
      let due = messages.filter { $0.time <= now }
      messages.removeAll { $0.time <= now }
      for message in due.shuffled(using: &random) {
        if let bytes = message.bytes {
          try receive(bytes)
          post(message.name, nil, lossy: !isCalm)
        } else {
          upload.acknowledge(message.name)
          kept = upload.acknowledged
        }
      }
      switch upload.next(at: now, using: &random) {
      case .read(let cursor, let limit):
        upload.take(try recorded.history.exportLoads(after: cursor, limit: limit))
      case .send(let batch):
        #expect(batch.bytes.count <= 2_000)
        post(batch.name, batch.bytes, lossy: !isCalm)
        if !isCalm, chance(10) { upload.fail(batch.name, at: now, using: &random) }
      case .wait(let time): now = min(time, messages.map(\.time).min() ?? time, now + 30_000)
      case .finished:
        guard isCalm, messages.isEmpty else {
          now += 1_000
          continue
        }
        let all = try recorded.history.exportLoads(limit: 1_000).rows
          .map { String(decoding: $0.line.dropLast(), as: UTF8.self) }
        #expect(server.values.map(\.line).sorted() == all.sorted(), "seed \(seed)")
        return
      }
    }
    Issue.record("it did not finish, seed \(seed)")
  }
}
