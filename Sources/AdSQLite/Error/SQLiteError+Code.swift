// SPDX-License-Identifier: MIT
import CAdSQLite

extension SQLiteError {
  /// An extended result code of SQLite (https://www.sqlite.org/rescode.html).
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The number as SQLite's C interface returns it.
    package let rawValue: Int32

    /// Wraps a result code.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without its extension: every kind of `busy` has the primary code `busy`.
    package var primary: Code { Code(rawValue: rawValue & 0xff) }
  }
}

extension SQLiteError.Code {
  /// Another connection holds a lock; try again.
  package static let busy = Self(rawValue: SQLITE_BUSY)
  /// A read transaction cannot become a write, because another connection wrote meanwhile.
  package static let busySnapshot = Self(rawValue: SQLITE_BUSY | (2 << 8))
  /// Another process is recovering the write-ahead log.
  package static let busyRecovery = Self(rawValue: SQLITE_BUSY | (1 << 8))
  /// A conflict within this connection or a shared cache.
  package static let locked = Self(rawValue: SQLITE_LOCKED)
  /// The disk, or the page limit, is full.
  package static let full = Self(rawValue: SQLITE_FULL)
  /// The file's content contradicts itself.
  package static let corrupt = Self(rawValue: SQLITE_CORRUPT)
  /// An index disagrees with its table.
  package static let corruptIndex = Self(rawValue: SQLITE_CORRUPT | (3 << 8))
  /// The file is not an SQLite database.
  package static let notADatabase = Self(rawValue: SQLITE_NOTADB)
  /// The connection or the file cannot be written.
  package static let readOnly = Self(rawValue: SQLITE_READONLY)
  /// A journal of a change that was never finished is there, and taking it back needs writing.
  package static let readOnlyRollback = Self(rawValue: SQLITE_READONLY | (3 << 8))
  /// The file was moved or deleted while it was open.
  package static let readOnlyMoved = Self(rawValue: SQLITE_READONLY | (4 << 8))
  /// The folder cannot be written, so no journal can be made.
  package static let readOnlyDirectory = Self(rawValue: SQLITE_READONLY | (6 << 8))
  /// The system refused to read or write.
  package static let inputOutput = Self(rawValue: SQLITE_IOERR)
  /// The file cannot be opened.
  package static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
  /// The operation was interrupted, by hand or by a deadline.
  package static let interrupted = Self(rawValue: SQLITE_INTERRUPT)
  /// The authorizer refused the statement.
  package static let notAuthorized = Self(rawValue: SQLITE_AUTH)
  /// A value is larger than this connection allows.
  package static let tooBig = Self(rawValue: SQLITE_TOOBIG)
  /// The library was used in a way that it forbids.
  package static let misuse = Self(rawValue: SQLITE_MISUSE)
  /// A parameter or column index is out of range.
  package static let range = Self(rawValue: SQLITE_RANGE)
  /// The SQL is wrong, or a general failure.
  package static let error = Self(rawValue: SQLITE_ERROR)
  /// A constraint was violated.
  package static let constraint = Self(rawValue: SQLITE_CONSTRAINT)
  /// A CHECK constraint was violated.
  package static let constraintCheck = Self(rawValue: SQLITE_CONSTRAINT | (1 << 8))
  /// A foreign key points at no row.
  package static let constraintForeignKey = Self(rawValue: SQLITE_CONSTRAINT | (3 << 8))
  /// A NOT NULL column received nothing.
  package static let constraintNotNull = Self(rawValue: SQLITE_CONSTRAINT | (5 << 8))
  /// A primary key exists already.
  package static let constraintPrimaryKey = Self(rawValue: SQLITE_CONSTRAINT | (6 << 8))
  /// A trigger refused the change.
  package static let constraintTrigger = Self(rawValue: SQLITE_CONSTRAINT | (7 << 8))
  /// A UNIQUE constraint was violated.
  package static let constraintUnique = Self(rawValue: SQLITE_CONSTRAINT | (8 << 8))
  /// A value does not fit the column's type in a STRICT table.
  package static let constraintDataType = Self(rawValue: SQLITE_CONSTRAINT | (12 << 8))

  /// A short name for people, of the code or, where it has none here, of its primary code.
  package var name: String { Self.names[self] ?? Self.names[primary] ?? "code \(rawValue)" }

  /// SQLite's sentence for the code.
  var explanation: String {
    guard let text = unsafe sqlite3_errstr(rawValue) else { return name }
    return unsafe String(cString: text)
  }

  private static let names: [Self: String] = [
    .busy: "busy", .busySnapshot: "busy: snapshot", .busyRecovery: "busy: recovery",
    .locked: "locked", .full: "full", .corrupt: "corrupt", .corruptIndex: "corrupt index",
    .notADatabase: "not a database", .readOnly: "read-only", .readOnlyMoved: "read-only: moved",
    .readOnlyDirectory: "read-only: folder", .inputOutput: "I/O", .cannotOpen: "cannot open",
    .interrupted: "interrupted", .notAuthorized: "not authorized", .tooBig: "too big",
    .misuse: "misuse", .range: "range", .error: "error", .constraint: "constraint",
    .constraintCheck: "constraint: check", .constraintForeignKey: "constraint: foreign key",
    .constraintNotNull: "constraint: not null", .constraintPrimaryKey: "constraint: primary key",
    .constraintTrigger: "constraint: trigger", .constraintUnique: "constraint: unique",
    .constraintDataType: "constraint: data type",
  ]
}
