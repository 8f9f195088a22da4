// SPDX-License-Identifier: MIT
import Testing

@testable import AdSQLite

@Suite struct SchemaTests {
  private static let migrations = [
    Migration(
      version: 1, name: "units",
      sql: """
        -- Units.
        CREATE TABLE units (
          unit INTEGER PRIMARY KEY, -- a number
          name TEXT NOT NULL CHECK (name <> '-- no comment')
        ) STRICT;
        CREATE INDEX units_by_name ON units (name);
        CREATE TRIGGER units_stay BEFORE DELETE ON units BEGIN SELECT RAISE(ABORT, 'no'); END;
        """)
  ]

  @Test(arguments: [
    ("CREATE TABLE t (a, b)", "CREATE TABLE t(a,b)"),
    ("CREATE  TABLE\nt\t( a ,b )", "CREATE TABLE t(a,b)"),
    ("a -- b\nc", "a c"), ("a -- b", "a"), ("a /* b\n */ c", "a c"), ("a /* b", "a"),
    ("'a  -- b'", "'a  -- b'"), ("\"a  b\" [c  d]", "\"a  b\" [c  d]"),
    ("'it''s  one'  x", "'it''s  one' x"), ("a - b / c", "a - b / c"), ("", ""), ("'open", "'open"),
    ("ab--c\nd", "ab d"), ("ab/*c*/d", "ab d"), ("ab'c  d'ef", "ab'c  d'ef"), ("é  ü", "é ü"),
    ("ab`c  d`", "ab`c  d`"), ("ab\"c  d\"", "ab\"c  d\""), ("ab[c  d]", "ab[c  d]"),
  ])
  func `SQL is condensed without its comments and spare blanks`(sql: String, condensed: String) {
    #expect(SQLText.condensed(sql) == condensed)
  }

  /// What somebody does to a file, and what is said of it.
  @Test(arguments: [
    ("SELECT 1", []),
    ("CREATE TRIGGER spy AFTER INSERT ON units BEGIN SELECT 1; END", ["foreign trigger spy"]),
    ("CREATE VIEW everything AS SELECT * FROM units", ["foreign view everything"]),
    ("CREATE TABLE more (a)", ["foreign table more"]),
    ("CREATE INDEX more ON units (unit, name)", ["foreign index more"]),
    ("DROP TRIGGER units_stay", ["missing trigger units_stay"]),
    ("DROP INDEX units_by_name", ["missing index units_by_name"]),
    (
      "DROP TRIGGER units_stay; "
        + "CREATE TRIGGER units_stay BEFORE DELETE ON units BEGIN SELECT 'no'; END",
      ["changed trigger units_stay"]
    ),
    (
      "DROP TABLE units; CREATE VIEW units AS SELECT 1 AS unit, '' AS name",
      ["changed table units", "missing index units_by_name", "missing trigger units_stay"]
    ),
    ("ANALYZE", []),
  ])
  func `what deviates is named with what it is`(sql: String, deviations: [String]) throws {
    let expected = try Schema(madeBy: Self.migrations)
    let connection = try Connection.inMemory()
    try MigrationRunner(Self.migrations).migrate(connection, now: 0)
    try connection.execute("INSERT INTO units VALUES (1, 'a')")
    try connection.execute(sql)
    let found = try Schema(of: connection)
    #expect(expected.deviations(in: found).map(\.description) == deviations)
    #expect((expected.text == found.text) == deviations.isEmpty)
  }

  @Test func `a schema that was laid out otherwise is the same`() throws {
    let other = Migration(
      version: 1, name: "units",
      sql: Self.migrations[0].sql.replacing("-- a number", with: "/* one\n more */"))
    #expect(try Schema(madeBy: [other]) == Schema(madeBy: Self.migrations))
  }
}
