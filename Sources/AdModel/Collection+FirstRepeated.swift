// SPDX-License-Identifier: MIT

extension Collection where Element: Hashable {
  /// The first element that stands twice.
  ///
  /// Few are compared in pairs, which needs no memory; that is what almost all targeting and all sizes
  /// are, and every unit that is read or stored passes through here.
  var firstRepeated: Element? {
    guard count > 8 else {
      var end = startIndex
      while end != endIndex {
        var earlier = startIndex
        while earlier != end {
          if self[earlier] == self[end] { return self[end] }
          formIndex(after: &earlier)
        }
        formIndex(after: &end)
      }
      return nil
    }
    var seen = Set<Element>(minimumCapacity: count)
    return first { !seen.insert($0).inserted }
  }
}
