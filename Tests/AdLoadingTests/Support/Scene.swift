// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// A page with the viewport and the one ad of the pinned cases, told in times and distances.
struct Scene {
  static let ad = AdUnitID(validated: "div-gpt-ad-mobile_1")
  static let permit = LoadPermit(record: ConsentRecordID(7), mode: .personalized)
  static let viewport = AdRect(x: 0, y: 0, width: 393, height: 800)

  var engine: LoadingEngine

  init(_ thresholds: LoadingThresholds = .standard, gate: LoadGate = .open(permit)) throws {
    engine = LoadingEngine(under: LoadingTerms(thresholds: thresholds, gate: gate))
    _ = try engine.handle(.viewport(Self.viewport), at: 0)
  }

  static func frame(below distance: Double) -> AdRect {
    AdRect(x: 36, y: viewport.maxY + distance, width: 320, height: 320)
  }

  /// Places the ad so many points below the viewport's lower edge.
  mutating func place(
    _ unit: AdUnitID = ad, below distance: Double, at time: Int64
  ) throws -> [String] {
    try tell(.frame(AdFrame(unit: unit, frame: Self.frame(below: distance))), at: time)
  }

  /// Tells the engine something; the transitions come back as `TIME UNIT FROM>TO CAUSE`, without
  /// the unit where it is the ad of the pinned cases.
  mutating func tell(_ event: LoadingEvent, at time: Int64) throws -> [String] {
    try engine.handle(event, at: time).map { change in
      let name = change.unit == Self.ad ? "" : " \(change.unit)"
      return "\(change.time)\(name) \(change.from)>\(change.to) \(change.cause)"
    }
  }

  /// Lets time pass.
  mutating func wait(until time: Int64) throws -> [String] { try tell(.tick, at: time) }

  var state: LoadState { engine.state(of: Self.ad) }
}
