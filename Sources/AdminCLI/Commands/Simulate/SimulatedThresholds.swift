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
}

extension Array {
  /// The value at a place; a single value stands for every place.
  fileprivate func item(_ index: Int) -> Element? {
    count == 1 ? first : indices.contains(index) ? self[index] : nil
  }
}
