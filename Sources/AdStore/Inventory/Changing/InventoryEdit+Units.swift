// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventoryEdit {
  private static let insertUnit = """
    INSERT INTO units (unit, page, paused, archived, \(FieldTable<InventoryUnit>.units.columns))
    VALUES (?, ?, ?, ?, \(FieldTable<InventoryUnit>.units.placeholders))
    """
  private static let updateUnit =
    "UPDATE units SET page = ?2, \(FieldTable<InventoryUnit>.units.assignments) WHERE unit = ?1"

  /// Adds a unit with its targeting; a page that is new is added with it.
  /// - Throws: ``StoreError`` with `unitExists`; `InvalidValue` that names the field.
  public mutating func add(_ entry: InventoryEntry) throws {
    let unit = entry.unit
    try FieldTable<InventoryUnit>.units.check(unit)
    let number = try newNumber(for: unit.id)
    let page = try numberOfPage(of: unit)
    try connection.reuse(Self.insertUnit) { statement in
      try statement.run(
        list: FieldTable<InventoryUnit>.units.values(
          of: unit, after: .integer(number), page.fieldValue, .bool(unit.status == .paused),
          .bool(unit.status == .archived)))
    }
    try store(unit.declaredSizes, of: number)
    try store(entry.targeting, of: .unit(number))
    try log(
      .add, .unit, .unit(number, unit.id), before: nil,
      after: try InventoryDocument.text(of: unit, targeting: entry.targeting))
  }

  /// Gives a unit other values; a page that is new is added with it.
  /// - Parameter change: Changes the values that it is given; all but the id may change.
  /// - Throws: ``StoreError`` with `noSuchUnit`; `InvalidValue` that names the field, with
  ///   `contradiction` for another id; whatever `change` throws.
  public mutating func set(_ id: AdUnitID, _ change: (inout InventoryUnit) throws -> Void) throws {
    let (number, old) = try inventory.found(id)
    var unit = old
    try change(&unit)
    guard unit.id == id else {
      throw InvalidValue(
        .contradiction, field: AdUnitID.field,
        reason: "would become '\(unit.id)'; rename the unit instead")
    }
    try FieldTable<InventoryUnit>.units.check(unit)
    // As texts, for two notes that only look alike are not the same.
    let before = try InventoryDocument.text(of: old)
    let after = try InventoryDocument.text(of: unit)
    guard !after.hasSameBytes(as: before) else { return }
    let page = try numberOfPage(of: unit)
    try connection.reuse(Self.updateUnit) { statement in
      try statement.run(
        list: FieldTable<InventoryUnit>.units.values(
          of: unit, after: .integer(number), page.fieldValue))
    }
    if unit.status != old.status { try store(unit.status, of: number) }
    if unit.declaredSizes != old.declaredSizes {
      try connection.statement("DELETE FROM unit_sizes WHERE unit = ?").run(number)
      try store(unit.declaredSizes, of: number)
    }
    try log(.set, .unit, .unit(number, id), before: before, after: after)
  }

  /// Gives a unit another id; its log and its history go with it.
  /// - Parameter newID: The id that it shall have.
  /// - Throws: ``StoreError`` with `noSuchUnit`, with `unitExists` or `idWasUsed` for the new id.
  public mutating func rename(_ id: AdUnitID, to newID: AdUnitID) throws {
    guard let number = try inventory.number(of: id) else { throw try inventory.unknownUnit(id) }
    guard id != newID else { return }
    if try inventory.contains(newID) { throw Self.exists(newID) }
    if try numberEverUsed(for: newID) != nil {
      throw StoreError(
        .idWasUsed, "'\(newID)' was the id of an ad whose log or history is kept under it",
        advice: "choose another id, or add a new unit '\(newID)'")
    }
    try connection.statement("UPDATE unit_ids SET id = ? WHERE unit = ?").run(
      newID.rawValue, number)
    // Seals of the history are over the name.
    if try isSealed(number) {
      var names = SealedNames()
      names.append(newID.rawValue, of: number)
      try SealWriter(connection).seal(names)
    }
    try log(
      .rename, .unit, .unit(number, id),
      before: InventoryDocument.text { $0.member("adUnitId", id.rawValue) },
      after: InventoryDocument.text { $0.member("adUnitId", newID.rawValue) })
  }

  /// Deletes a unit with its targeting. The change log keeps what it was, and the history of its
  /// ads keeps its id; a unit that is added under the id again goes on with both.
  /// - Throws: ``StoreError`` with `noSuchUnit`.
  public mutating func remove(_ id: AdUnitID) throws {
    let (number, unit) = try inventory.found(id)
    let targeting = try inventory.targeting(of: .unit(number))
    try connection.statement("DELETE FROM units WHERE unit = ?").run(number)
    try log(
      .remove, .unit, .unit(number, id),
      before: try InventoryDocument.text(of: unit, targeting: targeting), after: nil)
  }

  private mutating func numberOfPage(of unit: InventoryUnit) throws -> Int64? {
    guard let page = unit.page else { return nil }
    return try number(ofPage: page)
  }

  /// The number for a unit that is added: a new one, or the one that a removed unit left.
  private func newNumber(for id: AdUnitID) throws -> Int64 {
    try connection.statement("INSERT INTO unit_ids (id) VALUES (?) ON CONFLICT DO NOTHING").run(
      id.rawValue)
    if connection.changes == 1 { return connection.lastInsertedRow }
    if try inventory.contains(id) { throw Self.exists(id) }
    guard let number = try numberEverUsed(for: id) else {
      throw StoreError(.unexpected, "the id '\(id)' was neither stored nor found")
    }
    return number
  }

  private func numberEverUsed(for id: AdUnitID) throws -> Int64? {
    try connection.statement("SELECT unit FROM unit_ids WHERE id = ?")
      .first(id.rawValue) { $0.int64(0) }
  }

  private func store(_ sizes: [DeclaredSize], of number: Int64) throws {
    for (ordinal, size) in sizes.enumerated() {
      let statement = try connection.statement("INSERT INTO unit_sizes VALUES (?, ?, ?, ?)")
      switch size {
      case .fixed(let width, let height): try statement.run(number, width, height, ordinal)
      case .fluid: try statement.run(number, 0, 0, ordinal)
      }
    }
  }

  private static func exists(_ id: AdUnitID) -> StoreError {
    StoreError(
      .unitExists, "ad unit '\(id)' exists already", recovery: .changeUnit(id))
  }
}
