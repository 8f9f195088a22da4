// SPDX-License-Identifier: MIT
import AdModel

/// The options that describe thresholds, the same for `page set` and `simulate`.
enum ThresholdFields {
  enum OnOff: String, CaseIterable {
    case on, off
  }

  static let fetch = Option("fetch", distance, "Distance at which an ad is fetched.")
  static let display = Option("display", distance, "Distance at which an ad is displayed.")
  static let unload = Option("unload", distance, "Distance beyond which an ad is unloaded.")
  static let unloading = Option<OnOff>("unloading", .choice("on|off"), "Whether ads are unloaded.")
  static let throttle = Option(
    "throttle", milliseconds, "Least time between two checks, in milliseconds.")
  static let stability = Option(
    "stability", milliseconds, "How long an ad must be far away, in milliseconds.")

  static let presetSummary =
    "Fetch, display and unload distances for a purpose: viewability 400/0/1600, balanced "
    + "1700/200/3400, yield 2500/850/5000."

  static let options: [any DeclaresOption] = [
    fetch, display, unload, unloading, throttle, stability,
  ]

  static let distance = ValueKind<Double>.points(in: 0...Int(LoadingThresholds.greatestDistance))
  private static let milliseconds = ValueKind<Int>.whole(
    in: 0...Int(LoadingThresholds.greatestDuration), "MS")

  /// The thresholds with everything that was given put in its place.
  /// - Throws: `InvalidValue` where the result contradicts itself.
  static func apply(
    _ input: Invocation, to old: LoadingThresholds
  ) throws(InvalidValue) -> LoadingThresholds {
    try LoadingThresholds(
      fetch: input[fetch] ?? old.fetch, display: input[display] ?? old.display,
      unload: input[unload] ?? old.unload,
      unloadingEnabled: input[unloading].map { $0 == .on } ?? old.unloadingEnabled,
      throttle: input[throttle].map(Int64.init) ?? old.throttle,
      stabilityDelay: input[stability].map(Int64.init) ?? old.stabilityDelay)
  }
}
