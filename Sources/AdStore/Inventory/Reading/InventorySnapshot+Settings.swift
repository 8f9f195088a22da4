// SPDX-License-Identifier: MIT
import AdModel
package import AdSQLite

extension InventorySettings {
  /// Reads all settings inside a transaction; one that was never set has its default.
  /// - Throws: ``StoreError`` with `corrupt` where another program stored what is no such setting's
  ///   value.
  package static func read(_ connection: Connection) throws -> InventorySettings {
    var stored: [String: String] = [:]
    var rows = try connection.statement("SELECT name, value FROM settings").query()
    while try rows.next() { stored[rows.row.text(0)] = rows.row.text(1) }
    let table = FieldTable<InventorySettings>.settings
    var settings = table.standard
    if stored.isEmpty { return settings }
    for field in table.fields {
      guard let name = field.settingName, let text = stored[name] else { continue }
      do {
        guard let value = field.kind.value(ofStored: text) else {
          throw InvalidValue(
            .malformed, field: name, reason: "\(text.quotedForDisplay) is no value of it")
        }
        try field.set(value, in: &settings)
      } catch let error as InvalidValue {
        throw StoreError.unreadable("setting '\(name)'", error)
      }
    }
    do throws(InvalidValue) {
      try table.check(settings)
    } catch {
      throw StoreError.unreadable("the settings", error)
    }
    return settings
  }
}

extension InventorySnapshot {
  /// Reads all settings; one that was never set has its default.
  /// - Throws: ``StoreError`` with `corrupt` where another program stored what is no such setting's
  ///   value.
  public func settings() throws -> InventorySettings { try .read(connection) }

  /// Says whether debugging is switched on in this database.
  /// - Returns: Whether it is; it is not until someone switches it on.
  /// - Throws: ``StoreError`` of what reading meets.
  public func isDebugging() throws -> Bool { try settings().isDebugging }
}

extension AdDatabase {
  /// Reads all settings; one that was never set has its default.
  /// - Throws: ``StoreError`` with `corrupt` where another program stored what is no such setting's
  ///   value.
  public func settings() throws -> InventorySettings { try read { try .read($0) } }
}
