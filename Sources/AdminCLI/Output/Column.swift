// SPDX-License-Identifier: MIT

/// One column of a list: its name for programs, its title for people, and where its value is.
///
/// One description serves every form. A list is written as
///
///     try run.list(units, [
///       Column("id", "Unit") { .text($0.id.rawValue) },
///       Column("position", "Position", .trailing) { .optional(integer: $0.position) },
///       Column("notes") { .text($0.notes) },     // not in the table
///     ])
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
  /// Takes the value from a row.
  package let cell: @Sendable (Row) -> Cell

  /// Describes a column.
  /// - Parameters:
  ///   - key: The key in JSON and the header in CSV.
  ///   - title: The heading in a table, or nil to leave the column out there.
  ///   - alignment: Which side a table's cell leans on.
  ///   - meaning: What it means, where the key alone does not say it.
  ///   - cell: Takes the value from a row.
  package init(
    _ key: String, _ title: String? = nil, _ alignment: Alignment = .leading,
    meaning: String? = nil,
    _ cell: @escaping @Sendable (Row) -> Cell
  ) {
    self.key = key
    self.title = title
    self.alignment = alignment
    self.meaning = meaning
    self.cell = cell
  }
}
