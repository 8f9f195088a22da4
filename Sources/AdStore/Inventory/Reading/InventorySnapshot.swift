// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

/// The inventory as it is at one moment: everything read through one snapshot fits together,
/// whatever others write meanwhile.
///
/// Given by ``InventoryRepository/read(_:)``, and meaningless after it.
public struct InventorySnapshot: ~Copyable {
  let connection: Connection

  // Never inlined: Swift 6.3 in release mode crashes on inlining what makes a value that cannot be
  // copied from one that is only borrowed.
  @inline(never)
  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Reads a unit.
  /// - Returns: The unit, archived or not.
  /// - Throws: ``StoreError`` with `noSuchUnit`, naming the nearest id.
  /// - Complexity: Two look-ups by key.
  public func unit(_ id: AdUnitID) throws -> InventoryUnit {
    try found(id).unit
  }

  /// Reads a unit with its own targeting.
  /// - Returns: The unit, archived or not, and its targeting.
  /// - Throws: ``StoreError`` with `noSuchUnit`, naming the nearest id.
  /// - Complexity: Three look-ups by key.
  public func entry(_ id: AdUnitID) throws -> InventoryEntry {
    guard let entry = try entryIfPresent(id) else { throw try unknownUnit(id) }
    return entry
  }

  /// Reads a unit with its own targeting, where there is such a unit.
  /// - Returns: The unit, archived or not, and its targeting; nil where the inventory has none.
  /// - Throws: ``StoreError``.
  /// - Complexity: Three look-ups by key.
  package func entryIfPresent(_ id: AdUnitID) throws -> InventoryEntry? {
    try row(of: id) { row in try entry(of: row) }
  }

  /// The ids of all units that are not archived and meet a condition, in their order.
  /// - Throws: ``StoreError``.
  /// - Complexity: One pass over the ids alone.
  package func unitIDs(where isMeant: (AdUnitID) -> Bool) throws -> [AdUnitID] {
    var ids: [AdUnitID] = []
    let rows = try connection.statement(
      """
      SELECT i.id FROM unit_ids i JOIN units u ON u.unit = i.unit WHERE NOT u.archived ORDER BY i.id
      """
    )
    var cursor = try rows.query()
    while try cursor.next() {
      let id = try AdUnitID(cursor.row.text(0))
      if isMeant(id) { ids.append(id) }
    }
    return ids
  }

  /// Says whether a unit is in the inventory.
  /// - Returns: Whether it is, archived or not.
  /// - Throws: ``StoreError``.
  package func contains(_ id: AdUnitID) throws -> Bool {
    try number(of: id) != nil
  }

  /// The number of a unit in this database.
  /// - Returns: The number, or nil where the inventory has no such unit.
  /// - Throws: ``StoreError``.
  func number(of id: AdUnitID) throws -> Int64? {
    try connection.statement(
      "SELECT u.unit FROM unit_ids i JOIN units u ON u.unit = i.unit WHERE i.id = ?"
    ).first(id.rawValue) { $0.int64(0) }
  }

  /// Reads a unit and its number.
  func found(_ id: AdUnitID) throws -> (number: Int64, unit: InventoryUnit) {
    guard let found = try row(of: id, read: { row in try unit(of: row) }) else {
      throw try unknownUnit(id)
    }
    return found
  }

  /// Reads the row of a unit, where there is such a unit.
  private func row<Result>(
    of id: AdUnitID, read: (borrowing Row) throws -> Result
  ) throws -> Result? {
    try connection.reuse(UnitColumns.selectByID) { statement in
      try statement.first(id.rawValue, read: read)
    }
  }

  /// Makes a unit of a row of ``UnitColumns/columns`` and of its sizes, which are rows of their own.
  func unit(of row: borrowing Row) throws -> (number: Int64, unit: InventoryUnit) {
    let number = UnitColumns.number(of: row)
    var unit = try UnitColumns.unit(of: row)
    unit.declaredSizes = UnitColumns.ordered(
      try connection.statement("SELECT width, height, ordinal FROM unit_sizes WHERE unit = ?")
        .all(number) { UnitColumns.size(of: $0) })
    return (number, unit)
  }

  /// Makes a unit with its targeting of a row of ``UnitColumns/columns``. Sizes and targeting come from one
  /// statement: to start a second takes longer than to read the rows.
  func entry(of row: borrowing Row) throws -> InventoryEntry {
    var entry = InventoryEntry(unit: try UnitColumns.unit(of: row))
    var sizes: [UnitColumns.PlacedSize] = []
    var targeting = TargetingAssembler()
    var rows = try connection.statement(TargetingOwner.selectWithSizes)
      .query(UnitColumns.number(of: row))
    while try rows.next() {
      guard rows.row.isNull(0) else {
        targeting.add(rows.row)
        continue
      }
      if sizes.isEmpty { sizes.reserveCapacity(4) }
      sizes.append(UnitColumns.size(of: rows.row, from: 1))
    }
    entry.unit.declaredSizes = UnitColumns.ordered(sizes)
    entry.targeting = try Self.readable("targeting", &targeting)
    return entry
  }

  /// The error of a unit that the inventory does not have, with what may have been meant.
  func unknownUnit(_ id: AdUnitID) throws -> StoreError {
    let renamed = try connection.statement(
      """
      SELECT i.id FROM changes c JOIN unit_ids i ON i.unit = c.unit
      WHERE c.noun = 'unit' AND c.verb = 'rename' AND c.name = ? ORDER BY c.change DESC LIMIT 1
      """
    ).first(id.rawValue) { $0.text(0) }
    if let renamed {
      return StoreError(
        .noSuchUnit, "ad unit '\(id)' was renamed to '\(renamed)'", unknownName: id.rawValue,
        suggestions: [renamed])
    }
    let ids = try connection.statement(
      "SELECT i.id FROM unit_ids i JOIN units u ON u.unit = i.unit ORDER BY i.id"
    ).all { $0.text(0) }
    return .notFound(.noSuchUnit, "ad unit", id.rawValue, among: ids)
  }
}

extension StoreError {
  /// The error of a name that nothing has, with the closest of those that something has.
  static func notFound(
    _ code: Code, _ thing: String, _ name: String, among names: [String]
  ) -> StoreError {
    let near = Spelling.nearest(to: name, in: names)
    return StoreError(
      code, "\(thing) '\(name)' not found" + (near.map { "; the closest is '\($0)'" } ?? ""),
      unknownName: name, suggestions: near.map { [$0] } ?? [])
  }
}
