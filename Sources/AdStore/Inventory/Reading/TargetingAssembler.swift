// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// Puts the rows of one owner's targeting, which come sorted by key and value, back into the order
/// in which they were set.
struct TargetingAssembler {
  /// The columns that ``add(_:from:)`` reads, in their order.
  static let columns = "key, value, position, ordinal"

  private struct Group {
    let key: String
    let position: Int64
    var values: [String]
    /// The places of the values; left empty while there is one value, as there almost always is.
    var ordinals: [Int64]
    let firstOrdinal: Int64
  }

  private var groups: [Group] = []
  private var lastKey: [UInt8] = []

  /// Takes a row.
  /// - Parameter column: Where the first of them is.
  mutating func add(_ row: borrowing Row, from column: Int32 = 0) {
    let ordinal = row.int64(column + 3)
    guard let last = groups.indices.last, row.text(column, equals: lastKey) else {
      lastKey.removeAll(keepingCapacity: true)
      row.appendText(column, to: &lastKey)
      groups.append(
        Group(
          key: row.text(column), position: row.int64(column + 2), values: [row.text(column + 1)],
          ordinals: [], firstOrdinal: ordinal))
      return
    }
    if groups[last].ordinals.isEmpty { groups[last].ordinals.append(groups[last].firstOrdinal) }
    groups[last].values.append(row.text(column + 1))
    groups[last].ordinals.append(ordinal)
  }

  /// Gives the targeting of the rows so far, and starts anew.
  /// - Returns: The keys by their position, the values of each by their ordinal.
  /// - Throws: ``InvalidValue`` where another program stored what the model refuses.
  mutating func finish() throws(InvalidValue) -> AdTargeting {
    guard !groups.isEmpty else { return AdTargeting() }
    defer {
      groups.removeAll(keepingCapacity: true)
      lastKey.removeAll(keepingCapacity: true)
    }
    if !groups.indices.dropFirst().allSatisfy({ groups[$0 - 1].position < groups[$0].position }) {
      groups.sort { $0.position < $1.position }
    }
    var entries: [TargetingEntry] = []
    entries.reserveCapacity(groups.count)
    for group in groups {
      entries.append(try TargetingEntry(key: group.key, values: Self.ordered(group)))
    }
    return try AdTargeting(entries)
  }

  private static func ordered(_ group: Group) -> [String] {
    let places = group.ordinals
    guard places.indices.dropFirst().contains(where: { places[$0 - 1] >= places[$0] }) else {
      return group.values
    }
    return zip(places, group.values).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
