// SPDX-License-Identifier: MIT
import SQLiteKit

/// Compares what a file has for the consent with what the migrations make.
struct ConsentSchema {
  /// The guards that are gone or say something else: triggers, indexes and the view.
  let brokenGuards: [String]

  init(of connection: Connection) throws {
    let found = try connection.statement(
      "SELECT name, sql FROM sqlite_master WHERE name GLOB 'consent_*'"
    ).all { ($0.text(0), $0.text(1)) }
    let made = Dictionary(found) { first, _ in first }
    brokenGuards = Self.guards.filter { guarding in
      made[guarding.name].map { !guarding.migration.contains($0) } ?? true
    }.map(\.name)
  }

  /// What the migrations make to guard the consent: SQLite keeps each definition as it was written.
  private static var guards: [(name: String, migration: String)] {
    Migrations.all.flatMap { migration in
      migration.sql.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard line.hasPrefix("CREATE "), words.count > 2, words[1] != "TABLE",
          words[2].hasPrefix("consent_")
        else { return nil }
        return (String(words[2]), migration.sql)
      }
    }
  }
}
