// SPDX-License-Identifier: MIT
import AdModel
import SQLiteKit

/// How an ad unit is read from a row: the columns, the tables they come from, and the value.
enum UnitColumns {
  /// The columns that ``unit(of:)`` reads, of units under `u`, ids under `i` and pages under `p`.
  static let columns: StaticString = """
    u.unit, i.id, p.name, u.position, u.ad_manager_path, u.initial_width, u.initial_height,
    u.minimum_width, u.maximum_width, u.minimum_height, u.maximum_height, u.label_shown,
    u.label_text, u.label_font_size, u.label_font_weight, u.notes, u.paused, u.archived
    """

  /// The look-up of one unit by its id.
  static let selectByID: StaticString = """
    SELECT
      u.unit, i.id, p.name, u.position, u.ad_manager_path, u.initial_width, u.initial_height,
      u.minimum_width, u.maximum_width, u.minimum_height, u.maximum_height, u.label_shown,
      u.label_text, u.label_font_size, u.label_font_weight, u.notes, u.paused, u.archived
    FROM unit_ids i
      JOIN units u ON u.unit = i.unit
      LEFT JOIN pages p ON p.page = u.page
    WHERE i.id = ?
    """

  /// The number that the unit has in this database.
  /// - Parameter row: A row of ``columns``.
  /// - Returns: The number.
  static func number(of row: borrowing Row) -> Int64 { row.int64(0) }

  /// Reads a unit without its declared sizes, which are rows of their own.
  /// - Parameter row: A row of ``columns``.
  /// - Returns: The unit.
  /// - Throws: ``StoreError`` with `corrupt` where another program stored what the model refuses.
  static func unit(of row: borrowing Row) throws(StoreError) -> AdUnit {
    do {
      return try checkedUnit(of: row)
    } catch {
      throw InventorySnapshot.unreadable("ad unit \(row.text(1).quotedForDisplay)", error)
    }
  }

  private static func checkedUnit(of row: borrowing Row) throws(InvalidValue) -> AdUnit {
    let page = row.optionalText(2)
    let path = row.optionalText(4)
    return AdUnit(
      id: try AdUnitID(row.text(1)),
      page: try page.map { name throws(InvalidValue) in try PageID(name) },
      position: row.optionalInt64(3).map { Int(truncatingIfNeeded: $0) },
      adManagerPath: try path.map { text throws(InvalidValue) in try AdManagerPath(text) },
      constraints: try SizeConstraints(
        initial: AdSize(width: row.double(5), height: row.double(6)),
        minimumWidth: row.optionalDouble(7), maximumWidth: row.optionalDouble(8),
        minimumHeight: row.optionalDouble(9), maximumHeight: row.optionalDouble(10)),
      label: try AdLabel(
        isShown: row.bool(11), text: row.text(12), fontSize: row.double(13),
        fontWeight: try weight(row.text(14))),
      status: row.bool(17) ? .archived : row.bool(16) ? .paused : .active,
      notes: row.text(15))
  }

  /// One declared size with its place among the unit's sizes.
  typealias PlacedSize = (ordinal: Int64, size: DeclaredSize)

  /// Reads one declared size; fluid is stored as 0 by 0.
  /// - Parameters:
  ///   - row: A row that holds a width, a height and an ordinal.
  ///   - column: Where the width is.
  /// - Returns: The size and its place.
  static func size(of row: borrowing Row, from column: Int32) -> PlacedSize {
    let width = row.int(column)
    let size = width == 0 ? .fluid : DeclaredSize.fixed(width: width, height: row.int(column + 1))
    return (row.int64(column + 2), size)
  }

  /// Puts sizes, which come sorted by width and height, back into the order of declaration; SQLite
  /// would set up a sorter for each unit.
  static func ordered(_ sizes: consuming [PlacedSize]) -> [DeclaredSize] {
    var sizes = sizes
    if sizes.count > 1 { sizes.sort { $0.ordinal < $1.ordinal } }
    return sizes.map(\.size)
  }

  private static func weight(_ name: String) throws(InvalidValue) -> AdLabel.Weight {
    guard let weight = AdLabel.Weight(rawValue: name) else {
      throw InvalidValue(
        .malformed, field: "label font weight",
        reason: "\(name.quotedForDisplay) is not a font weight")
    }
    return weight
  }
}
