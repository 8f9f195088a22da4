// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdLoading
import AdModel
import AdStore
import TestSupport

/// Sessions of people who scroll through a feed, each recorded with its scroll.
struct ScrolledSessions {
  let database: AdDatabase
  let record: ConsentRecordID
  let start: Timestamp
  /// Whether ads are close to each other, flings wide and sessions long.
  let isDense: Bool
  var random: SeededRandom

  private static let viewport = AdRect(x: 0, y: 0, width: 393, height: 852)

  /// Records one: half a minute to two minutes, a dozen to forty ads, flings and rests; a dense one has
  /// three minutes and a hundred.
  mutating func record(_ number: Int) throws {
    let page = "feed-\(number % 5)"
    let session = try RecordedSession(
      id: SessionID("scroll-\(number)"), page: PageID(page), appVersion: "7.\(number % 4).0",
      device: "phone", startedAt: start.advanced(by: Int64(number) * 240_000), clockAtStart: 0)
    let recorder = TransitionRecorder(session, in: database, capacity: 100_000, interval: nil)
    let thresholds = try LoadingThresholds(unloadingEnabled: number % 3 > 0)
    let permit = LoadPermit(record: record, mode: .personalized)
    let terms = LoadingTerms(thresholds: thresholds, gate: .open(permit))
    let builder = try BundleBuilder(
      decision: .allowed(permit),
      handOff: ConsentHandOff(
        of: ConsentStatement(
          choices: ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: start),
        form: .both))
    var engine = LoadingEngine(under: terms)
    recorder.begin(under: terms)
    func handle(_ event: LoadingEvent, at time: Int64) throws {
      let transitions = try engine.handle(event, at: time)
      for load in transitions where load.to == .fetched {
        let bundle = try builder.bundle(for: InventoryUnit(id: load.unit), targeting: [])
        recorder.note(ToldScripts(bundle), of: load.unit)
      }
      recorder.record([.told(event, at: time)] + transitions.map { .changed($0) })
    }
    let count = Int.random(in: isDense ? 80...120 : 12...40, using: &random)
    let spacing = isDense ? 340.0 : 650
    let ads = try (0..<count).map { place in
      AdFrame(
        unit: try AdUnitID("\(page)-\(place)"),
        frame: AdRect(
          x: 36, y: 700 + Double(place) * spacing, width: 320, height: place % 3 == 0 ? 320 : 250))
    }
    try handle(.layout(ads), at: 0)
    var viewport = Self.viewport
    try handle(.viewport(viewport), at: 0)
    let bottom = Double(count) * spacing + 700
    let end = Int64.random(in: isDense ? 200_000...220_000 : 30_000...120_000, using: &random)
    var now = Int64.random(in: 200...2_000, using: &random)
    while now < end {
      // Points a millisecond at first; most flings go down.
      var speed = Double.random(in: -2.5...6, using: &random) * (isDense ? 2 : 1)
      while speed.magnitude > 0.03, now < end {
        now += 16
        viewport.y = min(max(viewport.y + speed * 16, 0), bottom)
        viewport.y = (viewport.y * 3).rounded() / 3
        speed *= 0.965
        try handle(.viewport(viewport), at: now)
      }
      now += Int64.random(in: 200...4_000, using: &random)
    }
    try recorder.close(at: max(now, end))
  }
}
