// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
package import AdSQLite
import AdSystem

/// One AdView database: the file that holds inventory, consent and history.
///
/// Any thread may read and write. Writes take turns on one connection, and are on the disk when
/// they return; reads run beside them on connections of their own. Other processes may use the
/// same file at any time. Whoever must not wait (a screen's thread, a task) says how long it has:
/// ``read(within:_:)`` and ``write(within:_:)`` wait without a thread.
///
/// Whatever reads may throw ``StoreError`` with `closed`, `corrupt` or `inputOutput`, and whatever
/// writes also with `busy`, `full`, `readOnly` or `constraint`; methods name the codes beyond these.
///
/// ```swift
/// let database = try await AdDatabase.open(at: "adview.sqlite")
/// let unit = try InventoryRepository(database).read { try $0.unit(AdUnitID("div-gpt-ad-mobile_1")) }
/// ```
public final class AdDatabase: Sendable {
  /// The purpose for which a database is opened. These cases are all; none will be added.
  public enum Access: Sendable {
    /// Reading and writing.
    case readWrite
    /// Reading a file that others may write.
    case readOnly
  }

  /// How many steps of SQLite's machine lie between two questions whether to go on: about a millisecond.
  private static let steps: Int32 = 20_000

  /// `ADVW` in ASCII: the number by which a file is known as ours.
  package static let applicationID: Int32 = 0x4144_5657

  /// The file as the caller named it.
  public let path: String
  /// The file that is opened: another one while a database is being made.
  let file: String
  /// The purpose for which it was opened.
  public let access: Access

  /// How long a write waits for another connection, in milliseconds.
  let busyTimeout: Int32
  /// Who hears of changed consent; there is one for all repositories of the database.
  let consentChanges = ConsentChanges()
  /// What people answered and is not on the disk yet.
  let unstored = UnstoredAnswers()
  /// What opening for writing found to be ended.
  let scrubbing = FinishedErasure()
  /// What was seen of changes, whoever made them.
  let watch = DataWatch()
  /// What was seen of the schema; nil where nobody looks.
  private let knownSchema: KnownSchema?
  /// Whether the file is let go of.
  let suspension = Suspension()
  /// The sessions of this process.
  let sessions = Mutex(OwnSessions())
  /// What is known of the names that seals are over, so that they are not looked for again.
  let sealedNames = Mutex(SealedNames.Known())

  /// With which key of the device entries of the ledger are signed; nil where none is.
  private let signing = Mutex<LedgerSigning?>(nil)

  let writer: SharedConnection
  let readers: ReaderPool
  /// Looks for what other connections commit; waits for nobody.
  let watcher: SharedConnection
  /// Where callers that have no thread to lend are read for.
  let reading: WorkQueue
  /// Where they, and recorders, write.
  let writing = WorkQueue("AdView.writing", width: 1)
  private let hasWritten = Mutex(false)
  /// The folder of a database that has no name.
  private let scratch: ScratchFolder?

  /// Opens an existing database.
  /// - Parameters:
  ///   - busyTimeout: How long a write waits for another process, in milliseconds.
  ///   - readers: How many threads can read at the same time, at least 2.
  /// - Throws: ``StoreError`` with `missingFile`, `notADatabase`, `foreignFile`, `newerSchema`,
  ///   `olderSchema`, or what opening meets. The file is not changed then. The first write throws
  ///   `alteredSchema` where the schema is not the one that the migrations make.
  public convenience init(
    path: String, access: Access, busyTimeout: Int32 = 5_000, readers: Int = 4
  ) throws {
    try self.init(
      file: path, named: path, access: access, busyTimeout: busyTimeout, readers: readers)
  }

  /// Opens an existing database of which whatever takes long can be stopped.
  /// - Parameter shouldContinue: Asked a thousand times a second or so while SQLite works; where it says no,
  ///   reading and writing throw ``StoreError`` with `interrupted`, and a transaction is undone.
  /// - Throws: ``StoreError`` as ``init(path:access:busyTimeout:readers:)``.
  package convenience init(
    path: String, access: Access, busyTimeout: Int32,
    while shouldContinue: @escaping @Sendable () -> Bool
  ) throws {
    try self.init(
      file: path, named: path, access: access, busyTimeout: busyTimeout, while: shouldContinue)
  }

