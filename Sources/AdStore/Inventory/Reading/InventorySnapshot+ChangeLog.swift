// SPDX-License-Identifier: MIT
public import AdModel
import SQLiteKit

extension InventorySnapshot {
  /// Reads the change log, the newest line first.
  /// - Parameter limit: How many lines at most.
  /// - Returns: The lines.
  /// - Throws: ``StoreError``.
  public func changes(limit: Int = .max) throws -> [InventoryChange] {
    try connection.statement(
      """
      SELECT change, at, actor, noun, name, verb, before, after FROM changes
      ORDER BY change DESC LIMIT ?
      """
    ).all(limit) { try Self.change(of: $0) }
  }

  /// Reads the change log of a unit and its targeting, the newest line first; also of a unit that
  /// was renamed or removed since.
  /// - Parameters:
  ///   - id: The unit's id.
  ///   - limit: How many lines at most.
  /// - Returns: The lines.
  /// - Throws: ``StoreError`` with `noSuchUnit` where there never was such a unit.
  public func changes(of id: AdUnitID, limit: Int = .max) throws -> [InventoryChange] {
    let number = try connection.statement("SELECT unit FROM unit_ids WHERE id = ?")
      .first(id.rawValue) { $0.int64(0) }
    guard let number else { throw try unknownUnit(id) }
    return try connection.statement(
      """
      SELECT change, at, actor, noun, name, verb, before, after FROM changes
      WHERE unit = ? ORDER BY change DESC LIMIT ?
      """
    ).all(number, limit) { try Self.change(of: $0) }
  }

  /// The number of the newest line of the change log, 0 where it is empty: as long as it is the same,
  /// so is the inventory with its settings.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(log *n*).
  public func newestChange() throws -> Int64 {
    try connection.statement("SELECT max(change) FROM changes").first { $0.optionalInt64(0) }
      .flatMap { $0 } ?? 0
  }

  private static func change(of row: borrowing Row) throws -> InventoryChange {
    guard let noun = InventoryChange.Noun(rawValue: row.text(3)),
      let verb = InventoryChange.Verb(rawValue: row.text(5))
    else {
      throw StoreError(
        .corrupt, "line \(row.int64(0)) of the change log is of an unknown kind",
        recovery: .findDamage)
    }
    return InventoryChange(
      number: row.int64(0), time: try row.time(1, of: "change \(row.int64(0)) of the log"),
      actor: row.text(2),
      noun: noun, name: row.text(4), verb: verb, before: row.optionalText(6),
      after: row.optionalText(7))
  }
}
