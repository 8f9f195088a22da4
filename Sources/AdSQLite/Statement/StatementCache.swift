// SPDX-License-Identifier: MIT

/// The prepared statements of a connection, by the addresses of their literals.
///
/// A sorted list rather than a dictionary: there are dozens, finding one takes a few comparisons,
/// and a short-lived program does not pay for setting up a dictionary.
struct StatementCache {
  private var keys: [UInt] = []
  private(set) var statements: [Statement] = []

  /// Finds a statement.
  subscript(key: UInt) -> Statement? {
    let place = place(of: key)
    return place < keys.count && keys[place] == key ? statements[place] : nil
  }

  /// Keeps a statement that is not kept yet.
  mutating func add(_ statement: Statement, under key: UInt) {
    let place = place(of: key)
    keys.insert(key, at: place)
    statements.insert(statement, at: place)
  }

  /// Forgets all statements.
  mutating func removeAll() {
    keys.removeAll()
    statements.removeAll()
  }

  /// The place of the first key that is not smaller.
  private func place(of key: UInt) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
