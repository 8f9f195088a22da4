// SPDX-License-Identifier: MIT

/// What a column is called and how it looks, whatever the rows are: all that those need who print
/// cells, so that they are compiled once, and not again for the rows of each command.
package struct ColumnHeading: Sendable {
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
  package var title: String?
  /// Which side a table's cell leans on.
  package let alignment: Alignment
  /// Whether a table that a terminal is too narrow for does without it first.
  package var isSecondary = false
  /// Whether it names a thing that people type into other commands.
  package var isNaming: Bool { ["adUnitId", "session", "consentRecord"].contains(key) }
}
