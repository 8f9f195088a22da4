// SPDX-License-Identifier: MIT

extension Double {
  /// The number as people and JSON write it: no fraction where there is none, else the shortest
  /// digits that read back as the same number.
  package var formatted: String {
    if let whole = Int64(exactly: self), whole.magnitude < 1 << 53 {
      return String(whole)
    }
    return description
  }
}

extension [UInt8] {
  /// Appends a whole number in decimal digits, without making a text of it.
  package mutating func append(decimal integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    let magnitude = integer.magnitude
    var place: UInt64 = 1
    while magnitude / place >= 10 { place *= 10 }
    while place > 0 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude / place % 10))
      place /= 10
    }
  }

  /// Appends a number as ``Swift/Double/formatted`` has it.
  package mutating func append(formatted number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 {
      append(decimal: whole)
    } else {
      append(contentsOf: number.description.utf8)
    }
  }
}
