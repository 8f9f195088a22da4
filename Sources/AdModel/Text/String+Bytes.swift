// SPDX-License-Identifier: MIT

// Every unit that is read or stored passes through here, and where texts can show their bytes, looking at
// them takes half as long as asking for one after the other.
extension String {
  /// Says whether two texts have the same bytes; Swift's `==` also accepts other spellings of the
  /// same characters, which a database and a page tell apart.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return utf8.elementsEqual(other.utf8)
    }
    let bytes = utf8.span
    let others = other.utf8.span
    for index in bytes.indices where bytes[index] != others[index] { return false }
    return true
  }

  /// Says whether every byte meets a condition, which is asked in their order, up to the first that does
  /// not.
  @inline(__always)
  func hasOnlyBytes(where isFine: (UInt8) -> Bool) -> Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return utf8.allSatisfy(isFine)
    }
    let bytes = utf8.span
    for index in bytes.indices where !isFine(bytes[index]) { return false }
    return true
  }
}
