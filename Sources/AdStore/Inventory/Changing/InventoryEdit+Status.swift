// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventoryEdit {
  /// Serves a paused unit again.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `unitArchived`.
  public mutating func activate(_ id: AdUnitID) throws {
    try move(id, .activate) { status throws(StoreError) in
      if status == .archived { throw Self.archived(id) }
      return .active
    }
  }

  /// Stops serving a unit; it stays in lists.
  /// - Throws: ``StoreError`` with `noSuchUnit` or `unitArchived`.
  public mutating func pause(_ id: AdUnitID) throws {
    try move(id, .pause) { status throws(StoreError) in
      if status == .archived { throw Self.archived(id) }
      return .paused
    }
  }

  /// Stops serving a unit and hides it from lists.
  /// - Throws: ``StoreError`` with `noSuchUnit`.
  public mutating func archive(_ id: AdUnitID) throws {
    try move(id, .archive) { _ in .archived }
  }

  /// Brings an archived unit back as what it was before: active or paused.
  /// - Throws: ``StoreError`` with `noSuchUnit`.
  public mutating func restore(_ id: AdUnitID) throws {
    let wasPaused = try connection.statement(
      """
      SELECT u.paused FROM unit_ids i JOIN units u ON u.unit = i.unit
      WHERE i.id = ? AND u.archived
      """
    ).first(id.rawValue) { $0.bool(0) }
    try move(id, .restore) { status in
      wasPaused.map { $0 ? .paused : .active } ?? status
    }
  }

  /// Moves a unit to another status, and logs it where it is another.
  private mutating func move(
    _ id: AdUnitID, _ verb: InventoryChange.Verb,
    _ next: (InventoryUnit.Status) throws(StoreError) -> InventoryUnit.Status
  ) throws {
    let (number, unit) = try inventory.found(id)
    let status = try next(unit.status)
    guard status != unit.status else { return }
    try store(status, of: number)
    try log(
      verb, .unit, .unit(number, id),
      before: InventoryDocument.text { $0.member("status", unit.status.rawValue) },
      after: InventoryDocument.text { $0.member("status", status.rawValue) })
  }

  /// Stores a status; an archived unit keeps whether it was paused.
  func store(_ status: InventoryUnit.Status, of number: Int64) throws {
    switch status {
    case .active:
      try connection.statement("UPDATE units SET paused = 0, archived = 0 WHERE unit = ?").run(
        number)
    case .paused:
      try connection.statement("UPDATE units SET paused = 1, archived = 0 WHERE unit = ?").run(
        number)
    case .archived:
      try connection.statement("UPDATE units SET archived = 1 WHERE unit = ?").run(number)
    }
  }

  private static func archived(_ id: AdUnitID) -> StoreError {
    StoreError(
      .unitArchived, "ad unit '\(id)' is archived", recovery: .restoreUnit(id))
  }
}
