// SPDX-License-Identifier: MIT
import AdConsent
package import AdModel
package import AdStore
import AdSystem

extension CommandRun {
  /// The database file: `--db`, else `$ADVIEW_DB`, else `adview.sqlite` here.
  package var databasePath: String {
    get throws(Failure) {
      var named = input[GlobalOptions.database]
      if named == nil { named = try host.variable("ADVIEW_DB") }
      return named.flatMap { $0.isEmpty ? nil : $0 } ?? "adview.sqlite"
    }
  }

  /// Opens the database, and closes it when the command has used it.
  /// - Parameter isSigned: Whether what is appended to the ledger is signed with the device's key.
  /// - Throws: `StoreError`, or what `body` throws.
  package func withDatabase<Result>(
    _ access: AdDatabase.Access, signed isSigned: Bool = true,
    _ body: (AdDatabase) throws -> Result
  ) throws -> Result {
    let path = try databasePath
    let key = access == .readWrite && isSigned && !isDryRun ? try deviceKey() : nil
    let width = host.files.status(of: path)?.permissions ?? 0
    let database = try open(path, access)
    if let key { database.sign(with: key) }
    try warn(ofWidth: width, database)
    let appendsUnsigned = access == .readWrite && isSigned && key == nil && !isDryRun
    let entries = appendsUnsigned ? try ConsentRepository(database).entryCount() : nil
    let result = try body(database)
    // From here on the answer is yes, whatever becomes of its report.
    if access == .readWrite, !isDryRun { output.reportsStoredWork = true }
    if let entries { try warn(ofUnsignedAfter: entries, database) }
    try database.close()
    return result
  }

  /// Opens a database, any but a new one: Ctrl-C ends whatever a command reads or writes in it.
  func open(_ path: String, _ access: AdDatabase.Access) throws -> AdDatabase {
    let isInterrupted = host.isInterrupted
    return try AdDatabase(
      path: path, access: access, busyTimeout: host.busyTimeout, while: { !isInterrupted() })
  }

  /// Runs what changes the inventory, or only looks what that would change: then, where the database
  /// cannot be written, in a private copy that is thrown away.
  /// - Parameter isKept: Whether changes are to stay.
  /// - Throws: `StoreError`, or what `body` throws; `body` has then begun at most one transaction.
  package func withInventory<Result>(
    kept isKept: Bool, _ body: (AdDatabase) throws -> Result
  ) throws -> Result {
    do {
      return try withDatabase(.readWrite, body)
    } catch let error as StoreError where error.code == .readOnly && !isKept {
      let folder = try ScratchFolder()
      let copy = "\(folder.path)/copy.sqlite"
      try withDatabase(.readOnly) { try $0.backUp(to: copy) }
      let database = try open(copy, .readWrite)
      let result = try body(database)
      try database.close()
      return result
    }
  }

  /// Tells that others than the owner could use the file, which holds what people said and did; not
  /// of a published file, which holds neither.
  private func warn(ofWidth permissions: UInt16, _ database: AdDatabase) throws {
    guard permissions & 0o077 != 0, (try? database.isPublished()) != true else { return }
    let mode = String(permissions, radix: 8)
    let isMended = database.makePrivate()
    try note(
      "warning: \(database.path) could be used by others than you (mode 0\(mode)); "
        + (isMended
          ? "now it is yours alone" : "it is not yours to change: have its owner chmod 600 it"))
  }

  /// Tells that entries were appended without a signature, where the ledger names a key to sign with.
  private func warn(ofUnsignedAfter entries: Int64, _ database: AdDatabase) throws {
    let consent = ConsentRepository(database)
    // Everything is stored by now: what cannot be read any more makes no failure of it.
    guard let count = try? consent.entryCount(), count > entries,
      let named = (try? consent.deviceKeys())?.last
    else { return }
    try note(
      "warning: the ledger names a key that entries are signed with, and what was appended now is not "
        + "signed: name the private half of key \(named.key.fingerprint) in $\(LedgerKeyFile.variable)"
    )
  }

  /// Reads the inventory as it is at one moment.
  /// - Parameter body: Reads, and may print meanwhile.
  /// - Throws: `StoreError`, or what `body` throws.
  package func readInventory<Result: Sendable>(
    _ body: (borrowing InventorySnapshot) throws -> Result
  ) throws -> Result {
    try withDatabase(.readOnly) { try InventoryRepository($0).read(body) }
  }

  /// Changes the inventory in one transaction and prints what was changed; with `--dry-run`, prints
  /// what would be.
  /// - Throws: `StoreError`, or what `body` throws; nothing has changed then.
  package func changeInventory(_ body: (inout InventoryEdit) throws -> Void) throws {
    var added: [(page: PageID, nearest: String?)] = []
    var report = ChangeReport(self)
    try withDatabase(.readWrite) { database in
      _ = try InventoryRepository(database).changeMany(
        by: actor, message: input[GlobalOptions.message], at: now, dryRun: isDryRun
      ) { edit in
        try body(&edit)
        added = try edit.addedPages()
      } told: {
        try report.write($0)
      }
    }
    try report.end()
    try tell(of: added)
  }

  /// Tells of new pages whose names may be mistyped: a page is added with the first unit or threshold
  /// that names it.
  package func tell(of added: [(page: PageID, nearest: String?)]) throws {
    for case (let page, let near?) in added {
      try note(
        "new page '\(page)': did you mean '\(near)'? If so: adview-admin page remove \(page) "
          + "--units-to \(near)")
    }
  }
}
