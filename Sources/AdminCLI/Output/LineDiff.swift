// SPDX-License-Identifier: MIT
import AdModel

/// What two texts have in common and what only one of them has, line by line.
struct LineDiff {
  /// Where a line stands.
  enum Side: Character {
    case both = " "
    case old = "-"
    case new = "+"
  }

  /// The lines of both texts in their order.
  let lines: [(side: Side, text: String)]

  /// Compares two texts byte by byte; cost grows with their length times their differences.
  init(from old: String, to new: String) {
    let before = old.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let after = new.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var lines: [(side: Side, text: String)] = before.map { (.both, $0) }
    let difference = after.difference(from: before) { $0.hasSameBytes(as: $1) }
    for case .remove(let offset, _, _) in difference { lines[offset].side = .old }
    // A line that is inserted stands behind all lines before it that the new text has.
    for case .insert(let offset, let text, _) in difference {
      var place = lines.startIndex
      var passed = 0
      while place < lines.endIndex, passed < offset || lines[place].side == .old {
        if lines[place].side != .old { passed += 1 }
        place += 1
      }
      lines.insert((.new, text), at: place)
    }
    self.lines = lines
  }

  /// The lines that differ, with some around them; `nil` stands for lines that are left out.
  func excerpt(around count: Int = 2) -> [(side: Side, text: String)?] {
    let changed = lines.indices.filter { lines[$0].side != .both }
    var excerpt: [(side: Side, text: String)?] = []
    var last = -1
    for (place, line) in lines.enumerated()
    where changed.contains(where: { abs($0 - place) <= count }) {
      if place > last + 1 { excerpt.append(nil) }
      excerpt.append(line)
      last = place
    }
    if !excerpt.isEmpty, last < lines.count - 1 { excerpt.append(nil) }
    return excerpt
  }
}
