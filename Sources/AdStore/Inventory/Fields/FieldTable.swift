// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

/// All fields of one kind of thing, with the SQL and the JSON that follow from them.
package struct FieldTable<Root: Sendable>: Sendable {
  package let groups: [FieldGroup<Root>]
  /// All fields, in the order of documents.
  package let fields: [Field<Root>]
  /// The fields whose values have a limit.
  private let limited: [Field<Root>]
  /// A thing where every field has its default.
  package let standard: Root
  /// The fields that have a column, in order.
  let stored: [Field<Root>]
  /// What their columns hold by default; nil where that has to be read each time.
  private let defaults: [JSONValue?]
  /// Their columns, separated by commas.
  let columns: String
  /// Their columns behind the name of a table.
  private let table: String
  /// The members of the fields in each group.
  private let members: [[JSONMember]]
  private let checks: @Sendable (Root) throws(InvalidValue) -> Void

  /// Puts a table together.
  /// - Parameters:
  ///   - standard: A thing where every field has its default.
  ///   - groups: The fields, in the order of documents.
  init(_ table: String, standard: Root, _ groups: [FieldGroup<Root>]) {
    self.table = table
    self.groups = groups
    self.standard = standard
    fields = groups.flatMap(\.fields)
    limited = fields.filter { $0.kind.limit != nil }
    stored = fields.filter { $0.column != nil }
    defaults = stored.map { $0.stored($0.value(standard)) }
    columns = Self.list(stored) { $0 }
    members = groups.map { $0.fields.map { JSONMember($0.key, mostly: $0.value(standard)) } }
    checks = { (root) throws(InvalidValue) in
      // By index: a walk over the groups would copy each.
      for index in groups.indices { try groups[index].check(root) }
    }
  }

  /// Checks the limit of every field and the rules of every group.
  /// - Throws: `InvalidValue` of the first that does not hold.
  package func check(_ root: Root) throws(InvalidValue) {
    for field in limited { try field.check(root) }
    try checks(root)
  }

  /// Moves defaults within the limits that somebody gave.
  /// - Parameters:
  ///   - root: The thing.
  ///   - named: The headings of the fields that were given, which stay as they are.
  package func settle(_ root: inout Root, named: Set<String>) {
    for group in groups {
      group.settle?(
        &root, Set(group.fields.filter { named.contains($0.heading) }.map(\.key)))
    }
  }

  // MARK: Statements

  /// The columns behind the name of their table: `u.position, u.ad_manager_path`.
  var qualifiedColumns: String { Self.list(stored) { "\(table).\($0)" } }

  /// A placeholder for each column.
  var placeholders: String { Self.list(stored) { _ in "?" } }

  /// An assignment for each column: `position = ?`.
  var assignments: String { Self.list(stored) { "\($0) = ?" } }

  /// An assignment for each column of what an INSERT would have stored.
  var assignmentsOnConflict: String { Self.list(stored) { "\($0) = excluded.\($0)" } }

  /// What is said of each column, with commas between. By hand, for `joined(separator:)` looks here, as
  /// the program starts, through all of it for how arrays are walked.
  private static func list(_ fields: [Field<Root>], _ text: (String) -> String) -> String {
    var list = ""
    for field in fields {
      guard let column = field.column else { continue }
      if !list.isEmpty { list += ", " }
      list += text(column)
    }
    return list
  }

  /// The values of the columns, in order.
  /// - Parameter others: What is bound before them.
  func values(of root: Root, after others: JSONValue...) -> [ColumnValue] {
    var values: [ColumnValue] = []
    values.reserveCapacity(others.count + stored.count)
    for other in others { values.append(ColumnValue(other)) }
    for field in stored { values.append(field.kind.columnValue(of: field.value(root))) }
    return values
  }

  /// Reads the columns of a row.
  /// - Parameters:
  ///   - first: Where they begin.
  ///   - root: A thing where each of these fields has its default, which most columns hold.
  /// - Throws: `InvalidValue` where another program stored what the model refuses.
  func read(_ row: borrowing Row, from first: Int32, into root: inout Root) throws(InvalidValue) {
    for index in stored.indices {
      let column = first + Int32(index)
      if let value = defaults[index], row.holds(value, column) { continue }
      try stored[index].read(row, column, into: &root)
    }
    try checks(root)
  }

  // MARK: Documents

  /// The members of the object, in order.
  var keys: [String] { groups.flatMap { $0.key.map { [$0] } ?? $0.fields.map(\.key) } }

  /// Writes all members.
  /// - Throws: `JSONError` for a number that is not finite, which no checked value holds.
  package func write(_ root: Root, to object: inout JSONWriter) throws(JSONError) {
    for place in groups.indices {
      guard let key = groups[place].key else {
        try write(root, group: place, to: &object)
        continue
      }
      if groups[place].isOptional, groups[place].fields.allSatisfy({ $0.value(root) == .null }) {
        object.member(key, String?.none)
        continue
      }
      try object.object(key) { object throws(JSONError) in
        try write(root, group: place, to: &object)
      }
    }
  }

  private func write(
    _ root: Root, group place: Int, to object: inout JSONWriter
  ) throws(JSONError) {
    for index in members[place].indices {
      try object.member(members[place][index], groups[place].fields[index].value(root))
    }
  }
}

extension Row {
  /// Whether a column holds a value, as it would be read.
  fileprivate func holds(_ value: JSONValue, _ column: Int32) -> Bool {
    switch value {
    case .null: isNull(column)
    case .bool(let flag): bool(column) == flag
    case .integer(let integer): int64(column) == integer
    case .double(let number): double(column) == number
    case .string(let text): self.text(column, equals: text)
    case .array, .object: false
    }
  }
}
