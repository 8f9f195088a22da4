// SPDX-License-Identifier: MIT

/// What a command writes for programs, as `help formats` shows it.
package enum CommandOutput: Sendable {
  /// Words for people; `--format` changes nothing that matters.
  case words
  /// Things with these keys: members in JSON, columns in CSV.
  case keys([OutputKey])
  /// Something else by what was asked.
  case forms([OutputForm])
  /// What somebody else has named: the caller, or another specification.
  case foreign(String)
  /// A document of one form, so that `--format` is refused; with its keys, where they are ours.
  case document(String, keys: [OutputKey] = [])
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

/// A key of what a command writes: in JSON a member, or members of members with dots between them;
/// in CSV a column. `loads[].time` is a member of every object in the list `loads`.
package struct OutputKey: Hashable, Sendable {
  package let key: String
  /// One sentence.
  package let meaning: String

  package init(_ key: String, _ meaning: String? = nil) {
    self.key = key
    self.meaning = meaning ?? KeyMeanings.meaning(of: key)
  }
}

extension [OutputKey] {
  /// Keys that a command writes without a column for them.
  package static func named(_ keys: String...) -> [OutputKey] { keys.map { OutputKey($0) } }

  /// What changes say besides: whether they were only tried.
  package static var dryRun: [OutputKey] { named("dryRun") }

  /// The keys of the objects in a list.
  package func elements(of list: String) -> [OutputKey] {
    map { OutputKey("\(list)[].\($0.key)", $0.meaning) }
  }
}

extension Column {
  /// The keys of columns with what they mean.
  package static func keys(of columns: [Column]) -> [OutputKey] {
    columns.flatMap { column in
      [OutputKey(column.key, column.meaning)] + column.elements.elements(of: column.key)
    }
  }
}
