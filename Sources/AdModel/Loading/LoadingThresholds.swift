// SPDX-License-Identifier: MIT

/// How far from the viewport ads are fetched, displayed and unloaded, and how often that is checked.
public struct LoadingThresholds: Hashable, Sendable {
  /// The greatest distance, in points.
  package static let greatestDistance = 1_000_000.0
  /// The greatest duration, in milliseconds: one hour.
  package static let greatestDuration: Int64 = 3_600_000
  /// Any distance.
  package static let distanceLimit = Limit(0...greatestDistance, "points")
  /// The longest way ahead, in milliseconds of scroll: ten seconds.
  package static let greatestPrediction: Int64 = 10_000
  /// Any prediction.
  package static let predictionLimit = Limit(0...Double(greatestPrediction), "milliseconds")
  /// Any duration.
  package static let durationLimit = Limit(0...Double(greatestDuration), "milliseconds")

  /// How far from the viewport an ad is fetched, in points.
  public package(set) var fetch: Double
  /// How far from the viewport an ad is displayed, in points.
  public package(set) var display: Double
  /// How far from the viewport an ad is unloaded, in points; where ``fetch`` is more, that counts.
  public package(set) var unload: Double
  /// Whether ads are unloaded at all.
  public package(set) var unloadingEnabled: Bool
  /// The least time between two checks, in milliseconds.
  public package(set) var throttle: Int64
  /// How long an ad must be beyond the unload distance before it is unloaded, in milliseconds.
  public package(set) var stabilityDelay: Int64
  /// How far ahead of a scroll ads are fetched and displayed beyond their distances, in milliseconds at the
  /// speed that it has, to whichever side it goes; 0 for not at all. Where ads are unloaded, no farther
  /// than ``unload``, which then counts to the sides, too.
  public package(set) var prediction: Int64

  /// The thresholds of the seeds: 800, 200 and 1600 points, unloading off, 67 ms and 2000 ms, no prediction.
  public static let standard = LoadingThresholds()

  private init() {
    fetch = 800
    display = 200
    unload = 1600
    unloadingEnabled = false
    throttle = 67
    stabilityDelay = 2000
    prediction = 0
  }

  /// Makes thresholds after checking them.
  /// - Parameters:
  ///   - fetch: Fetch distance, 0 to `greatestDistance` points.
  ///   - display: Display distance, 0 to `fetch` points.
  ///   - unload: Unload distance, 0 to `greatestDistance` points.
  ///   - unloadingEnabled: Whether ads are unloaded at all.
  ///   - throttle: Least time between checks, 0 to `greatestDuration` milliseconds.
  ///   - stabilityDelay: Time beyond the unload distance, 0 to `greatestDuration` milliseconds.
  ///   - prediction: How far ahead of a scroll, 0 to `greatestPrediction` milliseconds at its speed.
  /// - Throws: ``InvalidValue`` with `outOfRange` or `contradiction`.
  public init(
    fetch: Double = 800, display: Double = 200, unload: Double = 1600,
    unloadingEnabled: Bool = false, throttle: Int64 = 67, stabilityDelay: Int64 = 2000,
    prediction: Int64 = 0
  ) throws(InvalidValue) {
    self.fetch = fetch
    self.display = display
    self.unload = unload
    self.unloadingEnabled = unloadingEnabled
    self.throttle = throttle
    self.stabilityDelay = stabilityDelay
    self.prediction = prediction
    try validate()
  }

  /// Checks distances and durations, for whoever has set them one by one.
  /// - Throws: ``InvalidValue`` with `outOfRange` or `contradiction`.
  package func validate() throws(InvalidValue) {
    for (name, distance) in [("fetch", fetch), ("display", display), ("unload", unload)] {
      try Self.distanceLimit.check(distance, "\(name) threshold")
    }
    if display > fetch {
      throw InvalidValue(
        .contradiction, field: "display threshold",
        reason: "is \(display.formatted), above the fetch threshold of \(fetch.formatted); "
          + "an ad is fetched before it is displayed")
    }
    for (name, duration) in [("throttle", throttle), ("stability delay", stabilityDelay)] {
      try Self.durationLimit.check(Double(duration), name)
    }
    try Self.predictionLimit.check(Double(prediction), "prediction")
  }
}

extension LoadingThresholds: Codable {
  /// The members, called as in documents.
  private enum CodingKeys: String, CodingKey {
    case fetch, display, unload
    case unloadingEnabled = "unloading"
    case throttle = "throttleMs"
    case stabilityDelay = "stabilityMs"
    case prediction = "predictionMs"
  }

  /// Reads thresholds and checks them.
  /// - Throws: `DecodingError`, where they break a rule with the field and its limit.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self = .standard
    fetch = try members.decode(Double.self, forKey: .fetch)
    display = try members.decode(Double.self, forKey: .display)
    unload = try members.decode(Double.self, forKey: .unload)
    unloadingEnabled = try members.decode(Bool.self, forKey: .unloadingEnabled)
    throttle = try members.decode(Int64.self, forKey: .throttle)
    stabilityDelay = try members.decode(Int64.self, forKey: .stabilityDelay)
    prediction = try members.decodeIfPresent(Int64.self, forKey: .prediction) ?? 0
    try decoder.codingPath.naming(validate)
  }
}
