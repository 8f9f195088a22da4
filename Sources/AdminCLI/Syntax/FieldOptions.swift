// SPDX-License-Identifier: MIT
package import AdModel
package import AdStore

/// The options that follow from a field table: one for each field that has one, and `--clear`.
package struct FieldOptions<Root: Sendable>: Sendable {
  private let settable: [(field: Field<Root>, option: Option<JSONValue>)]
  private let clearable: [(name: String, fields: [Field<Root>])]
  private let table: FieldTable<Root>
  /// Takes fields away: each is then as if it had never been given.
  package let clear: Option<String>

  /// Makes the options.
  /// - Parameters:
  ///   - keys: The fields that get an option here; nil for all that have one.
  ///   - otherwise: What holds where an option is not given, as help shows it; nil for the defaults
  ///     of the table.
  package init(_ table: FieldTable<Root>, only keys: [String]? = nil, otherwise: String? = nil) {
    let standard = table.standard
    self.table = table
    settable = table.fields.compactMap { field in
      guard let name = field.option, keys?.contains(field.key) ?? true else { return nil }
      let stored = Cell(field: field.value(standard)).plain
      // A line of help is no place for a URL.
      let words = stored.utf8.count > 40 ? "see 'settings list'" : stored
      let option = Option(
        name, ValueKind.field(field, in: standard), field.summary,
        defaultDescription: otherwise ?? (words.isEmpty ? nil : words), repeats: field.isRepeated)
      return (field, option)
    }
    var clearable: [(name: String, fields: [Field<Root>])] = []
    for group in table.groups {
      let fields = group.fields.filter { $0.option != nil }
      for field in fields { clearable.append((field.clearName, [field])) }
      if let key = group.key, !fields.isEmpty { clearable.append((key, fields)) }
    }
    self.clearable = clearable
    let names = clearable.map(\.name)
    clear = Option(
      "clear",
      ValueKind(
        "FIELD", expected: names.joinedWithOr, completion: .words(names)
      ) { names.contains($0) ? $0 : nil },
      "Take a field away, as if it had never been given: its default holds then.", repeats: true)
  }

  /// The options that set fields, in the order of the table.
  package var options: [any DeclaresOption] { settable.map(\.option) }

  /// The fields with an option that was not given.
  package func notGiven(in input: Invocation) -> [Field<Root>] {
    settable.filter { input.all($0.option).isEmpty }.map(\.field)
  }

  /// Whether any field is set or cleared.
  /// - Returns: Whether there is something to do.
  package func areGiven(in input: Invocation, clearing: Bool = false) -> Bool {
    settable.contains { !input.all($0.option).isEmpty } || clearing && !input.all(clear).isEmpty
  }

  /// Puts everything that was given in its place, after what is cleared; defaults move within limits.
  /// - Parameter root: What it is put into; the caller checks the whole.
  /// - Throws: `InvalidValue` where a property has no such value.
  package func apply(
    _ input: Invocation, to root: inout Root, clearing: Bool = false
  ) throws(InvalidValue) {
    for name in clearing ? input.all(clear) : [] {
      for field in clearable.first(where: { $0.name == name })?.fields ?? [] {
        try field.set(field.value(table.standard), in: &root)
      }
    }
    var named: Set<String> = []
    for (field, option) in settable {
      let values = input.all(option)
      guard let last = values.last else { continue }
      try field.set(field.isRepeated ? .array(values.flatMap(\.elements)) : last, in: &root)
      named.insert(field.heading)
    }
    table.settle(&root, named: named)
  }
}

extension Field {
  /// Whether its option may be given several times, once for each of its texts.
  fileprivate var isRepeated: Bool {
    if case .words = kind { true } else { kind == .sizes }
  }

  /// What `--clear` calls it.
  fileprivate var clearName: String { (option ?? key) + (isRepeated ? "s" : "") }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
