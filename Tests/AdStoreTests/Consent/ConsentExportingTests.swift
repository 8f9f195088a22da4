// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport
import Testing

@testable import AdStore

@Suite struct ConsentExportingTests {
  private let store: TemporaryStore
  private let database: AdDatabase
  private let now = TemporaryStore.now

  init() throws {
    store = try TemporaryStore()
    database = try store.create()
  }

  private var consent: ConsentRepository { ConsentRepository(database) }

  /// Has so many people answer, from a number on.
  private func answer(_ people: Range<Int>, in database: AdDatabase? = nil) throws {
    for person in people {
      try ConsentRepository(database ?? self.database).set(
        .answer(.enabled), for: SubjectKey("person-\(person)"),
        at: now.advanced(by: Int64(person) * 1_000))
    }
  }

  /// What one batch sends, as a receiver reads it.
  private struct Received {
    var entries: [JSONNode] = []
    var heads: [JSONNode] = []

    mutating func take(_ bytes: [UInt8]) throws {
      var lines = JSONLines(bytes)
      while let line = try lines.next() {
        let node = JSONNode(line)
        if try node.optional("root") == nil { entries.append(node) } else { heads.append(node) }
      }
    }

    func hashes() throws -> [ContentHash] {
      try entries.map { try $0.member("entryHash").digest() }
    }

    /// Whether a head goes on from the one before it, and is that of the entries.
    func proves(_ head: JSONNode) throws -> Bool {
      let size = try head.member("size").integer(in: 0...1_000)
      let old = try head.member("beforeSize").integer(in: 0...1_000)
      let root = try head.member("root").digest()
      let proof = try head.member("extension").string().split(separator: " ").compactMap {
        ContentHash(hex: $0)
      }
      return try MerkleTree.root(of: hashes().prefix(Int(size))) == root
        && MerkleTree.proves(
          extension: proof, from: Int(old), root: head.member("beforeRoot").digest(),
          to: Int(size), root: root)
    }
  }

  @Test(arguments: [1, 7, 16, 100])
  func `each batch of entries leads to a head that goes on from the one before`(limit: Int) throws {
    try answer(0..<40)
    var received = Received()
    var cursor = ExportCursor.start(of: .entries)
    while true {
      let batch = try consent.exportEntries(
        after: ExportCursor(cursor.description), limit: limit, at: now)
      for row in batch.rows { try received.take(row.line) }
      try received.take(ExportedEntry.closing(batch.rows[...]))
      cursor = batch.cursor
      if batch.isLast { break }
      if batch.rows.count == 40 { try answer(40..<45) }
    }
    #expect(received.entries.count == 40)
    let head = try consent.head(at: now)
    #expect(try received.heads.last?.member("root").digest() == head.root)
    #expect(try received.heads.last?.member("store").string() == head.store)
    var before: (Int64, ContentHash) = (0, ContentHasher.hash([]))
    for head in received.heads {
      #expect(try received.proves(head))
      #expect(try head.member("beforeSize").integer(in: 0...40) == before.0)
      #expect(try head.member("beforeRoot").digest() == before.1)
      #expect(try head.member("ledgerSize").integer(in: 0...99) == 40)
      before = (try head.member("size").integer(in: 0...40), try head.member("root").digest())
    }
  }

  @Test func `an entry has what is hashed, and nothing of the person`() throws {
    try consent.set(.answer(.enabled), for: SubjectKey("somebody"), at: now)
    try ConsentRepository(database, acting: EntryOrigin(.operator, channel: "desk", reason: "T-1"))
      .withdraw(SubjectKey("somebody"), at: now.advanced(by: 5))
    let rows = try consent.exportEntries(limit: 10, at: now).rows
    #expect(rows.map(\.event) == ["given", "withdrawn"])
    #expect(rows[1].channel == "desk" && rows[1].reason == "T-1" && rows[1].actor == "operator")
    for row in rows {
      let entry = LedgerEntry(
        sequence: row.sequence, time: row.time,
        event: try #require(ConsentEvent(rawValue: row.event)), subject: row.subject,
        payload: row.payload,
        origin: EntryOrigin(
          actor: try #require(EntryOrigin.Actor(rawValue: row.actor)), told: row.channel,
          row.reason),
        previous: row.previous)
      #expect(entry.hash == row.hash)
      #expect(!String(decoding: row.line, as: UTF8.self).contains("somebody"))
    }
  }

