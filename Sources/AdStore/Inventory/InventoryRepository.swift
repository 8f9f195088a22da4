// SPDX-License-Identifier: MIT
public import AdModel

/// The ad units of a database with their targeting, pages and settings.
///
/// ```swift
/// let inventory = InventoryRepository(database)
/// try inventory.change(by: "ops", at: now) { edit in
///   try edit.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID("div-gpt-ad-mobile_1"))))
///   try edit.setTargeting(
///     TargetingEntry(key: "section", values: ["sport"]), for: .unit(AdUnitID("div-gpt-ad-mobile_1")))
/// }
/// let units = try inventory.read { try $0.units() }
/// ```
public struct InventoryRepository: Sendable {
  /// The database that holds the inventory.
  public let database: AdDatabase

  /// Works on the inventory of a database.
  public init(_ database: AdDatabase) {
    self.database = database
  }

  /// Reads the inventory as it is at one moment.
  /// - Parameter body: Reads; must not use the database in any other way meanwhile.
  /// - Returns: What `body` returns.
  /// - Throws: ``StoreError``, or whatever `body` throws.
  public func read<Result: Sendable>(
    _ body: (borrowing InventorySnapshot) throws -> Result
  ) throws -> Result {
    try database.read { connection in
      // Named because the optimizer of Swift 6.3.1 fails on a temporary snapshot.
      let snapshot = InventorySnapshot(connection)
      return try body(snapshot)
    }
  }

  /// Changes the inventory in one transaction, which is on the disk when this returns.
  ///
  /// Every change is logged in the same transaction. When `body` throws, nothing has changed.
  /// - Parameters:
  ///   - actor: Who changes it, for the log; 1 to 128 bytes.
  ///   - message: Why, for the log; 1 to 1,000 bytes.
  ///   - dryRun: Whether everything is checked and done as usual, and then undone.
  ///   - body: Makes the changes; must not use the database in any other way meanwhile.
  /// - Returns: What was changed, in order, as the log has it; what already was as it should be is
  ///   no change.
  /// - Throws: ``StoreError``; `InvalidValue` for a value that breaks a rule; whatever `body`
  ///   throws.
  @discardableResult
  public func change(
    by actor: String, message: String? = nil, at time: Timestamp, dryRun: Bool = false,
    _ body: (inout InventoryEdit) throws -> Void
  ) throws -> [InventoryChange] {
    try Self.check(actor: actor, message: message)
    let changes = try database.write(commits: !dryRun) { connection in
      var edit = InventoryEdit(connection, actor: actor, message: message, time: time)
      try body(&edit)
      try edit.checkExperiments()
      return edit.changes
    }
    if !dryRun, !changes.isEmpty { database.watch.noteInventory() }
    return changes
  }

  /// Changes the inventory as ``change(by:message:at:dryRun:_:)`` does, and hands the changes on one by
  /// one instead of holding them all.
  /// - Parameter told: Takes the changes in their order: of a dry run before they are undone, else when
  ///   they are on the disk.
  /// - Returns: How many there are.
  /// - Throws: As the other, and what `told` throws; when the changes are on the disk, they stay.
  @discardableResult
  package func changeMany(
    by actor: String, message: String? = nil, at time: Timestamp, dryRun: Bool = false,
    _ body: (inout InventoryEdit) throws -> Void, told: (InventoryChange) throws -> Void
  ) throws -> Int {
    try Self.check(actor: actor, message: message)
    let made = try database.write(commits: !dryRun) { connection in
      var edit = InventoryEdit(
        connection, actor: actor, message: message, time: time, keepsChanges: false)
      try body(&edit)
      try edit.checkExperiments()
      let newest = try edit.inventory.newestChange()
      let numbers = edit.firstChange.map { $0...newest }
      if dryRun, let numbers { try edit.inventory.forEachChange(numbered: numbers, told) }
      return (numbers: numbers, count: edit.changeCount)
    }
    guard !dryRun, let numbers = made.numbers else { return made.count }
    database.watch.noteInventory()
    do {
      try read { try $0.forEachChange(numbered: numbers, told) }
    } catch let error as StoreError {
      throw StoreError(
        error.code, "what was changed is stored, and cannot be told: \(error.message)",
        recovery: error.recovery)
    }
    return made.count
  }

  private static func check(actor: String, message: String?) throws(InvalidValue) {
    try check(actor, "actor", atMost: 128, toDo: "say who makes the change")
    if let message {
      try check(message, "message", atMost: 1_000, toDo: "leave it out, or say why")
    }
  }

  private static func check(
    _ text: String, _ field: String, atMost limit: Int, toDo: String
  ) throws(InvalidValue) {
    let count = text.utf8.count
    if count == 0 {
      throw InvalidValue(.empty, field: field, reason: "is empty; \(toDo)")
    }
    if count > limit {
      throw InvalidValue(
        .tooLong, field: field,
        reason: "has \(count) bytes; at most \(limit) are allowed")
    }
  }
}