  /// Opens a file that errors name otherwise.
  /// - Parameters:
  ///   - busyTimeout: How long a write waits for another process, in milliseconds.
  ///   - shouldContinue: Asked while SQLite works; no ends that with `interrupted`.
  ///   - checksSchema: Whether a changed schema is refused; tests show what becomes of it if not.
  ///   - scratch: The folder of the file, where that goes away with the database.
  /// - Throws: ``StoreError`` as ``init(path:access:busyTimeout:readers:)``.
  init(
    file: String, named path: String, access: Access, busyTimeout: Int32 = 5_000, readers: Int = 4,
    checksSchema: Bool = true, scratch: ScratchFolder? = nil,
    while shouldContinue: (@Sendable () -> Bool)? = nil
  ) throws {
    self.file = file
    self.path = path
    self.access = access
    self.busyTimeout = busyTimeout
    self.scratch = scratch
    let knownSchema = checksSchema ? KnownSchema() : nil
    self.knownSchema = knownSchema
    let admit: @Sendable () throws -> Void = { [suspension] in try suspension.admit() }
    writer = SharedConnection(admit: admit) { [scrubbing] in
      let connection = try Self.open(file, .readWrite, busyTimeout, named: path)
      try knownSchema?.require(of: connection) {
        try Self.requireOwnSchema(of: connection, path: path)
      }
      scrubbing.finish(on: connection)
      if let shouldContinue { try connection.goOn(every: Self.steps, while: shouldContinue) }
      return connection
    }
    self.readers = ReaderPool(size: readers, admit: admit) {
      let connection = try Self.open(file, .readOnly, busyTimeout, named: path)
      if let shouldContinue { try connection.goOn(every: Self.steps, while: shouldContinue) }
      return connection
    }
    watcher = SharedConnection(admit: admit) { try Self.open(file, .readOnly, 0, named: path) }
    // One stays free for whoever cannot wait, as a page's thread.
    reading = WorkQueue("AdView.reading", width: self.readers.size - 1)
    try read { _ in }
  }

  /// Reads; whatever `body` reads with several statements is of one moment.
  ///
  /// Do not read or write on the same database inside `body`.
  /// - Parameters:
  ///   - leavesOneFree: Whether it waits until another reader is free besides, as whatever takes
  ///     long does.
  ///   - body: Reads on a connection that it must not keep.
  /// - Throws: ``StoreError``, or whatever `body` throws.
  package func read<Result: Sendable>(
    leavesOneFree: Bool = false, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try StoreError.translating(path) {
      try readers.read(leavesOneFree: leavesOneFree) { connection in
        try connection.transaction(.read) { try body(connection) }
      }
    }
  }

  /// Writes in one transaction, which is on the disk when this returns, and undone when it throws.
  ///
  /// Do not read or write on the same database inside `body`, except on the given connection.
  /// - Parameters:
  ///   - commits: Whether the changes stay; without it, they are made, seen by `body`, and undone.
  ///   - isHistory: Whether no page goes by what is written.
  ///   - body: Reads and writes on a connection that it must not keep.
  /// - Throws: ``StoreError`` with `busy` when another process keeps writing, `readOnly`, `full`,
  ///   or whatever `body` throws.
  package func write<Result: Sendable>(
    commits: Bool = true, isHistory: Bool = false, _ body: (Connection) throws -> Result
  ) throws -> Result {
    let signing = commits ? signing.withLock { $0 } : nil
    // The key could not be used as it was given.
    if let signing, signing.isPending { try? enroll(signing, at: .now) }
    let result = try maintain { connection in
      var run: LedgerSigning.Run?
      let result = try Self.transaction(on: connection, commits: commits) { connection in
        // Whoever waits no longer has been told that nothing was stored.
        try WorkQueue.begin()
        try requireKnownSchema(of: connection)
        guard let signing else { return try body(connection) }
        let (result, known) = try signing.signing(connection) { try body(connection) }
        run = known
        return result
      }
      // In the writer's turn: the next to write goes on from it.
      signing?.keep(run)
      return result
    }
    if commits {
      hasWritten.withLock { $0 = true }
      if !isHistory { watch.noteOwn() }
    }
    return result
  }

  /// Has what is appended to the ledger from now on signed.
  @discardableResult
  func sign(with signer: any LedgerSigner, _ rule: LedgerSigning.Rule) -> LedgerSigning {
    let new = LedgerSigning(signer, rule)
    signing.withLock { $0 = new }
    return new
  }

  /// What checks signatures, where a key was given.
  var verifier: (any LedgerSigner)? { signing.withLock { $0 }?.signer }

  /// Has what is appended to the ledger from now on signed, and refuses what cannot be.
  package func sign(with signer: any LedgerSigner) { sign(with: signer, .strict) }

