// SPDX-License-Identifier: MIT

/// A command's output for programs, as `help formats` shows it.
package enum CommandOutput: Sendable {
  /// Words for people; `--format` changes nothing that matters.
  case words
  /// Things with these keys: members in JSON, columns in CSV.
  case keys([OutputKey])
  /// The changes of the inventory that it made, which the log keeps.
  case changes
  /// Something else by what was asked.
  case forms([OutputForm])
  /// What somebody else has named: the caller, or another specification.
  case foreign(String)
  /// A document of one form, so that `--format` is refused; with its keys, where they are ours.
  case document(String, keys: [OutputKey] = [])
}

extension CommandOutput {
  /// Things with the keys of their columns, and others behind them.
  package static func keys<Row>(
    of columns: [Column<Row>], _ others: [OutputKey] = []
  ) -> CommandOutput { .keys(Column.keys(of: columns) + others) }
}

/// One of several things that a command writes.
package struct OutputForm: Sendable {
  /// When it is written: `with --summary`.
  package let condition: String
  package let output: CommandOutput

  package init(_ condition: String, _ output: CommandOutput) {
    self.condition = condition
    self.output = output
  }
}
