// SPDX-License-Identifier: MIT

/// Where a database stands against the migrations that the program carries.
package struct MigrationStatus: Equatable, Sendable {
  /// A migration that the database has.
  package struct Applied: Equatable, Sendable {
    /// The schema version that it led to.
    package let version: Int
    /// The name under which it ran.
    package let name: String
    /// The text that ran.
    package let sql: String
    /// When it ran, in milliseconds since 1970 UTC.
    package let appliedAt: Int64
  }

  /// Why migrating is refused.
  package enum Problem: Hashable, Sendable {
    /// The program carries no migration of this version, but later ones.
    case missing(version: Int)
    /// The program carries two migrations of one version.
    case duplicate(version: Int, first: String, second: String)
    /// The program lists a migration after one of a later version.
    case outOfOrder(version: Int, name: String, after: Int)
    /// The text that ran on this database is not the text that the program carries.
    case edited(version: Int, name: String, stored: String, carried: String)
    /// The migration that ran under this version has another name.
    case renamed(version: Int, stored: String, carried: String)
    /// The database lacks a migration although it has later ones.
    case skipped(version: Int, name: String)
    /// The database has a migration that is newer than all that the program carries.
    case newer(version: Int, name: String)
    /// The database's version number disagrees with its record of migrations.
    case versionMismatch(userVersion: Int, recorded: Int)
  }

  /// The migrations that ran on the database, by version.
  package let applied: [Applied]
  /// The migrations that have still to run, by version.
  package let pending: [Migration]
  /// Why migrating would be refused; empty when it would not.
  package let problems: [Problem]

  /// The schema version of the database.
  package var version: Int { applied.last?.version ?? 0 }
}

extension MigrationStatus.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let version):
      "migration \(version) is missing from the program"
    case .duplicate(let version, let first, let second):
      "migration \(version) exists twice: '\(first)' and '\(second)'"
    case .outOfOrder(let version, let name, let after):
      "migration \(version) '\(name)' is out of order: it comes after \(after)"
    case .edited(let version, let name, _, _):
      "migration \(version) '\(name)' was edited after it ran on this database"
    case .renamed(let version, let stored, let carried):
      "migration \(version) ran on this database as '\(stored)', but is carried as '\(carried)'"
    case .skipped(let version, let name):
      "migration \(version) '\(name)' never ran on this database, but later ones did"
    case .newer(let version, let name):
      "migration \(version) '\(name)' is newer than this program"
    case .versionMismatch(let userVersion, let recorded):
      "the database says version \(userVersion), but its record of migrations ends at \(recorded)"
    }
  }
}
