// SPDX-License-Identifier: MIT

extension Collection where Element == String {
  /// The first text that stands twice, compared byte by byte.
  ///
  /// Few texts are compared in pairs, which needs no memory; that is what almost all targeting is,
  /// and every unit that is read passes through here.
  var firstRepeated: String? {
    guard count > 8 else {
      var end = startIndex
      while end != endIndex {
        let text = self[end]
        if self[..<end].contains(where: { $0.hasSameBytes(as: text) }) { return text }
        formIndex(after: &end)
      }
      return nil
    }
    var seen = Set<ByteText>(minimumCapacity: count)
    return first { !seen.insert(ByteText($0)).inserted }
  }
}
