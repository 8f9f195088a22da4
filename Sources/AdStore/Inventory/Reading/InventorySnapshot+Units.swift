// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventorySnapshot {
  /// Reads the units that meet a filter.
  /// - Parameter filter: Which units; without one, all that are not archived.
  /// - Returns: The units in the order of their ids.
  /// - Throws: ``StoreError`` with `noSuchPage` for an unknown page.
  public func units(matching filter: InventoryFilter = .standard) throws -> [InventoryUnit] {
    var units: [InventoryUnit] = []
    try forEachUnit(matching: filter) { units.append($0) }
    return units
  }

  /// Reads the units that meet a filter with their own targeting.
  /// - Parameter filter: Which units; without one, all that are not archived.
  /// - Returns: The units in the order of their ids.
  /// - Throws: ``StoreError`` with `noSuchPage` for an unknown page.
  public func entries(matching filter: InventoryFilter = .standard) throws -> [InventoryEntry] {
    var entries: [InventoryEntry] = []
    try forEachEntry(matching: filter) { entries.append($0) }
    return entries
  }

  /// Counts the units that meet a filter.
  /// - Parameter filter: Which units; without one, all that are not archived.
  /// - Returns: How many there are.
  /// - Throws: ``StoreError`` with `noSuchPage` for an unknown page.
  public func count(matching filter: InventoryFilter = .standard) throws -> Int {
    let query = try checked(filter)
    return try connection.prepare(
      "SELECT count(*) FROM \(UnitColumns.source) WHERE \(query.condition)"
    ) { statement in
      var rows = try statement.query(list: query.values)
      return try rows.next() ? rows.row.int(0) : 0
    }
  }

  /// Hands on the units that meet a filter one by one, in the order of their ids.
  /// - Throws: ``StoreError`` with `noSuchPage` for an unknown page, or whatever `body` throws,
  ///   which ends the walk.
  /// - Complexity: One pass over the units; nothing is collected.
  package func forEachUnit(
    matching filter: InventoryFilter = .standard, _ body: (InventoryUnit) throws -> Void
  ) throws {
    try forEachRow(matching: filter, limit: .max) { row in try body(try unit(of: row).unit) }
  }

  /// Hands on the units that meet a filter with their own targeting one by one, in the order of
  /// their ids.
  /// - Parameter limit: How many at most.
  /// - Throws: ``StoreError`` with `noSuchPage` for an unknown page, or whatever `body` throws,
  ///   which ends the walk.
  /// - Complexity: One pass over the units; nothing is collected.
  package func forEachEntry(
    matching filter: InventoryFilter = .standard, limit: Int = .max,
    _ body: (InventoryEntry) throws -> Void
  ) throws {
    try forEachRow(matching: filter, limit: limit) { row in try body(try entry(of: row)) }
  }

  private func checked(_ filter: InventoryFilter) throws -> FilterQuery {
    if let page = filter.page { _ = try existingPage(page) }
    return FilterQuery(filter)
  }

  private func forEachRow(
    matching filter: InventoryFilter, limit: Int, _ body: (borrowing Row) throws -> Void
  ) throws {
    let query = try checked(filter)
    try connection.reuse(UnitColumns.select(matching: query) + " LIMIT ?") { statement in
      var rows = try statement.query(list: query.values + [Int64(limit)])
      while try rows.next() { try body(rows.row) }
    }
  }
}