  @Test func `a cursor of another ledger, or of a later state of this one, is refused`() throws {
    try answer(0..<3)
    let path = store.file("backup.sqlite")
    try database.backUp(to: path)
    try answer(3..<5)
    let cursor = try consent.exportEntries(limit: 10, at: now).cursor
    #expect(try consent.exportEntries(after: cursor, limit: 10, at: now).rows == [])
    let restored = try AdDatabase(path: path, access: .readWrite)
    func refuses(_ cursor: ExportCursor) -> Bool {
      storeCode {
        _ = try ConsentRepository(restored).exportEntries(after: cursor, limit: 10, at: now)
      } == .foreignCursor
    }
    #expect(refuses(cursor))
    // Others have the numbers of the lost ones by now.
    try answer(7..<12, in: restored)
    #expect(refuses(cursor))
    #expect(refuses(.start(of: .loads)))
    #expect(!refuses(.start(of: .entries)))
    try restored.close()
    let other = try TemporaryStore()
    let foreign = try other.create()
    try answer(0..<5, in: foreign)
    #expect(
      storeCode {
        _ = try ConsentRepository(foreign).exportEntries(after: cursor, limit: 10, at: now)
      } == .foreignCursor)
  }

  @Test func `an entry that was edited goes out as it stands, and one of an unknown event, too`()
    throws
  {
    try answer(0..<3)
    try database.close()
    try store.tamper(
      ConsentVerifyTests.withoutRules + ConsentVerifyTests.withoutGuards + [
        "UPDATE consent_entries SET event = 'invented' WHERE sequence = 2"
      ])
    let consent = ConsentRepository(try AdDatabase(path: store.path, access: .readOnly))
    let rows = try consent.exportEntries(limit: 10, at: now).rows
    #expect(rows.map(\.event) == ["given", "invented", "given"])
  }

  /// A message on its way, which arrives at its time, or twice, or never.
  private struct Message {
    let time: Int64
    let name: String
    /// Nil for an answer.
    let bytes: [UInt8]?
  }

  @Test(arguments: 0..<30)
  func
    `whatever is lost, doubled, late or killed, the server ends with every entry in one row of heads`(
      seed: UInt64
    ) throws
  {
    var random = SeededRandom(seed: 0x5EED_0E00 + seed)
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    var limits = HistoryUpload<ExportedEntry>.Limits()
    limits.batchBytes = 4_000
    limits.rows = 9
    var upload = HistoryUpload<ExportedEntry>(after: .start(of: .entries), limits: limits)
    var kept = ExportCursor.start(of: .entries)
    var server: [Int64: String] = [:]
    var bodies: [String: [UInt8]] = [:]
    var received = Received()
    var messages: [Message] = []
    var (now, people): (Int64, Int) = (0, 0)
    func post(_ name: String, _ bytes: [UInt8]?, lossy: Bool) {
      for _ in 0..<(lossy && chance(30) ? 0 : chance(20) ? 2 : 1) {
        messages.append(
          Message(
            time: now + Int64.random(in: 1...(chance(20) ? 200_000 : 500), using: &random),
            name: name, bytes: bytes))
      }
    }
    for step in 0..<4_000 {
      let isCalm = step > 300
      if people < 50, chance(10) || isCalm {
        let more = Int.random(in: 1...4, using: &random)
        try answer(people..<people + more)
        people += more
        upload.resume()
      }
      if !isCalm, chance(2) {
        upload = HistoryUpload<ExportedEntry>(after: kept, limits: limits)
      }
      let due = messages.filter { $0.time <= now }
      messages.removeAll { $0.time <= now }
      for message in due.shuffled(using: &random) {
        if let bytes = message.bytes {
          #expect(bodies.updateValue(bytes, forKey: message.name) ?? bytes == bytes, "seed \(seed)")
          var batch = Received()
          try batch.take(bytes)
          #expect(batch.heads.count == 1, "seed \(seed)")
          received.heads += batch.heads
          for entry in batch.entries {
            let sequence = try entry.member("sequence").integer(in: 1...1_000)
            let hash = try entry.member("entryHash").string()
            #expect(server.updateValue(hash, forKey: sequence) ?? hash == hash, "seed \(seed)")
          }
          post(message.name, nil, lossy: !isCalm)
        } else {
          upload.acknowledge(message.name)
          kept = upload.acknowledged
        }
      }
      switch upload.next(at: now, using: &random) {
      case .read(let cursor, let limit):
        upload.take(
          try consent.exportEntries(
            after: cursor, limit: limit, at: self.now.advanced(by: now)))
      case .send(let batch):
        #expect(batch.bytes.count <= 4_000)
        post(batch.name, batch.bytes, lossy: !isCalm)
        if !isCalm, chance(10) { upload.fail(batch.name, at: now, using: &random) }
      case .wait(let time): now = min(time, messages.map(\.time).min() ?? time, now + 30_000)
      case .finished:
        guard isCalm, people >= 50, messages.isEmpty else {
          now += 1_000
          continue
        }
        let all = try consent.exportEntries(limit: 1_000, at: self.now).rows
        #expect(
          server.sorted { $0.key < $1.key }.map(\.value) == all.map(\.hash.hex), "seed \(seed)")
        received.entries = try all.map { JSONNode(try JSONReader.read($0.line)) }
        for head in received.heads { #expect(try received.proves(head), "seed \(seed)") }
        return
      }
    }
    Issue.record("it did not finish, seed \(seed)")
  }
}
