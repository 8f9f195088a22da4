// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite
import AdUpdate

/// A generation of a publisher's inventory that has arrived, and that the publisher has signed.
///
/// ``InventoryUpdate`` makes it; ``AdDatabase/adopt(_:at:)`` takes it over.
public struct InventoryPublication: Sendable {
  /// The number of the generation, from 1 and rising.
  public var generation: Int64 { described.number }
  /// What signed metadata says of the generation.
  let described: PublishedGeneration
  /// What arrived: the document of the generation, or a difference that leads to it.
  let bytes: [UInt8]
  let isDifference: Bool
  /// The generation that the inventory was when this one was chosen.
  let previous: StoredUpdate.Generation?

  init(
    _ described: PublishedGeneration, bytes: [UInt8], isDifference: Bool,
    after previous: StoredUpdate.Generation?
  ) {
    self.previous = previous
    self.described = described
    self.bytes = bytes
    self.isDifference = isDifference
  }
}

/// How the inventory of a database and the publication that it follows stand to each other.
public struct UpdateStatus: Hashable, Sendable {
  /// The generation that the inventory was when it was taken over; nil where it was none yet.
  public var generation: Int64?
  /// When that was.
  public var adopted: Timestamp?
  /// When the publication last said that nothing newer is there.
  public var checked: Timestamp?
  /// Until when what the publication said then is to be trusted: later, somebody may be holding back
  /// what is newer.
  public var expires: Timestamp?
  /// When something was last refused.
  public var refused: Timestamp?
  /// Why, in one line.
  public var refusal: String?

  /// Nothing was ever taken over, or refused.
  package init() {}
}

extension AdDatabase {
  /// Makes the inventory what a publication says, in one transaction, which is on the disk when this
  /// returns.
  ///
  /// Units and pages that the publication does not name are removed. Consent, history, notes and the
  /// debug switch stay as they are. The changes are logged under the publication's name and can be
  /// reverted as any others; sessions that run follow at their next look.
  /// - Returns: What was changed, in order; nothing where another process took it over meanwhile.
  /// - Throws: ``StoreError`` with `otherInventory` where what arrived is the difference to another
  ///   inventory than is here: the next update takes the whole document; with `changedSince` where another
  ///   process took another generation over since this one was chosen. `InvalidValue` with
  ///   `malformed` for what this version of the library cannot read. Nothing is changed then.
  /// - Complexity: Linear in the inventory's size: call it within ``write(within:_:)`` and not on a
  ///   page's thread.
  @discardableResult
  public func adopt(
    _ publication: InventoryPublication, at time: Timestamp
  ) throws -> [InventoryChange] {
    do {
      return try write { connection in
        let here = try StoredUpdate.generation(on: connection)
        let new = StoredUpdate.Generation(publication.described)
        if here != publication.previous {
          if here == new { return [] }
          throw StoreError(
            .changedSince,
            "another process took \(here.map { "generation \($0.number)" } ?? "no generation") over "
              + "while generation \(new.number) was fetched",
            advice: "update again")
        }
        let snapshot = InventorySnapshot(connection)
        let inventory = try publication.inventory(over: snapshot)
        var edit = InventoryEdit(
          connection, actor: "publication \(publication.generation)", time: time)
        try edit.adopt(inventory)
        try edit.checkExperiments()
        try StoredUpdate.note(new, at: time, on: connection)
        return edit.changes
      }
    } catch let error as StoreError where error.code == .otherInventory {
      try StoredUpdate(database: self).forgetGeneration()
      throw error
    } catch let error as InvalidValue {
      try StoredUpdate(database: self).noteRefusal(error.description, at: time)
      throw error
    }
  }

  /// The root that is stored; nil where none was ever trusted.
  /// - Throws: ``StoreError``.
  package func trustedRoot() throws -> [UInt8]? {
    try read { connection in
      try connection.statement("SELECT bytes FROM update_files WHERE name = 'root.json'").first {
        $0.blob(0)
      }
    }
  }

  /// Tells which generation of a publication the inventory is, and what became of the last update.
  /// - Throws: ``StoreError``.
  public func updateStatus() throws -> UpdateStatus {
    try read { connection in
      var status =
        try connection.statement(
          "SELECT generation, adopted_at, checked_at, refused_at, refusal FROM update_state"
        ).first { row in
          var status = UpdateStatus()
          status.generation = row.isNull(0) ? nil : row.int64(0)
          (status.adopted, status.checked, status.refused) = (row.time(1), row.time(2), row.time(3))
          status.refusal = row.isNull(4) ? nil : row.text(4)
          return status
        } ?? UpdateStatus()
      let timestamp = try connection.statement(
        "SELECT bytes FROM update_files WHERE name = 'timestamp.json'"
      ).first { $0.blob(0) }
      status.expires = timestamp.flatMap {
        try? TimestampMetadata(file: $0, named: "timestamp.json").header.expires
      }
      return status
    }
  }
}

extension Row {
  fileprivate borrowing func time(_ column: Int32) -> Timestamp? {
    isNull(column) ? nil : Timestamp(milliseconds: int64(column))
  }
}

extension InventoryPublication {
  /// The whole inventory of the generation, checked against what was signed.
  fileprivate func inventory(over snapshot: borrowing InventorySnapshot) throws
    -> PublishedInventory
  {
    do {
      guard isDifference else { return try PublishedInventory(document: bytes) }
      let base = try PublishedInventory(of: snapshot)
      if let result = try? base.applying(difference: bytes),
        ContentHasher.hash(try result.document()) == described.keptHash
      {
        return result
      }
      throw StoreError(
        .otherInventory,
        "the difference to generation \(generation) does not fit the inventory, which was changed "
          + "otherwise",
        advice: "update again; the whole document is taken then")
    } catch let error as InventoryDocumentError {
      throw InvalidValue(
        .malformed, field: "publication",
        reason: error.problems.first?.description ?? "cannot be read")
    }
  }
}

extension StoreError.Code {
  /// The difference that arrived is to another inventory.
  public static let otherInventory = Self(rawValue: "otherInventory")
}
