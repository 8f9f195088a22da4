// SPDX-License-Identifier: MIT
package import AdStore

extension FieldTable {
  /// The columns of all fields, in order; the keys are the ways to the members in JSON.
  /// - Parameters:
  ///   - isWhole: Whether people see every field, as where one thing is shown.
  ///   - root: Lends the thing with the fields, where it stands in a row: a copy for each field would
  ///     take longer than writing it.
  package func columns<Row>(
    isWhole: Bool = false, of root: @escaping @Sendable (Row, (Root) -> Cell) -> Cell
  ) -> [Column<Row>] {
    groups.flatMap { $0.columns(isWhole: isWhole, of: root) }
  }
}

extension FieldGroup {
  /// The columns of the group's fields.
  package func columns<Row>(
    isWhole: Bool = false, of root: @escaping @Sendable (Row, (Root) -> Cell) -> Cell
  ) -> [Column<Row>] {
    fields.map { field in
      Column(
        path(of: field), isWhole || field.isListed ? field.heading : nil,
        field.kind.isNumber ? .trailing : .leading, meaning: field.summary
      ) { root($0) { Cell(field: field.value($0)) } }
    }
  }
}

extension FieldKind {
  fileprivate var isNumber: Bool {
    switch self {
    case .whole, .milliseconds, .points, .percent: true
    case .flag, .text, .written, .choice, .unit, .page, .adManagerPath, .sizes, .feedPattern,
      .words,
      .time, .objects:
      false
    }
  }
}
