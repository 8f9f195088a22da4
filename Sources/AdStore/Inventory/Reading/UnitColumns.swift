// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// How an ad unit is read from a row: the columns, the tables they come from, and the value.
///
/// What the field table does not place in a column of its own stands before its columns.
enum UnitColumns {
  private static let table = FieldTable<InventoryUnit>.units
  private static let firstField: Int32 = 5

  /// The columns that ``unit(of:)`` reads, of units under `u`, ids under `i` and pages under `p`.
  static let columns = "u.unit, i.id, p.name, u.paused, u.archived, \(table.qualifiedColumns)"

  /// The tables: units under `u`, their ids under `i`, their pages under `p`.
  static let source = "unit_ids i \(joins)"
  private static let joins =
    "JOIN units u ON u.unit = i.unit LEFT JOIN pages p ON p.page = u.page"

  /// The look-up of one unit by its id.
  static let selectByID = "SELECT \(columns) FROM \(source) WHERE i.id = ?"

  /// The units that meet a filter, in the order of their ids.
  ///
  /// Those of one page are found by its index, and sorted. All others are walked in the order of the
  /// index of ids, which SQLite, going by statistics, would give up for sorting every unit.
  static func select(matching query: FilterQuery) -> String {
    "SELECT \(columns) FROM unit_ids i \(query.isOfPage ? "" : "CROSS ")\(joins) "
      + "WHERE \(query.condition) ORDER BY i.id"
  }

  /// The number that the unit has in this database.
  static func number(of row: borrowing Row) -> Int64 { row.int64(0) }

  /// Reads a unit without its declared sizes, which are rows of their own.
  /// - Throws: ``StoreError`` with `corrupt` where another program stored what the model refuses.
  static func unit(of row: borrowing Row) throws(StoreError) -> InventoryUnit {
    do {
      var unit = InventoryUnit(id: try AdUnitID(row.text(1)))
      if let page = row.optionalText(2) { unit.page = try PageID(page) }
      unit.status = row.bool(4) ? .archived : row.bool(3) ? .paused : .active
      try table.read(row, from: firstField, into: &unit)
      return unit
    } catch {
      throw StoreError.unreadable("ad unit \(row.text(1).quotedForDisplay)", error)
    }
  }

  /// One declared size with its place among the unit's sizes.
  typealias PlacedSize = (ordinal: Int64, size: DeclaredSize)

  /// Reads one declared size; fluid is stored as 0 by 0.
  /// - Parameters:
  ///   - row: A row that holds a width, a height and an ordinal.
  ///   - first: The column of the width.
  static func size(of row: borrowing Row, from first: Int32 = 0) -> PlacedSize {
    let width = row.int(first)
    let size = width == 0 ? .fluid : DeclaredSize.fixed(width: width, height: row.int(first + 1))
    return (row.int64(first + 2), size)
  }

  /// Puts sizes, which come in any order, back into that of declaration; SQLite would set up a sorter
  /// for each unit.
  static func ordered(_ sizes: consuming [PlacedSize]) -> [DeclaredSize] {
    var sizes = sizes
    if sizes.count > 1 { sizes.sort { $0.ordinal < $1.ordinal } }
    return sizes.map(\.size)
  }
}

extension StoreError {
  /// The error of a file that holds what the model refuses.
  static func unreadable(_ thing: String, _ invalid: InvalidValue) -> StoreError {
    StoreError(
      .corrupt, "the database holds an impossible value (\(thing)): \(invalid)",
      recovery: .findDamage)
  }
}
