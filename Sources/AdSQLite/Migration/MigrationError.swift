// SPDX-License-Identifier: MIT

/// Why a database was not migrated; it is as it was before.
package enum MigrationError: Error, Equatable, Sendable {
  /// The database and the program disagree, so nothing was run.
  case refused([MigrationStatus.Problem])
  /// A migration failed; it and those before it were undone.
  case failed(version: Int, name: String, SQLiteError)
  /// A migration left rows whose foreign keys point at nothing; it and those before it were undone.
  case danglingKeys(version: Int, name: String, [Connection.ForeignKeyViolation])
}

extension MigrationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .refused(let problems):
      "the database cannot be migrated: " + problems.map(\.description).joined(separator: "; ")
    case .failed(let version, let name, let error):
      "migration \(version) '\(name)' failed and was undone: \(error.message)"
    case .danglingKeys(let version, let name, let violations):
      "migration \(version) '\(name)' was undone: it leaves \(violations.count) "
        + (violations.count == 1 ? "row of " : "rows of ")
        + "'\(violations.first?.table ?? "")' whose foreign keys point at nothing"
    }
  }
}
