// SPDX-License-Identifier: MIT
package import AdModel

/// One column of a list: its name for programs, its title for people, and where its value is.
///
/// One description serves every form. A list is written as
///
///     try run.list(units, [
///       Column("id", "Unit") { .text($0.id.rawValue) },
///       Column("position", "Position", .trailing) { .optional(integer: $0.position) },
///       Column("notes") { .text($0.notes) },     // not in the table
///     ])
///
/// A key with dots is a member of a member in JSON; see ``ColumnTree``.
package struct Column<Row>: Sendable {
  /// Which side of its column a table's cell leans on.
  package enum Alignment: Sendable {
    /// Texts.
    case leading
    /// Numbers.
    case trailing
  }

  /// The key in JSON and the header in CSV, in camel case.
  package let key: String
  /// The heading in a table; nil where a table leaves the column out.
  package let title: String?
  /// What it means, in one sentence; nil where ``KeyMeanings`` says it.
  package let meaning: String?
  /// Which side a table's cell leans on.
  package let alignment: Alignment
  /// The keys of the objects in the list that it holds, where it holds one.
  package let elements: [OutputKey]
  /// Takes the value from a row.
  package let cell: @Sendable (Row) -> Cell
  /// Takes from a row what people see in a table.
  package let shown: @Sendable (Row) -> Cell

  /// Describes a column.
  /// - Parameters:
  ///   - key: The key in JSON and the header in CSV.
  ///   - title: The heading in a table, or nil to leave the column out there.
  ///   - meaning: What it means, where the key alone does not say it.
  ///   - shown: Takes from a row what people see, where that is not the value.
  ///   - cell: Takes the value from a row.
  package init(
    _ key: String, _ title: String? = nil, _ alignment: Alignment = .leading,
    meaning: String? = nil, elements: [OutputKey] = [],
    shown: (@Sendable (Row) -> Cell)? = nil, _ cell: @escaping @Sendable (Row) -> Cell
  ) {
    self.key = key
    self.title = title
    self.alignment = alignment
    self.meaning = meaning
    self.elements = elements
    self.cell = cell
    self.shown = shown ?? cell
  }

  /// A column of things that have columns of their own: a list of objects.
  /// - Parameters:
  ///   - columns: The columns of a thing.
  ///   - things: Takes the things from a row; nil for no value.
  package static func list<Thing>(
    _ key: String, _ title: String? = nil, meaning: String? = nil, of columns: [Column<Thing>],
    shown: (@Sendable (Row) -> Cell)? = nil, _ things: @escaping @Sendable (Row) -> [Thing]?
  ) -> Column {
    let tree = ColumnTree(columns)
    return Column(
      key, title, meaning: meaning, elements: Column<Thing>.keys(of: columns), shown: shown
    ) { row in
      things(row).map { .json(.array($0.map(tree.value))) } ?? .none
    }
  }

  /// Columns of an object that is there already, one for each of its members.
  /// - Parameters:
  ///   - name: The member that holds the object.
  ///   - keys: The keys of its members, in order.
  ///   - object: Takes the object from a row; nil for no value.
  package static func members(
    of name: String, _ keys: [String], _ object: @escaping @Sendable (Row) -> JSONObject?
  ) -> [Column] {
    keys.map { key in
      Column("\(name).\(key)") { row in object(row)?[key].map { Cell($0) } ?? .none }
    }
  }

  /// The column for rows that hold such a row.
  /// - Parameters:
  ///   - name: The member that holds the object with the value; nil for the row's own object.
  ///   - row: Takes the row from the outer one.
  package func of<Outer>(
    under name: String? = nil, _ row: @escaping @Sendable (Outer) -> Row
  ) -> Column<Outer> {
    Column<Outer>(
      name.map { "\($0).\(key)" } ?? key, name == nil ? title : nil,
      alignment == .trailing ? .trailing : .leading, meaning: meaning,
      elements: elements, shown: { shown(row($0)) }, { cell(row($0)) })
  }

  /// The column under another heading.
  /// - Parameters:
  ///   - title: The heading in a table.
  ///   - shown: Takes from a row what people see; nil for what they see now.
  package func titled(
    _ title: String?, _ alignment: Alignment? = nil,
    shown: (@Sendable (Row) -> Cell)? = nil
  ) -> Column {
    Column(
      key, title, alignment ?? self.alignment, meaning: meaning, elements: elements,
      shown: shown ?? self.shown, cell)
  }
}

extension Array {
  /// The columns with one of them under a heading.
  package func titling<Row>(
    _ key: String, _ title: String, _ alignment: Column<Row>.Alignment? = nil,
    shown: (@Sendable (Row) -> Cell)? = nil
  ) -> [Column<Row>] where Element == Column<Row> {
    map { $0.key == key ? $0.titled(title, alignment, shown: shown) : $0 }
  }
}
