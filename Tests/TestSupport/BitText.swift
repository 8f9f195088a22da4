// SPDX-License-Identifier: MIT

/// Bits written as the characters 0 and 1, the way a person would on paper.
///
/// Shares nothing with the code under test, so that a mistake there cannot hide here.
package struct BitText {
  package private(set) var bits = ""

  /// No bits.
  package init() {}

  /// Appends a number in a number of bits.
  package mutating func number(_ value: Int, _ width: Int) {
    let digits = String(value, radix: 2)
    bits += String(repeating: "0", count: width - digits.count) + digits
  }

  /// Appends one bit for each number from 1 that tells whether it is in a set.
  package mutating func field(_ ids: Set<Int>, _ width: Int) {
    guard width > 0 else { return }
    for id in 1...width { bits += ids.contains(id) ? "1" : "0" }
  }

  /// Appends two letters of six bits.
  package mutating func letters(_ text: String) {
    for letter in text.utf8 { number(Int(letter) - 65, 6) }
  }

  /// Appends a vendor section as a bit field.
  package mutating func vendorField(_ ids: Set<Int>, maximum: Int) {
    number(maximum, 16)
    bits += "0"
    field(ids, maximum)
  }

  /// Appends a vendor section as ranges.
  package mutating func vendorRanges(_ ranges: [(Int, Int)], maximum: Int) {
    number(maximum, 16)
    bits += "1"
    entries(ranges)
  }

  /// Appends a count of ranges and the ranges; one of a single vendor in its short form.
  package mutating func entries(_ ranges: [(Int, Int)]) {
    number(ranges.count, 12)
    for (first, last) in ranges {
      bits += first == last ? "0" : "1"
      number(first, 16)
      if first != last { number(last, 16) }
    }
  }

  /// The bits in base64url, filled with zeros to a whole number of units.
  package func text(unit: Int = 8) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var filled = bits
    while filled.utf8.count % unit != 0 { filled += "0" }
    while filled.utf8.count % 6 != 0 { filled += "0" }
    var text = ""
    var rest = Substring(filled)
    while !rest.isEmpty {
      text.append(alphabet[Int(rest.prefix(6), radix: 2) ?? 0])
      rest = rest.dropFirst(6)
    }
    return text
  }
}
