// SPDX-License-Identifier: MIT
import CAdSQLite

extension Connection {
  /// Whether a transaction is open.
  package var isInTransaction: Bool {
    guard let handle = try? unsafe live() else { return false }
    return unsafe sqlite3_get_autocommit(handle) == 0
  }

  /// Runs `body` in a transaction, which is rolled back when it throws.
  ///
  /// Inside another transaction this is a savepoint: what `body` did is undone when it throws, and
  /// the outer transaction goes on.
  ///
  /// - Parameter kind: What the transaction is for.
  /// - Throws: `busy` when another connection keeps the write lock; `misuse` for a write inside a
  ///   read, which could not wait for its turn; whatever `body` throws.
  package func transaction<Result>(
    _ kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    if isInTransaction {
      guard kind == .read || transactionKind == .write else {
        throw SQLiteError(code: .misuse, message: "a write cannot start inside a read transaction")
      }
      return try savepoint(body)
    }
    switch kind {
    case .read: try statement("BEGIN DEFERRED").run()
    case .write: try statement("BEGIN IMMEDIATE").run()
    }
    transactionKind = kind
    defer { transactionKind = nil }
    do {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      // SQLite has rolled back by itself after some errors, such as a full disk.
      if isInTransaction { try? statement("ROLLBACK").run() }
      throw error
    }
  }

  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    // Nested savepoints may share a name: each refers to the innermost.
    try statement("SAVEPOINT nested").run()
    do {
      let result = try body()
      try statement("RELEASE nested").run()
      return result
    } catch {
      if isInTransaction {
        try? statement("ROLLBACK TO nested").run()
        try? statement("RELEASE nested").run()
      }
      throw error
    }
  }

  /// Runs every statement of a script, without values and without reading rows.
  ///
  /// - Throws: `SQLiteError` of the first statement that fails; those before it stand.
  package func execute(_ sql: String) throws(SQLiteError) {
    let handle = try unsafe live()
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else {
      throw unsafe SQLiteError.last(of: handle, result: result, sql: sql)
    }
  }
}
