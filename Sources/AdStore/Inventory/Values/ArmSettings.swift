// SPDX-License-Identifier: MIT
package import AdModel

/// What an arm of an experiment has otherwise than the page says: some of the page's own fields, under
/// their keys.
package struct ArmSettings: Hashable, Sendable {
  /// The fields that an arm may have otherwise: distances and durations, how many web views may live, and
  /// what becomes of a slot without an ad.
  package static let fields: [Field<InventoryPage>] =
    FieldGroup<InventoryPage>.thresholds.fields
    + FieldTable<InventoryPage>.pages.fields.filter { ["liveViews", "noFill"].contains($0.key) }

  /// The page's defaults with the values in their places; of it, only ``keys`` are looked at.
  private var page = FieldTable<InventoryPage>.pages.standard
  /// The keys of the fields that are otherwise, in the order of the fields.
  package private(set) var keys: [String] = []

  /// None: the page holds.
  package init() {}

  /// All of a set of thresholds.
  package init(of thresholds: LoadingThresholds) throws(InvalidValue) {
    var page = page
    page.thresholds = thresholds
    for field in FieldGroup<InventoryPage>.thresholds.fields {
      try set(field, to: field.value(page))
    }
  }

  /// Whether the page holds in everything.
  package var isEmpty: Bool { keys.isEmpty }

  /// The fields that are otherwise, with their values.
  package var values: [(field: Field<InventoryPage>, value: JSONValue)] {
    Self.fields.filter { keys.contains($0.key) }.map { ($0, $0.value(page)) }
  }

  /// Gives a field another value.
  /// - Throws: `InvalidValue` for one beyond the field's limit.
  package mutating func set(
    _ field: Field<InventoryPage>, to value: JSONValue
  ) throws(InvalidValue) {
    try field.set(value, in: &page)
    let known = Set(keys + [field.key])
    keys = Self.fields.map(\.key).filter(known.contains)
  }

  /// What a page is with them.
  /// - Throws: `InvalidValue` where they contradict what else the page says.
  package func applied(to page: InventoryPage) throws(InvalidValue) -> InventoryPage {
    var result = page
    for (field, value) in values { try field.set(value, in: &result) }
    if !isEmpty { try FieldTable<InventoryPage>.pages.check(result) }
    return result
  }

  /// As an object of documents: `{"fetch": 1700}`.
  package var json: JSONObject {
    var object = JSONObject()
    for (field, value) in values {
      // As it is read again.
      if case .double(let number) = value, let whole = Int64(exactly: number) {
        object[field.key] = .integer(whole)
      } else {
        object[field.key] = value
      }
    }
    return object
  }

  /// In one line: `fetch 1700, display 200`.
  package var words: String {
    values.map { "\($0.field.option ?? $0.field.key) \($0.field.kind.stored($0.value))" }
      .joined(separator: ", ")
  }
}
