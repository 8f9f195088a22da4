// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdStore
import Foundation
import Testing

/// The example of the README, compiled, run, and held against the README's text.
@Suite struct ReadmeExampleTests {
  @Test func `the example loads an ad and keeps it in the history`() throws {
    let store = try TemporaryStore()
    let created = try store.create()
    _ = try InventoryRepository(created).change(by: "test", at: TemporaryStore.now) { inventory in
      try inventory.addSample()
    }
    try created.close()
    var shown: [LoadState] = []
    try example(path: store.path, now: TemporaryStore.now) { shown.append($0) }
    #expect(shown == [.fetched, .displayed])

    let database = try AdDatabase(path: store.path, access: .readOnly)
    let page = try HistoryRepository(database).list(limit: 10)
    #expect(page.entries.map(\.transition.to) == [.displayed, .fetched])
    #expect(page.entries.last?.transition.consentRecord == ConsentRecordID(1))
  }

  @Test func `the README shows this file's example`() throws {
    let here = URL(filePath: #filePath)
    let source = try String(contentsOf: here, encoding: .utf8)
    let top = here.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try String(contentsOf: top.appending(path: "README.md"), encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasSuffix("// README: begin") })
    let last = try #require(lines.firstIndex { $0.hasSuffix("// README: end") })
    let example = lines[(first + 1)..<last].map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
    #expect(readme.contains("```swift\n" + example.joined(separator: "\n") + "\n```"))
  }

  private func example(path: String, now: Timestamp, show: @escaping (LoadState) -> Void) throws {
    // README: begin
    let database = try AdDatabase(path: path, access: .readWrite)

    // What a person answered is kept as evidence, and opens or closes the gate.
    let consent = ConsentRepository(database)
    let person = try SubjectKey("user-17")
    let answer = ConsentStatement(
      choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: now)
    _ = try consent.set(answer, for: person, at: now)
    let gate = consent.decision(for: person, at: now).loadGate

    // The manager takes units and thresholds from the store, and writes every transition back.
    let page = try PageID("homepage")
    let recorder = try TransitionRecorder(
      RecordedSession(id: SessionID("launch-1"), page: page, startedAt: now), in: database)
    let manager = try LazyLoadingManager(
      page: page, source: InventoryRepository(database), gate: gate, recorder: recorder)

    let unit = try AdUnitID("div-gpt-ad-mobile_1")
    _ = manager.observe(unit) { change in show(change.to) }
    let frame = AdRect(x: 36, y: 900, width: 320, height: 320)
    try manager.place([AdFrame(unit: unit, frame: frame)], at: 0)
    try manager.moveViewport(to: AdRect(x: 0, y: 0, width: 393, height: 852), at: 100)
    if let deadline = manager.nextDeadline { manager.tick(at: deadline) }

    try recorder.close()
    try database.close()
    // README: end
  }
}
