// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// The random id of a database, which ties its ledger and its exports to it.
///
/// The first consent record or the first session brings it about. A copy of the file has it, too.
enum StoreID {
  static let byteCount = 16

  /// The id; empty where nothing needed one yet.
  static func read(_ connection: Connection) throws -> [UInt8] {
    try connection.statement("SELECT id FROM consent_store").first { $0.blob(0) } ?? []
  }

  /// The id as digits; empty where nothing needed one yet.
  static func name(_ connection: Connection) throws -> String {
    Hexadecimal.text(try read(connection))
  }

  /// The id, made where there is none, inside a write transaction.
  @discardableResult
  static func make(_ connection: Connection) throws -> [UInt8] {
    let known = try read(connection)
    guard known.isEmpty else { return known }
    var generator = SystemRandomNumberGenerator()
    let id = (0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    try connection.statement("INSERT INTO consent_store (one, id) VALUES (1, ?1)").run(id)
    return id
  }
}
