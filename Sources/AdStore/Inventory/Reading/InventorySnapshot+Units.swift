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
      "SELECT count(*) FROM \(UnitRows.source) WHERE \(query.condition)"
    ) { statement in
      var rows = try statement.query(list: query.values)
      return try rows.next() ? rows.row.int(0) : 0
    }
  }

  /// Hands on the units that meet a filter one by one, in the order of their ids.
  /// - Throws: ``StoreError`` with `noSuchPage` for an unknown page, or whatever `body` throws,
  ///   which ends the walk.
  /// - Complexity: One pass over the units and their sizes; nothing is collected.
  package func forEachUnit(
    matching filter: InventoryFilter = .standard, _ body: (InventoryUnit) throws -> Void
  ) throws {
    let query = try checked(filter)
    try withRows(of: .units, query) { units in
      var units = units
      try withRows(of: .sizes, query) { sizes in
        var sizes = sizes
        try units.forEachRow { row in
          try body(try Self.unit(of: row, sizes: &sizes))
        }
      }
    }
  }

  /// Hands on the units that meet a filter with their own targeting one by one, in the order of
  /// their ids.
  /// - Throws: ``StoreError`` with `noSuchPage` for an unknown page, or whatever `body` throws,
  ///   which ends the walk.
  /// - Complexity: One pass over the units, their sizes and their targeting; nothing is collected.
  package func forEachEntry(
    matching filter: InventoryFilter = .standard, _ body: (InventoryEntry) throws -> Void
  ) throws {
    let query = try checked(filter)
    try withRows(of: .units, query) { units in
      var units = units
      try withRows(of: .sizes, query) { sizes in
        var sizes = sizes
        try withRows(of: .targeting, query) { targeting in
          var targeting = targeting
          var assembler = TargetingAssembler()
          try units.forEachRow { row in
            let unit = try Self.unit(of: row, sizes: &sizes)
            try targeting.forEachRow(of: UnitColumns.number(of: row)) { row in
              assembler.add(row, from: 1)
            }
            let entry = InventoryEntry(
              unit: unit, targeting: try Self.readable("ad unit '\(unit.id)'", &assembler))
            try body(entry)
          }
        }
      }
    }
  }

  private func checked(_ filter: InventoryFilter) throws -> FilterQuery {
    if let page = filter.page { _ = try existingPage(page) }
    return FilterQuery(filter)
  }

  private func withRows(
    of rows: UnitRows, _ query: FilterQuery, _ body: (consuming UnitWalk) throws -> Void
  ) throws {
    try connection.prepare(rows.sql(where: query.condition)) { statement in
      try body(UnitWalk(try statement.query(list: query.values)))
    }
  }

  private static func unit(
    of row: borrowing Row, sizes: inout UnitWalk
  ) throws -> InventoryUnit {
    var unit = try UnitColumns.unit(of: row)
    var declared: [UnitColumns.PlacedSize] = []
    try sizes.forEachRow(of: UnitColumns.number(of: row)) { row in
      declared.append(UnitColumns.size(of: row, from: 1))
    }
    unit.declaredSizes = UnitColumns.ordered(declared)
    return unit
  }
}
