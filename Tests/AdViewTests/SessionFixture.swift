// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import Testing

/// A database with an ad in it, and sessions that show it.
struct SessionFixture {
  static let unit = AdUnitID(validated: "div-gpt-ad-mobile_1")
  static let page = PageID(validated: "homepage")

  let folder: URL
  let path: String
  let database: AdDatabase
  let clock = ManualClock()
  let subject: SubjectKey

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "adview-session-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "adview.sqlite").path()
    database = try AdDatabase.create(path: path, now: ManualClock.start)
    _ = try InventoryRepository(database).change(by: "test", at: ManualClock.start) { inventory in
      try inventory.addSample()
    }
    subject = try SubjectKey("user-17")
  }

  static func statement(
    _ choice: ConsentChoice = .enabled, days: Int64 = 365
  ) throws -> ConsentStatement {
    ConsentStatement(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: .gdpr, at: ManualClock.start
    )
  }

  /// A session in which the ad is in sight and may be loaded.
  func shown(_ options: AdSession.Options = AdSession.Options()) async throws -> AdSession {
    let session = try await AdSession.open(
      Self.page, in: database, subject: subject, options: options, clock: clock.clock)
    _ = try session.record(Self.statement())
    _ = try await session.storeAnswers(within: .seconds(60))
    _ = session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)))
    _ = session.handle(
      .place([AdFrame(unit: Self.unit, frame: AdRect(x: 36, y: 100, width: 320, height: 320))]))
    #expect(session.state(of: Self.unit) == .fetched)
    return session
  }

  /// Another process that has the same file.
  func elsewhere(_ body: (AdDatabase) throws -> Void) throws {
    let other = try AdDatabase(path: path, access: .readWrite)
    try body(other)
    try other.close()
  }

  func clean() { try? FileManager.default.removeItem(at: folder) }

  /// Changes the inventory as another process does.
  func change(_ body: (inout InventoryEdit) throws -> Void) throws {
    try elsewhere { other in
      try InventoryRepository(other).change(by: "ops", at: ManualClock.start, body)
    }
  }

  /// Passes some seconds, in each of which the session looks.
  func look(_ session: AdSession) {
    for _ in 0..<3 {
      clock.advance(by: 1_000)
      _ = session.tick()
    }
  }
}
