// SPDX-License-Identifier: MIT

extension BinaryInteger {
  /// The number with what it counts: `1 entry`, `2 entries`.
  /// - Parameter many: The noun for any other number; with an `s` where it is left out.
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? "\(one)s")"
  }
}

extension Double {
  /// The number as a length: `1 point`, `200 points`.
  package var inPoints: String { self == 1 ? "1 point" : "\(formatted) points" }
}
