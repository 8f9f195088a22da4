// SPDX-License-Identifier: MIT
import AdView
import Foundation

/// The worst stall of the page's thread in each call that it makes, beside a process that holds the
/// write lock.
enum StallBenchmark {
  private static let limit = 5e-3
  /// Seconds.
  private static let sleep = 1e-3
  private static let page = PageID(validated: "homepage")
  private static let longPage = PageID(validated: "long")
  private static let unit = AdUnitID(validated: "div-gpt-ad-mobile_1")

  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("The worst stall of the page's thread")
    guard (try? Spawned(program: "sqlite3", arguments: ["-version"]).run()) != nil else {
      report.note("skipped: there is no sqlite3 shell on PATH")
      return
    }
    for seconds in [0, 2, 6] {
      // While a lock is held, nobody else changes anything.
      for (place, call) in Call.allCases.enumerated() where seconds == 0 || !call.isOfOthers {
        let path = workplace.path("stall-\(seconds)-\(place).sqlite")
        let worst = try MainActor.assumeIsolated {
          try measure(call, path, lockedFor: seconds)
        }
        report.single(
          "\(call.rawValue), \(seconds == 0 ? "alone" : "lock held \(seconds) s")", worst,
          limit: limit)
      }
    }
  }

  private enum Call: String, CaseIterable {
    case open = "open a session"
    case scroll = "scroll by a step"
    case record = "record an answer"
    case withdraw = "withdraw"
    case suspend = "suspend and resume"
    case close = "close a session"
    case letGo = "let go of a session"
    case units = "follow another's change to one of 60 units"
    case answer = "follow another's answer, the twentieth, 60 units"

    var isOfOthers: Bool { self == .units || self == .answer }
  }

  @MainActor private static func measure(
    _ call: Call, _ path: String, lockedFor seconds: Int
  ) throws -> Double {
    let database = try wait { try await AdDatabase.open(at: path) }
    _ = try InventoryRepository(database).change(by: "bench", at: .now) { try $0.addSample() }
    let subject = try SubjectKey("bench")
    try ConsentRepository(database).set(try answer(.enabled), for: subject, at: .now)
    var session: AdSession? = try begin(database, subject)
    let lock = seconds > 0 ? try HeldLock(path, for: seconds) : nil
    var worst = 0.0
    switch call {
    case .open: worst = try Stopwatch.seconds { session = try begin(database, subject) }
    case .scroll:
      let end = Date() + Double(max(seconds, 1))
      var step = 0.0
      while Date() < end {
        step += 1
        let viewport = AdRect(x: 0, y: 200 * sin(step / 50), width: 393, height: 852)
        worst = max(worst, Stopwatch.seconds { _ = session?.handle(.viewport(viewport)) })
        RunLoop.main.run(until: Date() + 0.016)
      }
    case .record:
      worst = try Stopwatch.seconds { _ = try session?.record(try answer(.disabled)) }
    case .withdraw: worst = Stopwatch.seconds { _ = session?.withdraw() }
    case .suspend:
      worst = Stopwatch.seconds {
        _ = session?.suspend()
        _ = session?.resume()
      }
    case .close:
      let closing = session
      // What a lock that is held for longer keeps from being stored is told, and is no stall.
      worst = try stall { _ = try? await closing?.close() }
    case .letGo: worst = Stopwatch.seconds { session = nil }
    case .units, .answer:
      worst = try follow(
        call == .units ? changeNotes : answerAgain, times: 20, path, database, subject)
    }
    lock?.release()
    session = nil
    _ = try wait { await database.suspend(within: .seconds(30)) }
    return worst
  }

  /// A session of a page of sixty units that finds, at each step of a scroll, that another process has
  /// changed something.
  @MainActor private static func follow(
    _ change: (AdDatabase, SubjectKey, _ round: Int) throws -> Void, times: Int, _ path: String,
    _ database: AdDatabase, _ subject: SubjectKey
  ) throws -> Double {
    _ = try InventoryRepository(database).change(by: "bench", at: .now) { edit in
      for entry in try SampleUnits.entries(160).suffix(60) {
        var entry = entry
        entry.unit.page = longPage
        entry.unit.position = nil
        try edit.add(entry)
      }
    }
    let session = try AdSession(database, page: longPage, subject: subject)
    let other = try AdDatabase(path: path, access: .readWrite)
    var worst = 0.0
    for round in 0..<times {
      try change(other, subject, round)
      let viewport = AdRect(x: 0, y: Double(round), width: 393, height: 852)
      worst = max(worst, Stopwatch.seconds { _ = session.handle(.viewport(viewport)) })
    }
    try other.close()
    return worst
  }

  private static func changeNotes(
    in other: AdDatabase, of _: SubjectKey, _ round: Int
  ) throws {
    _ = try InventoryRepository(other).change(by: "bench", at: .now) { edit in
      try edit.set(AdUnitID("div-gpt-ad-mobile_107")) { $0.notes = "\(round)" }
    }
  }

  private static func answerAgain(
    in other: AdDatabase, of subject: SubjectKey, _ round: Int
  ) throws {
    try ConsentRepository(other).set(
      try answer(round.isMultiple(of: 2) ? .disabled : .enabled), for: subject, at: .now)
  }

  private static func answer(_ choice: ConsentChoice) throws -> ConsentStatement {
    ConsentStatement(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: .gdpr, at: .now)
  }

  /// A session with an ad in sight, and something to write.
  @MainActor private static func begin(
    _ database: AdDatabase, _ subject: SubjectKey
  ) throws -> AdSession {
    let session = try AdSession(database, page: page, subject: subject)
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    _ = session.handle(
      .place([AdFrame(unit: unit, frame: AdRect(x: 36, y: 100, width: 320, height: 320))]))
    guard session.state(of: unit) == .fetched else {
      throw Failure(description: "the ad was not loaded: \(session.gate)")
    }
    return session
  }

  /// Runs what does not end at once on the page's thread, and gives the longest time for which
  /// nothing else could run there. The thread sleeps for a moment in each turn, as a page's does: one that
  /// is always busy is made to wait for other processes.
  @MainActor private static func stall(
    _ body: @escaping @MainActor () async throws -> Void
  ) throws -> Double {
    var result: Result<Void, any Error>?
    var worst = 0.0
    Task { @MainActor in
      do { result = .success(try await body()) } catch { result = .failure(error) }
    }
    while result == nil {
      let turn = Stopwatch.seconds { RunLoop.main.run(until: Date() + sleep) }
      worst = max(worst, turn - sleep)
    }
    try result?.get()
    return worst
  }

  @MainActor private static func wait<Value: Sendable>(
    _ body: @escaping @MainActor () async throws -> Value
  ) throws -> Value {
    var value: Value?
    _ = try stall { value = try await body() }
    guard let value else { throw Failure(description: "nothing was waited for") }
    return value
  }
}

/// Another process that holds the write lock of a database.
private final class HeldLock {
  private let process = Process()

  init(_ path: String, for seconds: Int) throws {
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let words = "BEGIN IMMEDIATE;\n.print held\n.shell sleep \(seconds)\nROLLBACK;\n.quit\n"
    try input.fileHandleForWriting.write(contentsOf: Data(words.utf8))
    guard String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "held\n"
    else { throw Failure(description: "the lock cannot be held") }
  }

  /// Lets go of it, if it is still held.
  func release() {
    process.terminate()
    process.waitUntilExit()
  }
}
