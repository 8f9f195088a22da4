// SPDX-License-Identifier: MIT
import AdInjection
import AdLoading
import AdModel
import AdReports
import TestSupport

/// Random scrolls over random columns of ads with the transitions that the engine makes of them,
/// for the preview's rule in JavaScript to agree with.
enum LoadingRuleCases {
  static func document() throws -> JSONValue {
    var cases: [JSONValue] = []
    try Fuzz.forEachSeed(200) { seed, random in
      cases.append(try makeCase(seed: seed, using: &random))
    }
    return ["rule": .string(PagePreviewScript.rule.text), "cases": .array(cases)]
  }

  private static func makeCase(
    seed: UInt64, using random: inout SeededRandom
  ) throws -> JSONValue {
    let thresholds = try LoadingThresholds(
      fetch: Double(random.int(200...1_200)), display: Double(random.int(0...200)),
      unload: Double(random.int(0...2_000)), unloadingEnabled: !random.isOneIn(4),
      throttle: Int64(random.int(0...120)), stabilityDelay: Int64(random.int(0...1_500)),
      prediction: random.isOneIn(3) ? 0 : Int64(random.int(1...2_000)))
    let tops = (0..<random.int(1...12)).map { _ in Double(random.int(0...9_000)) }
    // Ids in the order of their places, which is the order of transitions in one check.
    let units = try tops.indices.map { try AdUnitID("unit-\($0 + 10)") }
    let liveViews = random.int(1...12)
    var engine = LoadingEngine(
      under: LoadingTerms(
        thresholds: thresholds,
        gate: .open(LoadPermit(record: ConsentRecordID(1), mode: .limited)),
        loadedAdsLimit: liveViews))
    _ = try engine.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 0)
    var transitions = try engine.handle(
      .layout(
        zip(units, tops).map {
          AdFrame(unit: $0, frame: AdRect(x: 20, y: $1, width: 320, height: 250))
        }), at: 0)
    var offset = 0.0
    var time: Int64 = 0
    var steps: [JSONValue] = []
    var known = 0
    /// Runs what is due until a time, and renders what is displayed by it, once.
    func pass(until time: Int64) throws {
      while true {
        for change in transitions[known...] where change.to == .displayed {
          transitions += try engine.handle(.rendered(change.unit), at: change.time)
        }
        known = transitions.count
        guard let due = engine.nextDeadline, due <= time else { return }
        transitions += try engine.handle(.tick, at: due)
      }
    }
    for _ in 0..<random.int(5...60) {
      steps.append([.integer(time), .double(offset)])
      try pass(until: time)
      transitions += try engine.handle(
        .viewport(AdRect(x: 0, y: offset, width: 393, height: 852)), at: time)
      time += Int64(random.int(0...random.int(1...700)))
      if !random.isOneIn(3) {
        offset = max(0, offset + Double(random.int(-1_500...2_500)) / Double(random.int(1...20)))
      }
    }
    try pass(until: time + 40_000)
    return [
      "seed": .integer(Int64(clamping: seed)),
      "data": [
        "open": true, "viewportHeight": 852, "fetch": .double(thresholds.fetch),
        "display": .double(thresholds.display),
        "unload": .double(max(thresholds.unload, thresholds.fetch)),
        "unloading": .bool(thresholds.unloadingEnabled),
        "liveViews": .integer(Int64(liveViews)), "throttle": .integer(thresholds.throttle),
        "stability": .integer(thresholds.stabilityDelay),
        "prediction": .integer(thresholds.prediction),
        "motionWindow": .integer(ScrollSpeed.window),
        "pause": .integer(LoadingEngine.requestPause),
        "units": .array(
          zip(units, tops).map {
            ["id": .string($0.rawValue), "top": .double($1), "bottom": .double($1 + 250)]
          }),
      ],
      "steps": .array(steps), "end": .integer(time + 40_000),
      "transitions": .array(
        transitions.map { change in
          [
            .integer(change.time), .integer(Int64(units.firstIndex(of: change.unit) ?? -1)),
            .string(change.from.rawValue), .string(change.to.rawValue),
            .string(change.cause.rawValue),
          ]
        }),
    ]
  }
}
