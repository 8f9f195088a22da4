// SPDX-License-Identifier: MIT
import Testing

@testable import AdSQLite

/// What errors say, and that they say no values.
@Suite struct ErrorDescriptionTests {
  private static let failed = SQLiteError(code: .full, message: "database or disk is full")

  @Test(arguments: [
    (OpenError.Reason.missing, "no database at 'a.sqlite'"),
    (.empty, "'a.sqlite' is empty: nothing was ever stored in it"),
    (.notADatabase, "'a.sqlite' is not an SQLite database"),
    (.foreign(applicationID: 7), "'a.sqlite' belongs to another program (application id 7)"),
    (
      .setting(name: "journal_mode", wanted: "wal", found: "memory"),
      "'a.sqlite' did not accept journal_mode=wal: it is memory"
    ),
    (
      .sqlite(failed),
      "'a.sqlite' cannot be opened: SQLite error 13 (full): database or disk is full"
    ),
  ])
  func `a refusal to open names the file and the reason`(reason: OpenError.Reason, text: String) {
    #expect(OpenError(path: "a.sqlite", reason: reason).description == text)
  }

  @Test func `a failed migration names its step`() {
    #expect(
      MigrationError.failed(version: 3, name: "history", Self.failed).description
        == "migration 3 'history' failed and was undone: database or disk is full")
  }

  @Test(arguments: [
    (1, "it leaves 1 row of 'loads' whose foreign keys point at nothing"),
    (2, "it leaves 2 rows of 'loads' whose foreign keys point at nothing"),
  ])
  func `a migration that leaves dangling keys counts the rows`(count: Int, text: String) {
    let violation = Connection.ForeignKeyViolation(table: "loads", row: 1, parent: "units")
    #expect(
      MigrationError.danglingKeys(
        version: 3, name: "history", Array(repeating: violation, count: count)
      ).description == "migration 3 'history' was undone: \(text)")
  }

  @Test(arguments: [
    (SQLiteError.Code.busySnapshot, "busy: snapshot"), (.init(rawValue: 10 | (77 << 8)), "I/O"),
    (.init(rawValue: 99), "code 99"),
  ])
  func `a code has the name of its kind`(code: SQLiteError.Code, name: String) {
    #expect(code.name == name)
  }

  @Test func `an error tells the statement where there was one`() {
    #expect(
      SQLiteError(code: .full, message: "full", sql: "INSERT INTO t VALUES (?1)").description
        == #"SQLite error 13 (full): full in "INSERT INTO t VALUES (?1)""#)
  }
}
