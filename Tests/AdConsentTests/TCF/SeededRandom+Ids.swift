// SPDX-License-Identifier: MIT
import TestSupport

extension SeededRandom {
  /// A few numbers from 1 to a maximum, each once.
  mutating func ids(upTo maximum: Int, atMost count: Int) -> Set<Int> {
    guard maximum > 0 else { return [] }
    var ids: Set<Int> = []
    for _ in 0..<int(0...count) { ids.insert(int(1...maximum)) }
    return ids
  }
}
