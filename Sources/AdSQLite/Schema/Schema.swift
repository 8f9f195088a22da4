// SPDX-License-Identifier: MIT

/// Everything that a database's schema holds: its tables, indexes, triggers and views.
///
/// Comments and the space between words do not count, so two schemas are equal where they do the
/// same, however their definitions were laid out.
package struct Schema: Equatable, Sendable {
  /// One definition.
  package struct Object: Hashable, Sendable {
    /// `table`, `index`, `trigger` or `view`.
    package let kind: String
    /// What it is called.
    package let name: String
    /// The definition in SQL, without comments and with single blanks.
    package let sql: String
  }

  /// The definitions by name.
  package let objects: [String: Object]

  /// Reads the schema of a database; what SQLite keeps for itself is left out.
  ///
  /// - Parameter connection: The database; nothing but its schema is read.
  /// - Throws: What SQLite reports.
  /// - Complexity: O(*n*) in the length of the definitions.
  package init(of connection: Connection) throws {
    let found = try connection.statement(
      """
      SELECT type, name, sql FROM sqlite_schema
      WHERE sql IS NOT NULL
        AND NOT (type = 'table' AND name IN ('sqlite_sequence', 'sqlite_stat1', 'sqlite_stat4'))
      """
    ).all { Object(kind: $0.text(0), name: $0.text(1), sql: SQLText.condensed($0.text(2))) }
    objects = Dictionary(found.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Builds the schema that migrations make, in memory.
  ///
  /// - Parameter migrations: In order of version, contiguous from 1.
  /// - Throws: What running them throws.
  /// - Complexity: Runs them all, some milliseconds.
  package init(madeBy migrations: [Migration]) throws {
    let connection = try Connection.inMemory()
    try MigrationRunner(migrations).migrate(connection, now: 0)
    try self.init(of: connection)
    try connection.close()
  }

  /// The definitions as one text that is the same for equal schemas, to be hashed.
  package var text: String {
    objects.values.sorted { $0.name < $1.name }
      .map { "\($0.kind) \($0.name) \($0.sql)\n" }.joined()
  }

  /// What a schema has otherwise than this one, by name.
  ///
  /// - Returns: The deviations; empty where the schemas are equal.
  package func deviations(in other: Schema) -> [SchemaDeviation] {
    let names = Set(objects.keys).union(other.objects.keys)
    return names.sorted().compactMap { name in
      switch (objects[name], other.objects[name]) {
      case (let own?, nil): SchemaDeviation(.missing, own)
      case (nil, let foreign?): SchemaDeviation(.foreign, foreign)
      case (let own?, let found?): own == found ? nil : SchemaDeviation(.changed, own)
      case (nil, nil): nil
      }
    }
  }
}

/// One thing that a schema has otherwise than it was made.
package struct SchemaDeviation: Hashable, Sendable, CustomStringConvertible {
  /// How it deviates.
  package enum Kind: String, Sendable {
    /// It is gone.
    case missing
    /// Nobody of ours made it.
    case foreign
    /// Its definition is another one.
    case changed
  }

  /// How it deviates.
  package let kind: Kind
  /// `table`, `index`, `trigger` or `view`; of the expected definition where there is one.
  package let objectKind: String
  /// What it is called.
  package let name: String

  init(_ kind: Kind, _ object: Schema.Object) {
    self.kind = kind
    objectKind = object.kind
    name = object.name
  }

  /// One phrase: `foreign trigger spy`.
  package var description: String { "\(kind.rawValue) \(objectKind) \(name)" }
}
