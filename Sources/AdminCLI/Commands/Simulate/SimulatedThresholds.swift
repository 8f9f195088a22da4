// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// The threshold sets that `simulate` tries: lists of values, one set for each place in them.
enum SimulatedThresholds {
  static let details =
    "With one set of thresholds, prints every transition. With several, prints what each would have "
    + "done, side by side: give a list of values to one option, lists of equal length to several, "
    + "or presets. What is not named comes from the page, else from the defaults. "
    + "A unit that the page does not have is loaded, too, and named on standard error. A recorded "
    + "session knows its viewport and its ads at transitions only, and no ad that was never loaded: "
    + "its rates are rough, and distances wider than those it was recorded with find nothing more."

  static let preset = Option("preset", presets, "viewability, balanced, yield, or a list of them.")
  static let fetch = Option("fetch", points, "Fetch distances.")
  static let display = Option("display", points, "Display distances.")
  static let unload = Option("unload", points, "Unload distances.")
  static let unloading = Option<ThresholdFields.OnOff>(
    "unloading", .choice("on|off"), "Whether ads are unloaded.")
  static let throttle = Option(
    "throttle", milliseconds, "Least times between two checks, in milliseconds.")
  static let stability = Option(
    "stability", milliseconds, "How long an ad must be far away, in milliseconds.")
  static let summary = Flag("summary", "Print what one set would have done, as for several.")

  static let options: [any DeclaresOption] = [
    preset, fetch, display, unload, unloading, throttle, stability, summary,
  ]

  private static let points = list(ThresholdFields.distance, "PT,…")
  private static let milliseconds = list(
    ValueKind<Int>.whole(in: 0...Int(LoadingThresholds.greatestDuration)), "MS,…")
  private static let presets = list(ValueKind<ThresholdPreset>.choice("PRESET"), "PRESET,…")

  /// A list of values with commas between them.
  private static func list<Value>(
    _ one: ValueKind<Value>, _ placeholder: String
  ) -> ValueKind<[Value]> {
    ValueKind<[Value]>(
      placeholder, expected: "\(one.shape.expected), or a list of them with commas",
      completion: one.shape.completion
    ) { text in
      var values: [Value] = []
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let value = try one.read(String(part)) else { return nil }
        values.append(value)
      }
      return values
    }
  }

  /// The sets that were asked for, at least one.
  /// - Throws: ``Failure`` for lists of different lengths, `InvalidValue` for a set that contradicts
  ///   itself.
  static func sets(_ input: Invocation, base: LoadingThresholds) throws -> [LoadingThresholds] {
    let counts = [
      input[preset]?.count, input[fetch]?.count, input[display]?.count, input[unload]?.count,
      input[throttle]?.count, input[stability]?.count,
    ].compactMap { $0 }.filter { $0 > 1 }
    guard Set(counts).count <= 1 else {
      throw Failure(
        .usage, "the lists have \(counts.map(String.init).joinedWithOr) values; give each as many.",
        try: "adview-admin simulate --help")
    }
    return try (0..<(counts.first ?? 1)).map { index in
      let start = input[preset]?.item(index)?.applied(to: base) ?? base
      return try LoadingThresholds(
        fetch: input[fetch]?.item(index) ?? start.fetch,
        display: input[display]?.item(index) ?? start.display,
        unload: input[unload]?.item(index) ?? start.unload,
        unloadingEnabled: input[unloading].map { $0 == .on } ?? start.unloadingEnabled,
        throttle: input[throttle]?.item(index).map(Int64.init) ?? start.throttle,
        stabilityDelay: input[stability]?.item(index).map(Int64.init) ?? start.stabilityDelay)
    }
  }
}

extension Array {
  /// The value at a place; a single value stands for every place.
  fileprivate func item(_ index: Int) -> Element? {
    count == 1 ? first : indices.contains(index) ? self[index] : nil
  }
}