  /// Has the ledger name the key that entries are signed with from here on.
  /// - Parameters:
  ///   - introducer: The key until then.
  ///   - origin: Who has it named.
  ///   - commits: Whether it stays; without it, it is tried and then undone.
  /// - Returns: The entry; nil where the ledger names the key already.
  /// - Throws: ``StoreError``, also `invalidKey` or `strangeIntroducer`; what the signers throw.
  package func enroll(
    _ signer: any LedgerSigner, introducedBy introducer: (any LedgerSigner)? = nil,
    as origin: EntryOrigin, at now: Timestamp, commits: Bool = true
  ) throws -> ConsentRecordID? {
    try write(commits: commits) { connection in
      try LedgerSigning(signer, .lenient).enroll(
        introducedBy: introducer, as: origin, at: now, on: connection
      ).map { ConsentRecordID($0.entry) }
    }
  }

  /// Has the ledger name a key that is given to this database, where it can be used now.
  func enroll(_ signing: LedgerSigning, at now: Timestamp) throws {
    try maintain { connection in
      let enrolled = try connection.transaction(.write) {
        try requireKnownSchema(of: connection)
        return try signing.enroll(as: .rule, at: now, on: connection)
      }
      signing.keep(enrolled?.run, isEnrolled: true)
    }
  }

  /// Refuses to write where somebody changed the schema.
  private func requireKnownSchema(of connection: Connection) throws {
    try knownSchema?.require(of: connection) {
      try Self.requireVersion(of: connection, path: path)
      try Self.requireOwnSchema(of: connection, path: path)
    }
  }

  /// Runs on the writing connection outside of any transaction, as rewriting the file needs.
  ///
  /// Do not read or write on the same database inside `body`, except on the given connection.
  /// - Parameter body: Uses a connection that it must not keep.
  /// - Throws: ``StoreError`` with `readOnly`, `busy`, or whatever `body` throws.
  package func maintain<Result: Sendable>(
    _ body: (Connection) throws -> Result
  ) throws -> Result {
    guard access == .readWrite else { throw readOnlyError }
    return try StoreError.translating(path) {
      try writer.use { connection in
        try connection.waiting(while: { !WorkQueue.isAbandoned && suspension.mayWait }) {
          try body(connection)
        }
      }
    }
  }

  private var readOnlyError: StoreError {
    StoreError(.readOnly, "'\(path)' was opened for reading only")
  }

  private struct Undone<Result: Sendable>: Error {
    let result: Result
  }

  private static func transaction<Result: Sendable>(
    on connection: Connection, commits: Bool, _ body: (Connection) throws -> Result
  ) throws -> Result {
    guard !commits else { return try connection.transaction(.write) { try body(connection) } }
    do {
      return try connection.transaction(.write) {
        throw Undone(result: try body(connection))
      }
    } catch let undone as Undone<Result> {
      return undone.result
    }
  }

  /// Closes every connection; later uses throw `closed`. Waits for reads and writes of this process
  /// that are under way, and for no other. Not for use within ``write(within:_:)``.
  ///
  /// What was written moves from the log into the file itself as far as nobody is in the way. Where
  /// that fails nothing is lost and nothing is thrown: all that was acknowledged is on the disk.
  /// - Throws: ``StoreError`` with `unexpected` where a statement is still in use, which would be a
  ///   mistake of this library.
  public func close() throws {
    writing.drain()
    try StoreError.translating(path) {
      try readers.close()
      try watcher.close { _ in }
      try writer.close { connection in
        // Statistics are stored, too, and what was only tried leaves nothing.
        connection.settle(hasWritten: hasWritten.withLock { $0 })
      }
    }
  }

  /// Opens a connection to a file whose schema is the one that this program knows.
  static func open(
    _ file: String, _ mode: Connection.Mode, _ busyTimeout: Int32, named path: String
  ) throws -> Connection {
    var configuration = configuration
    configuration.busyTimeout = busyTimeout
    // Holds the inventory of a large app; memory is only taken as pages are read.
    configuration.cacheSize = 16_384
    let connection = try Connection(path: file, mode: mode, configuration: configuration)
    try requireVersion(of: connection, path: path)
    return connection
  }

  /// Refuses a file whose schema has another version than this program's.
  static func requireVersion(of connection: Connection, path: String) throws {
    let version = try connection.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
    guard version <= schema.newestVersion else {
      throw OpenError(
        path: path,
        reason: .newer(version: Int32(version), newestKnown: Int32(schema.newestVersion)))
    }
    guard version == schema.newestVersion else {
      throw StoreError(
        .olderSchema,
        "'\(path)' has schema version \(version), and this program needs \(schema.newestVersion)",
        recovery: .migrate)
    }
  }

  static var configuration: Connection.Configuration {
    Connection.Configuration(
      applicationID: applicationID, newestVersion: Int32(schema.newestVersion))
  }
}
