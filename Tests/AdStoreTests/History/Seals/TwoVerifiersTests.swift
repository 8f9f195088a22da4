// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite
import Foundation
import TestSupport
import Testing

@testable import AdStore

private let python = "/usr/bin/python3"
private let hasPython = FileManager.default.fileExists(atPath: python)

/// `scripts/verify-ledger`, written from the format's words alone, beside this program's audit.
///
/// `ADVIEW_TAMPERINGS=10000 ADVIEW_UNTOUCHED=1000 swift test --filter TwoVerifiersTests` tries more.
@Suite(.enabled(if: hasPython), .timeLimit(.minutes(60)))
struct TwoVerifiersTests {
  private static let script = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "scripts/verify-ledger").path()

  /// A number that the environment gives.
  private static func number(_ name: String, else standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }

  /// What this program finds wrong with a file.
  private func ownFaults(_ path: String) throws -> [String] {
    let database = try AdDatabase(path: path, access: .readOnly)
    defer { try? database.close() }
    let consent = ConsentRepository(database)
    let fault = try consent.verify().fault.map { ["\($0)"] } ?? []
    return try fault + HistoryRepository(database).auditSeals().faults.map(\.description)
      + consent.auditNotices().altered
  }

  /// What the script says of each of some files.
  private func scriptSays(_ paths: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [Self.script] + paths
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if paths.count == 1 { return [said] }
    var rest = said[...]
    return try paths.map { path in
      let end = try #require(rest.range(of: "-- \(path)\n"), "\(said)")
      defer { rest = rest[end.upperBound...] }
      return String(rest[..<end.lowerBound])
    }
  }

  private func findsFaults(_ path: String) throws -> (own: Bool, other: Bool, words: String) {
    let own = try ownFaults(path)
    let other = try scriptSays([path])[0]
    return (!own.isEmpty, !other.contains("nothing is wrong"), "\(own); \(other)")
  }

  /// Whoever can write the file, and does not know the secret, gives two people each other's answers: each
  /// entry is hashed as it should be.
  @Test(arguments: [false, true])
  func `both name people who were swapped by changes of their keys`(isClosed: Bool) throws {
    let recorded = try SeededStore(seed: 7, isFull: true).recorded
    let path = recorded.store.path
    #expect(try !findsFaults(path).own && !findsFaults(path).other)
    let end = RecordedHistory.start.advanced(by: 3_000_000)
    try recorded.database.write { connection in
      let (reader, writer) = (ConsentReader(connection), LedgerWriter(connection, as: .rule))
      let keys = try ["user-1", "user-2"].map {
        try SubjectKey(hashing: $0, secret: SeededStore.secret)
      }
      let first = try #require(try reader.person(stored: keys[0].stored))
      let second = try #require(try reader.person(stored: keys[1].stored))
      let between = SubjectKey(stored: SubjectKey.hashPrefix + "0", secretCheck: nil)
      _ = try writer.rekey(first, to: between, at: end)
      _ = try writer.rekey(second, to: keys[0], at: end)
      _ = try writer.rekey(first, to: keys[1], at: end)
      if isClosed { try writer.adopt(ContentHasher.hash("made up"), of: 2, at: end) }
    }
    let found = try findsFaults(path)
    #expect(found.own && found.other, "\(found.words)")
    try recorded.database.close()
  }

  @Test func `both name whatever is altered, wherever it is`() async throws {
    let count = Self.number("ADVIEW_TAMPERINGS", else: 40)
    let first = Self.number("ADVIEW_SEED", else: 1)
    var made: [RecordedHistory] = []
    var bases: [String] = []
    for seed in 1...(count > 1_000 ? 8 : 2) as ClosedRange<UInt64> {
      let recorded = try SeededStore(seed: seed, isFull: seed.isMultiple(of: 2)).recorded
      let base = recorded.store.file("base.sqlite")
      // What nobody ended is sealed by whoever opens the file next: until then its row may be altered.
      let next = try await AdDatabase.open(at: recorded.store.path)
      try await next.write(within: .seconds(10)) {}
      try next.close()
      try recorded.database.close()
      try FileManager.default.copyItem(atPath: recorded.store.path, toPath: base)
      let found = try findsFaults(base)
      #expect(!found.own && !found.other, "store \(seed): \(found.words)")
      made.append(recorded)
      bases.append(base)
    }
    var tried: [Tampering.Kind: Int] = [:]
    var waiting: [(path: String, words: String)] = []
    var attempts = 0
    while tried.values.reduce(0, +) < count, attempts < count * 4 {
      defer { attempts += 1 }
      var random = SeededRandom(seed: UInt64(first + attempts))
      let path = made[0].store.file("tampered-\(waiting.count).sqlite")
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
      try FileManager.default.copyItem(
        atPath: bases[random.int(0...bases.count - 1)], toPath: path)
      let kinds = Tampering.Kind.allCases
      let kind = kinds[attempts % kinds.count]
      guard let words = try tamper(path, kind, &random) else { continue }
      tried[kind, default: 0] += 1
      let place = "seed \(first + attempts), \(words)"
      #expect(try !ownFaults(path).isEmpty, "not named by this program: \(place)")
      waiting.append((path, place))
      if waiting.count == 50 { try askScript(&waiting) }
    }
    try askScript(&waiting)
    print("\(tried.values.reduce(0, +)) tamperings: \(tried)")
    #expect(tried.count == Tampering.Kind.allCases.count)
  }

  private func askScript(_ waiting: inout [(path: String, words: String)]) throws {
    if waiting.isEmpty { return }
    for (said, (_, words)) in zip(try scriptSays(waiting.map(\.path)), waiting) {
      #expect(!said.contains("nothing is wrong"), "not named by the script: \(words)")
    }
    waiting = []
  }

  private func tamper(
    _ path: String, _ kind: Tampering.Kind, _ random: inout SeededRandom
  ) throws -> String? {
    let file = try Connection(
      path: path, mode: .readWrite,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try file.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    let triggers = try file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
      try $0.all { $0.text(0) }
    }
    for name in triggers { try file.execute("DROP TRIGGER \(name)") }
    let words = try Tampering(file).apply(kind, &random)
    try file.close()
    return words
  }

  @Test func `neither names anything of what nobody touched`() throws {
    let count = Self.number("ADVIEW_UNTOUCHED", else: 4)
    var waiting: [(RecordedHistory, seed: UInt64)] = []
    for seed in 1...UInt64(count) {
      let recorded = try SeededStore(seed: seed &* 7_919).recorded
      try recorded.database.close()
      #expect(try ownFaults(recorded.store.path) == [], "store \(seed &* 7_919)")
      waiting.append((recorded, seed &* 7_919))
      guard waiting.count == 20 || seed == count else { continue }
      for (said, store) in zip(try scriptSays(waiting.map(\.0.store.path)), waiting) {
        #expect(said.contains("nothing is wrong"), "store \(store.seed): \(said)")
      }
      waiting = []
    }
    print("\(count) untouched stores")
  }
}
