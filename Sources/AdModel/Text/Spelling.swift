// SPDX-License-Identifier: MIT

/// Finds the word that someone probably meant.
package enum Spelling {
  /// The candidate nearest to a mistyped word, if one is near enough to be worth naming: at most a
  /// third of the longer word's bytes inserted, deleted, replaced or swapped with their neighbour.
  ///
  /// Letters A to Z count as their small forms. Costs at most the product of the two lengths for
  /// each candidate; words over 128 bytes are not tried.
  /// - Returns: The nearest candidate, the first of several, or nil.
  package static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    guard word.utf8.count <= longest else { return nil }
    let typed = folded(word)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate.utf8.count <= longest {
      let length = candidate.utf8.count
      let limit = min(max(1, max(typed.count, length) / 3), (best?.distance ?? .max) - 1)
      guard abs(typed.count - length) <= limit else { continue }
      let found = distance(typed, folded(candidate))
      if found <= limit {
        best = (candidate, found)
        if found == 0 { break }
      }
    }
    return best?.candidate
  }

  private static let longest = 128

  private static func folded(_ word: String) -> [UInt8] {
    word.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The edit distance where a swap of two neighbours counts as one edit (optimal string
  /// alignment).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var current = last
    for row in left.indices {
      current[0] = row + 1
      for column in right.indices {
        let same = left[row] == right[column]
        var edits = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          edits = min(edits, beforeLast[column - 1] + 1)
        }
        current[column + 1] = edits
      }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[right.count]
  }
}
