// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// What units are called, by their numbers, and asked of the database once each.
struct UnitNames {
  private let connection: Connection
  private var known: [Int64: AdUnitID] = [:]

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Of which one name is known already.
  init(_ connection: Connection, knowing unit: AdUnitID, as number: Int64) {
    self.connection = connection
    known[number] = unit
  }

  mutating func name(of number: Int64) throws -> AdUnitID {
    if let name = known[number] { return name }
    let text = try connection.statement("SELECT id FROM unit_ids WHERE unit = ?1")
      .first(number) { $0.text(0) }
    let name = AdUnitID(validated: text ?? "")
    known[number] = name
    return name
  }
}
