// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// Puts the rows of one owner's targeting, which come sorted by key and value, back into the order
/// in which they were set.
struct TargetingAssembler {
  private struct Group {
    let key: String
    let position: Int64
    var values: [String]
    /// The places of the values; left empty while there is one value, as there almost always is.
    var ordinals: [Int64] = []
    let firstOrdinal: Int64

    /// The values by their places.
    var orderedValues: [String] {
      guard values.count > 1,
        ordinals.indices.dropFirst().contains(where: { ordinals[$0 - 1] >= ordinals[$0] })
      else { return values }
      return zip(ordinals, values).sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private var groups: [Group] = []

  /// Takes a row of a key, a value, the key's position and the value's ordinal.
  mutating func add(_ row: borrowing Row) {
    let position = row.int64(2)
    let ordinal = row.int64(3)
    guard let last = groups.indices.last, groups[last].position == position,
      row.text(0, equals: groups[last].key)
    else {
      if groups.isEmpty { groups.reserveCapacity(4) }
      groups.append(
        Group(
          key: row.text(0), position: position, values: [row.text(1)], firstOrdinal: ordinal))
      return
    }
    if groups[last].ordinals.isEmpty { groups[last].ordinals.append(groups[last].firstOrdinal) }
    groups[last].values.append(row.text(1))
    groups[last].ordinals.append(ordinal)
  }

  /// Gives the targeting of the rows so far.
  /// - Returns: The keys by their position, the values of each by their ordinal.
  /// - Throws: ``InvalidValue`` where another program stored what the model refuses.
  mutating func finish() throws(InvalidValue) -> AdTargeting {
    guard !groups.isEmpty else { return AdTargeting() }
    if !groups.indices.dropFirst().allSatisfy({ groups[$0 - 1].position < groups[$0].position }) {
      groups.sort { $0.position < $1.position }
    }
    var entries: [TargetingEntry] = []
    entries.reserveCapacity(groups.count)
    // By index: a walk over the groups would copy each.
    for place in groups.indices {
      entries.append(
        try TargetingEntry(key: groups[place].key, values: groups[place].orderedValues))
    }
    return try AdTargeting(entries)
  }
}
