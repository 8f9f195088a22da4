// SPDX-License-Identifier: MIT
import AdView
import Foundation
import Testing

/// A feed's banner pool beside the database that its app has open.
@Suite struct BannerPoolHistoryTests {
  /// 20 November 2026.
  private static let now = Timestamp(milliseconds: 1_795_132_800_000)

  @Test func `what a pool's banners did is in the history, each load with its consent`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "adview-pool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try AdDatabase.create(
      path: folder.appending(path: "adview.sqlite").path(), now: Self.now)

    let consent = ConsentRepository(database)
    let person = try SubjectKey("user-17")
    let answer = ConsentStatement(
      choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: Self.now)
    _ = try consent.set(answer, for: person, at: Self.now)
    guard case .open(let permit) = consent.decision(for: person, at: Self.now).loadGate else {
      Issue.record("the gate is closed")
      return
    }
    let session = try RecordedSession(
      id: SessionID("feed-1"), page: PageID("feed"), startedAt: Self.now, clockAtStart: 0)
    let recorder = TransitionRecorder(session, in: database)

    var random = SystemRandomNumberGenerator()
    var pool = try BannerPool(unit: AdUnitID("feed-banner"), count: 1)
    let nowhere = AdRect(x: 0, y: 0, width: 0, height: 0)
    let viewport = AdRect(x: 0, y: 0, width: 393, height: 852)
    var effects = pool.open(permit, at: 0)
    effects += pool.handle(.received, of: 0, at: 100, using: &random)
    effects += pool.take(for: 0, at: 200)
    effects += pool.close(.consentWithdrawn, at: 300)
    for case .record(let change) in effects {
      let unit = pool.unit(of: change.banner)
      recorder.record([change.transition(of: unit, frame: nowhere, viewport: viewport)])
    }
    try recorder.close()
    #expect(recorder.report.lost == 0)

    let entries = try HistoryRepository(database).list(limit: 10).entries.reversed()
    let lives = Dictionary(grouping: entries, by: \.transition.unit.rawValue)
    #expect(
      lives["feed-banner#0"]?.map(\.transition.to) == [.fetched, .displayed, .unloaded])
    #expect(lives["feed-banner#1"]?.map(\.transition.to) == [.fetched, .unloaded])
    #expect(entries.filter { $0.transition.to == .fetched }.allSatisfy { $0.mode == .personalized })
    try database.close()
  }
}
