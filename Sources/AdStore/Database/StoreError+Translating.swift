// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

extension StoreError {
  /// The error of a database that was closed.
  static let closed = StoreError(.closed, "the database is closed")

  /// Runs `body` and turns what SQLite and opening report into store errors; others pass.
  /// - Throws: ``StoreError``, or whatever else `body` throws.
  static func translating<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as OpenError {
      throw StoreError(OpenError(path: path, reason: error.reason))
    } catch let error as FileLayerError {
      throw StoreError(error, making: path)
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    } catch let error as MigrationError {
      throw StoreError(error, path: path)
    }
  }

  /// Describes why a new file could not be made.
  init(creating error: OpenError) {
    if case .refused = error.reason {
      self.init(.cannotCreate, "\(error)", advice: "give another file or folder")
    } else {
      self.init(error)
    }
  }

  /// Describes why a new file could not be made to last.
  init(_ error: FileLayerError, making path: String) {
    switch error.call {
    case .syncFolder:
      self.init(
        .inputOutput,
        "'\(path)' is complete, but its folder could not be synced, and a power cut may take its "
          + "name away: \(error.reason)", advice: "check the disk")
    case _ where error.isForWantOfRoom:
      self.init(.full, "the disk is full; '\(path)' was not made", advice: "make room")
    case .write, .sync:
      self.init(.inputOutput, "writing '\(path)' failed: \(error.reason)", advice: "check the disk")
    default:
      self.init(
        .cannotCreate, "'\(path)' cannot be made: \(error.reason)",
        advice: "give another file or folder")
    }
  }

  /// Describes why a file could not be opened.
  init(_ error: OpenError) {
    let path = error.path
    switch error.reason {
    case .missing:
      self.init(.missingFile, "no database at '\(path)'", recovery: .createDatabase)
    case .empty:
      self.init(
        .notADatabase, "'\(path)' is empty: nothing was ever stored in it",
        recovery: .replaceEmptyFile)
    case .exists, .danglingLink:
      self.init(.fileExists, "\(error)", advice: "give another file")
    case .notARegularFile:
      self.init(.notADatabase, "\(error)", advice: "give another file")
    case .notADatabase:
      self.init(.notADatabase, "'\(path)' is not an SQLite database")
    case .foreign:
      self.init(.foreignFile, "\(error); it was not touched")
    case .newer:
      self.init(.newerSchema, "\(error); it was not touched", recovery: .updateProgram)
    case .refused:
      self.init(
        .inputOutput, "\(error)",
        advice: "check the path, and that you may read the file and enter its folder")
    case .setting:
      self.init(.inputOutput, "\(error)", advice: "keep the file on a local disk")
    case .sqlite(let error):
      self.init(error, path: path)
    }
  }

  /// Describes what SQLite reported.
  init(_ error: SQLiteError, path: String) {
    // Our statements name only what the migrations make, so what is missing was there once; and
    // they name no views, so one was put in a table's place.
    let isGone =
      error.code == .error
      && (error.message.hasPrefix("no such ") || error.message.hasPrefix("access to view "))
    if isGone, let newer = Self.newerSchema(of: path) {
      self = newer
      return
    }
    switch isGone ? .corrupt : error.code.primary {
    case .busy, .locked:
      self.init(
        .busy, "'\(path)' is being written by another process", advice: "try again later")
    case .full:
      self.init(
        .full,
        "the disk is full: what was being written to '\(path)' was taken back; what was stored "
          + "before stays",
        advice: "make room and try again")
    case .corrupt:
      self.init(
        .corrupt, "'\(path)' is damaged: \(error.message)", recovery: .findDamage)
    case .notADatabase:
      self.init(.notADatabase, "'\(path)' is not an SQLite database")
    case .readOnly where error.code == .readOnlyDirectory:
      self.init(
        .readOnly,
        "the folder of '\(path)' cannot be written, and even reading keeps a file in it",
        advice: "make the folder writable, or work on a copy elsewhere")
    case .readOnly:
      self.init(
        .readOnly, "'\(path)' can be read and not be written: \(error.message)",
        advice: "as its owner, chmod u+w the file and its -wal and -shm, or work on a copy")
    case .cannotOpen:
      self.init(
        .inputOutput, "'\(path)' cannot be opened: \(error.message)",
        advice: "check that you may write in its folder, where SQLite keeps its log")
    case .inputOutput where error.sql == "COMMIT":
      // The log may hold all of the change, and the next to open it would then find it.
      self.init(
        .inputOutput,
        "whether this change is stored in '\(path)' is not known: the disk failed while it was "
          + "being made to last: \(error.message)",
        advice: "check the disk, and look whether it is there before you repeat it")
    case .inputOutput:
      self.init(.inputOutput, "reading or writing '\(path)' failed: \(error.message)")
    case .constraint:
      // SQLite names a broken CHECK by its SQL.
      let rule = error.code == .constraintCheck ? "a rule of its schema is broken" : error.message
      self.init(.constraint, "'\(path)' refused a value: \(rule)")
    case .interrupted:
      self.init(.interrupted, "interrupted")
    default:
      self.init(.unexpected, "\(SQLiteError(code: error.code, message: error.message))")
    }
  }

  /// The error of a file that a newer program has migrated since it was opened, if one has.
  private static func newerSchema(of path: String) -> StoreError? {
    do {
      try Connection(path: path, mode: .readOnly, configuration: AdDatabase.configuration).close()
    } catch let error as OpenError {
      if case .newer = error.reason { return StoreError(error) }
    } catch {}
    return nil
  }

  /// Describes why a file was not migrated.
  private init(_ error: MigrationError, path: String) {
    switch error {
    case .refused:
      self.init(.alteredMigrations, "'\(path)': \(error)", recovery: .compareMigrations)
    case .failed(_, _, let cause) where [.full, .busy, .readOnly].contains(cause.code.primary):
      self.init(cause, path: path)
    case .failed, .danglingKeys:
      self.init(.corrupt, "'\(path)': \(error)", recovery: .findDamage)
    }
  }
}
