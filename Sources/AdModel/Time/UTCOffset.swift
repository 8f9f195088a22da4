// SPDX-License-Identifier: MIT

/// How far the clocks of a place are ahead of UTC.
package struct UTCOffset: Hashable, Sendable, CustomStringConvertible {
  /// In minutes; below 0 where they are behind.
  package let minutes: Int

  /// Reads an offset as RFC 3339 writes it: `+02:00`, `-05:30`, `Z`.
  /// - Throws: `InvalidValue` with `malformed`.
  package init(_ text: String) throws(InvalidValue) {
    let midnight = try Timestamp("2000-01-01T00:00:00Z")
    guard let first = text.utf8.first, !(0x30...0x39).contains(first),
      let here = try? Timestamp("2000-01-01T00:00:00\(text)"), first != UInt8(ascii: ".")
    else {
      throw InvalidValue(
        .malformed, field: "offset", reason: "is not as +02:00, -05:30 or Z, which RFC 3339 knows")
    }
    minutes = Int((midnight.milliseconds - here.milliseconds) / 60_000)
  }

  /// As RFC 3339 writes it.
  package var description: String {
    guard minutes != 0 else { return "Z" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let distance = Int(minutes.magnitude)
    return "\(minutes < 0 ? "-" : "+")\(two(distance / 60)):\(two(distance % 60))"
  }
}
