// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite
import AdSystem

extension AdDatabase {
  /// The name of a database that has no file of its own, in SQLite's words.
  static let unnamed = ":memory:"
  private static let opening = WorkQueue("AdView.opening", width: 2)

  /// Spares SQLite the count of the memory that it holds, which takes a lock at every allocation. For a
  /// program that has its process for itself, before it opens the first database.
  package static func leaveMemoryUncounted() { Connection.leaveMemoryUncounted() }

  /// Opens a database, and creates or migrates it first where that is needed, away from the caller's
  /// thread. Any number of processes may do so at once.
  /// - Parameters:
  ///   - path: The file; `:memory:` is ``inMemory(now:)``.
  ///   - seed: A document of `export inventory` that the app was shipped with, in UTF-8: the
  ///     inventory of a first start, also without a network. An inventory that anything was ever
  ///     stored in is left as it is.
  ///   - signer: The key with which the device signs what is appended to the consent ledger; an entry
  ///     names it from here on. One that cannot be used now keeps nothing from being stored.
  ///   - now: The time to record for migrations.
  ///   - busyTimeout: How long a write waits for another process, in milliseconds.
  ///   - readers: How many threads can read at the same time, at least 2.
  ///   - patience: How long it may take until it begins.
  /// - Returns: The open database, which is ready to write.
  /// - Throws: ``StoreError``; `InvalidValue` for a seed that is no such document;
  ///   `CancellationError`.
  nonisolated(nonsending) public static func open(
    at path: String, seed: [UInt8]? = nil, signer: (any LedgerSigner)? = nil,
    now: Timestamp = .now, busyTimeout: Int32 = 5_000, readers: Int = 4,
    within patience: Duration = .seconds(10)
  ) async throws -> AdDatabase {
    do {
      return try await opening.run(within: patience) {
        try WorkQueue.begin()
        let database = try openOrCreate(
          path, now: now, busyTimeout: busyTimeout, readers: readers)
        if let signer {
          let signing = database.sign(with: signer, .enrolls)
          try? database.enroll(signing, at: now)
        }
        if let seed { try InventoryRepository(database).seed(with: seed, at: now) }
        return database
      }
    } catch is WorkQueue.TooLate {
      throw StoreError(
        .busy, "'\(path)' was not opened within \(patience)", advice: "try again later")
    }
  }

  /// Makes a database for tests and previews: a temporary file that its owner alone can read, and
  /// that goes away with the database.
  /// - Parameter now: The time to record for the migrations.
  /// - Throws: ``StoreError`` with `cannotCreate` or `full`.
  public static func inMemory(now: Timestamp = .now) throws -> AdDatabase {
    try StoreError.translating(unnamed) {
      let scratch = try ScratchFolder()
      let file = "\(scratch.path)/adview.sqlite"
      try create(path: file, now: now, layer: .system) { _ in }
      return try AdDatabase(file: file, named: unnamed, access: .readWrite, scratch: scratch)
    }
  }

  private static func openOrCreate(
    _ path: String, now: Timestamp, busyTimeout: Int32, readers: Int
  ) throws -> AdDatabase {
    if path == unnamed { return try inMemory(now: now) }
    // Bounded: somebody else got further each time that another round is needed.
    for _ in 0..<10 {
      do {
        let database = try AdDatabase(
          path: path, access: .readWrite, busyTimeout: busyTimeout, readers: readers)
        // What is opened here need not be on the first page's thread. A write says what is wrong.
        try? database.maintain { _ in }
        database.beginWatching()
        database.sealLeftOpenSoon()
        return database
      } catch let error as StoreError where error.code == .olderSchema {
        _ = try migrate(path: path, now: now)
      } catch let error as StoreError where error.code == .missingFile {
        do {
          try create(path: path, now: now, layer: .system) { _ in }
        } catch let error as StoreError where error.code == .fileExists {
          // Somebody else was faster.
        }
      }
    }
    return try AdDatabase(
      path: path, access: .readWrite, busyTimeout: busyTimeout, readers: readers)
  }
}
