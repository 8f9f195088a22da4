// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventoryRepository {
  /// Takes a document of `export inventory` over, in one transaction, which is on the disk when this
  /// returns: everything in it is checked first, and every change is logged.
  ///
  /// Members that the document leaves out stay as they are, and units and pages that it does not name
  /// are left alone.
  /// - Parameters:
  ///   - document: The document in UTF-8.
  ///   - actor: Who changes the inventory, for the log; 1 to 128 bytes.
  ///   - dryRun: Whether everything is checked and done as usual, and then undone.
  /// - Returns: What was changed, in order; nothing where all of it was so already.
  /// - Throws: `InvalidValue` with `malformed` and the place of the first fault; ``StoreError``.
  /// - Complexity: Linear in the size of document and inventory: seconds for a hundred thousand units,
  ///   so call it within ``AdDatabase/write(within:_:)`` and not on a page's thread.
  @discardableResult
  public func apply(
    document: [UInt8], by actor: String, at time: Timestamp, dryRun: Bool = false
  ) throws -> [InventoryChange] {
    try change(by: actor, at: time, dryRun: dryRun) { try $0.take(document) }
  }
}

extension InventoryRepository {
  /// Takes a document over where nothing was ever changed.
  func seed(with document: [UInt8], at time: Timestamp) throws {
    // Almost always there is something: whoever only looks waits for nobody who writes.
    if try read({ try $0.isUntouched() }) {
      // Of many that start at once the first one seeds.
      try change(by: "seed", at: time) { edit in
        if try edit.inventory.isUntouched() { try edit.take(document) }
      }
    }
  }
}

extension InventorySnapshot {
  /// Whether no change was ever logged.
  fileprivate borrowing func isUntouched() throws -> Bool {
    try connection.statement("SELECT 1 FROM changes LIMIT 1").first { $0.int64(0) } == nil
  }
}

extension InventoryEdit {
  /// Makes the inventory what a document says.
  fileprivate mutating func take(_ document: [UInt8]) throws {
    do {
      _ = try apply(document: document)
    } catch let error as InventoryDocumentError {
      throw InvalidValue(
        .malformed, field: "inventory document",
        reason: error.problems.first?.description ?? "cannot be read")
    }
  }
}
