// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// The threshold sets that `simulate` tries: lists of values, one set for each place in them.
enum SimulatedThresholds {
  static let details =
    "With one set of thresholds, prints every transition. With several, prints what each would have "
    + "done, side by side: give a list of values to one option, lists of equal length to several, "
    + "or presets. What is not named comes from the page, else from the defaults. "
    + "A unit that the page does not have is loaded, too, and named on standard error. A recorded "
    + "session runs again as it ran, with its gate, its app and all that was placed; its own thresholds "
    + "hold, with their changes, unless others are named, which then hold throughout."

  static let preset = Option("preset", presets, "viewability, balanced, yield, or a list of them.")
  private static let fields: [(field: Field<InventoryPage>, option: Option<[JSONValue]>)] =
    FieldGroup<InventoryPage>.thresholds.fields.compactMap { field in
      field.option.map { name in
        let kind = ValueKind<JSONValue>.field(field.kind)
        return (field, Option(name, list(kind, "\(kind.shape.placeholder),…"), field.summary))
      }
    }
  static let summary = Flag("summary", "Print what one set would have done, as for several.")

  static let options: [any DeclaresOption] = [preset] + fields.map(\.option) + [summary]

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

  /// Whether any threshold was named.
  static func areNamed(_ input: Invocation) -> Bool {
    input[preset] != nil || fields.contains { input[$0.option] != nil }
  }

  /// The sets that were asked for, at least one.
  /// - Throws: ``Failure`` for lists of different lengths, `InvalidValue` for a set that contradicts
  ///   itself.
  static func sets(_ input: Invocation, base: LoadingThresholds) throws -> [LoadingThresholds] {
    let counts = ([input[preset]?.count] + fields.map { input[$0.option]?.count })
      .compactMap { $0 }.filter { $0 > 1 }
    guard Set(counts).count <= 1 else {
      throw Failure(
        .usage, "the lists have \(counts.map(String.init).joinedWithOr) values; give each as many.")
    }
    return try (0..<(counts.first ?? 1)).map { index in
      var page = FieldTable<InventoryPage>.pages.standard
      page.thresholds = input[preset]?.item(index)?.applied(to: base) ?? base
      for (field, option) in fields {
        if let value = input[option]?.item(index) { try field.set(value, in: &page) }
      }
      try FieldTable<InventoryPage>.pages.check(page)
      return page.thresholds
    }
  }

  // MARK: Warnings

  /// Says that percentages win where sets differ in distances that then mean nothing.
  static func warnOfRemote(
    _ sets: [LoadingThresholds], on trace: Trace, plan: LoadingPlan, _ run: CommandRun
  ) throws {
    let traced = trace.steps.lazy.compactMap { step in
      if case .remote(let fetch, let render) = step.event {
        try? RemoteThresholds(fetch: fetch, render: render)
      } else {
        nil
      }
    }.first
    guard let remote = plan.remoteThresholds ?? traced,
      Set(sets.map { [$0.fetch, $0.display] }).count > 1
    else { return }
    try run.note(
      "warning: \(plan.remoteThresholds == nil ? "the trace" : "the page") sets remote percentages, "
        + "which win over distances: every set fetches at \(remote.fetch.formatted) % and displays at "
        + "\(remote.render.formatted) % of the viewport's height")
  }

  /// Warns of sets that invite churn on this scroll, each by its name where there are several.
  static func warnOfChurn(
    _ sets: [LoadingThresholds], on trace: Trace, plan: LoadingPlan, _ run: CommandRun
  ) throws {
    let height = trace.steps.lazy.compactMap { step in
      if case .viewport(let rect?) = step.event, !rect.isEmpty { rect.height } else { nil }
    }.first
    for (thresholds, label) in zip(sets, LoadingThresholds.labels(of: sets)) {
      let warnings = ChurnWarning.warnings(
        for: thresholds, remote: plan.remoteThresholds, viewportHeight: height ?? 852)
      for warning in warnings {
        try run.note("warning: \(sets.count > 1 ? "\(label): " : "")\(warning)")
      }
    }
  }
}

extension Array {
  /// The value at a place; a single value stands for every place.
  fileprivate func item(_ index: Int) -> Element? {
    count == 1 ? first : indices.contains(index) ? self[index] : nil
  }
}
