// SPDX-License-Identifier: MIT
import AdModel

/// Which units a file names, found by their hashes: 16 bytes a unit, however long the ids are.
struct NamedUnits {
  private struct Entry {
    let hash: Int
    let place: UInt32
  }

  private var entries: [Entry] = []
  private let id: (Int) -> AdUnitID
  private let hash: (AdUnitID) -> Int

  /// Notes the units at places of a file.
  /// - Parameters:
  ///   - count: How many places there are.
  ///   - isNamed: Whether the file says of a place that its unit is there.
  ///   - hash: Equal for equal ids.
  ///   - id: The id at a place, which is asked again for each unit that is looked for.
  /// - Complexity: O(*n* log *n*).
  init(
    count: Int, where isNamed: (Int) -> Bool = { _ in true },
    hash: @escaping (AdUnitID) -> Int = { $0.hashValue }, id: @escaping (Int) -> AdUnitID
  ) {
    self.id = id
    self.hash = hash
    entries.reserveCapacity(count)
    for place in 0..<count where isNamed(place) {
      entries.append(Entry(hash: hash(id(place)), place: UInt32(place)))
    }
    entries.sort { ($0.hash, $0.place) < ($1.hash, $1.place) }
  }

  /// Whether the file names a unit.
  /// - Complexity: O(log *n*).
  func contains(_ unit: AdUnitID) -> Bool {
    let hash = hash(unit)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix { $0.hash == hash }.contains { id(Int($0.place)) == unit }
  }

  /// The places whose unit an earlier one names, each with the first such, in their order.
  /// - Parameter limit: How many at most.
  func repeated(limit: Int) -> [(place: Int, first: Int)] {
    var found: [(place: Int, first: Int)] = []
    var run = 0
    for index in entries.indices {
      if entries[index].hash != entries[run].hash { run = index }
      guard index > run, found.count < limit else { continue }
      let place = Int(entries[index].place)
      let earlier = entries[run..<index].first { id(Int($0.place)) == id(place) }
      if let earlier { found.append((place, Int(earlier.place))) }
    }
    return found.sorted { $0.place < $1.place }
  }
}
