// SPDX-License-Identifier: MIT

/// What a command writes for programs, as `help formats` shows it.
package enum CommandOutput: Sendable {
  /// Words for people, or what another program wants; `--format` changes nothing that matters.
  case words
  /// Things with these keys: members in JSON, columns in CSV.
  case keys([OutputKey])
  /// A document of one form, so that `--format` is refused.
  case document(String)
}

/// A key of what a command writes: in JSON a member, or members of members with dots between them;
/// in CSV a column.
package struct OutputKey: Hashable, Sendable {
  package let key: String
  /// One sentence.
  package let meaning: String
}

extension [OutputKey] {
  /// Keys that a command writes without a column for them.
  package static func named(_ keys: String...) -> [OutputKey] {
    keys.map { OutputKey(key: $0, meaning: KeyMeanings.all[$0] ?? "") }
  }

  /// What changes say besides: whether they were only tried.
  package static var dryRun: [OutputKey] { named("dryRun") }
}

extension Column {
  /// The keys of columns with what they mean.
  package static func keys(of columns: [Column]) -> [OutputKey] {
    columns.map { column in
      OutputKey(key: column.key, meaning: column.meaning ?? KeyMeanings.all[column.key] ?? "")
    }
  }
}
