// SPDX-License-Identifier: MIT
package import AdModel

extension InventoryRepository {
  /// Reads the inventory as it was, by taking back, and keeping none of it, what was changed since.
  /// - Parameters:
  ///   - time: The moment; changes at the very millisecond are in.
  ///   - each: Told how many changes were taken back, of how many; what it throws ends it.
  /// - Throws: ``StoreError``, with `changedSince` where another program has changed the inventory
  ///   without the log, with `readOnly` where there are changes to take back in a file that was
  ///   opened for reading.
  /// - Complexity: A few look-ups for each change since, and one pass over the inventory.
  package func state(
    at time: Timestamp, each: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> (content: InventoryContent, settings: InventorySettings) {
    let filter = ChangeFilter(since: time.advanced(by: 1))
    let isPresent = try read { try $0.changes(matching: filter, limit: 1).isEmpty }
    if isPresent { return try read { (try $0.content(), try $0.settings()) } }
    var state: (content: InventoryContent, settings: InventorySettings)?
    try change(by: "a look back", at: time, dryRun: true) { edit in
      let since = try edit.inventory.changes(matching: filter).filter(\.isRevertible)
      try edit.revert(since.map(\.number)) { try each($0, since.count) }
      state = (try edit.inventory.content(), try edit.inventory.settings())
    }
    guard let state else { throw StoreError(.unexpected, "the inventory was not read") }
    return state
  }
}

extension InventorySettings {
  /// The settings that are otherwise in others.
  /// - Returns: The differences, in the order of the settings.
  /// - Throws: `JSONError` for a number that is not finite, which no setting holds.
  package func differences(
    to other: InventorySettings
  ) throws(JSONError) -> [InventoryDifference] {
    var found: [InventoryDifference] = []
    for field in FieldTable<InventorySettings>.settings.fields {
      let (before, after) = (field.value(self), field.value(other))
      guard before != after, let name = field.settingName else { continue }
      found.append(
        InventoryDifference(
          noun: .setting, name: name, verb: .set,
          before: try InventoryDocument.text { object throws(JSONError) in
            try object.member(field.key, before)
          },
          after: try InventoryDocument.text { object throws(JSONError) in
            try object.member(field.key, after)
          }))
    }
    return found
  }
}
