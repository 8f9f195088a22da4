// SPDX-License-Identifier: MIT
import AdModel
import TestSupport

@testable import AdLoading
@testable import AdStore

/// Somebody who scrolls up and down a feed for some minutes, recorded with all that the engine was told;
/// some ads come quickly, some slowly, some never.
struct ScrolledReader {
  private let recorder: TransitionRecorder
  private var engine: RecordedEngine
  private var random: SeededRandom
  private var viewport = AdRect(x: 0, y: 0, width: 393, height: 852)
  private let ads: [AdUnitID: AdRect]
  private var (now, speed): (Int64, Double) = (5_000, 0)
  /// What is still to become of ads.
  private var coming: [(time: Int64, unit: AdUnitID, event: AdEvent)] = []

  init(_ recorder: TransitionRecorder, consent: ConsentRecordID, seed: UInt64) throws {
    self.recorder = recorder
    random = SeededRandom(seed: seed)
    engine = RecordedEngine(
      under: LoadingTerms(
        thresholds: try LoadingThresholds(fetch: 600, display: 300, unloadingEnabled: true),
        gate: .open(LoadPermit(record: consent, mode: .limited))), recorder)
    ads = Dictionary(
      uniqueKeysWithValues: (0..<40).map {
        (
          AdUnitID(validated: "feed-\($0)"),
          AdRect(x: 36, y: 500 + Double($0) * 700, width: 320, height: 250)
        )
      })
    try handle(.layout(ads.map { AdFrame(unit: $0, frame: $1) }.sorted { $0.unit < $1.unit }))
  }

  /// Reads on for some milliseconds.
  mutating func read(for duration: Int64) throws {
    let end = now + duration
    while now < end {
      if speed.magnitude < 0.02 {
        now += Int64.random(in: 200...1_500, using: &random)
        speed = Double.random(in: -3...5, using: &random)
      }
      now += 33
      viewport.y = min(max(viewport.y + speed * 33, 0), 27_000)
      speed *= 0.94
      try handle(.viewport(viewport))
    }
  }

  /// Ends the session.
  func close() throws { try recorder.close(at: now) }

  private mutating func handle(_ event: LoadingEvent) throws {
    for happened in coming.filter({ $0.time <= now }).sorted(by: { $0.time < $1.time }) {
      recorder.record([.became(happened.event, happened.unit, at: happened.time)])
    }
    coming.removeAll { $0.time <= now }
    for change in try engine.handle(event, at: now) {
      if change.to == .unloaded { coming.removeAll { $0.unit == change.unit } }
      guard change.to == .displayed else { continue }
      let chance = Int.random(in: 0..<10, using: &random)
      guard chance > 1 else { continue }
      let rendered = now + Int64.random(in: 100...(chance == 2 ? 5_000 : 900), using: &random)
      coming.append((rendered, change.unit, .rendered(nil)))
      guard let place = ads[change.unit], place.y < viewport.y + viewport.height else { continue }
      coming.append((rendered, change.unit, .appeared(afterWaiting: rendered - now)))
    }
  }
}
