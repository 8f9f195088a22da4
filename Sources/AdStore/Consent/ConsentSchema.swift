// SPDX-License-Identifier: MIT
import SQLiteKit

/// Compares what a file has for the consent with what the migrations make.
struct ConsentSchema {
  /// The tables that are gone, without which there is no ledger to read.
  let missingTables: [String]
  /// The guards that are gone or say something else: triggers, indexes and the view.
  let brokenGuards: [String]

  init(of connection: Connection) throws {
    let found = try connection.statement(
      "SELECT name, sql FROM sqlite_master WHERE name GLOB 'consent_*'"
    ).all { ($0.text(0), $0.text(1)) }
    let made = Dictionary(found) { first, _ in first }
    let objects = Self.objects
    missingTables = objects.filter { $0.isTable && made[$0.name] == nil }.map(\.name)
    brokenGuards = objects.filter { object in
      !object.isTable && made[object.name].map { !object.migration.contains($0) } ?? true
    }.map(\.name)
  }

  /// What the migrations make for the consent: SQLite keeps each definition as it was written.
  private static var objects: [(name: String, isTable: Bool, migration: String)] {
    Migrations.all.flatMap { migration in
      migration.sql.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ")
        guard line.hasPrefix("CREATE "), words.count > 2, words[2].hasPrefix("consent_") else {
          return nil
        }
        return (String(words[2]), words[1] == "TABLE", migration.sql)
      }
    }
  }
}
