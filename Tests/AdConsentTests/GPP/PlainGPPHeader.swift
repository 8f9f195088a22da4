// SPDX-License-Identifier: MIT
import TestSupport

/// The header of a GPP string, written the way a person would on paper.
enum PlainGPPHeader {
  /// Writes a header on paper: runs of neighbours as ranges, numbers as Fibonacci sums.
  static func text(_ ids: Set<Int>) -> String {
    var bits = BitText()
    bits.number(3, 6)
    bits.number(1, 6)
    let runs = PlainTCString.runs(of: ids)
    bits.number(runs.count, 12)
    var last = 0
    for (first, end) in runs {
      bits.number(first == end ? 0 : 1, 1)
      fibonacci(first - last, in: &bits)
      if end > first { fibonacci(end - first, in: &bits) }
      last = end
    }
    return bits.text(unit: 6)
  }

  static func fibonacci(_ number: Int, in bits: inout BitText) {
    var terms = [1, 2]
    while let last = terms.last, last <= number { terms.append(terms.suffix(2).reduce(0, +)) }
    var digits: [Int] = []
    var rest = number
    for term in terms.reversed() where term <= number {
      digits.insert(term <= rest ? 1 : 0, at: 0)
      if term <= rest { rest -= term }
    }
    for digit in digits { bits.number(digit, 1) }
    bits.number(1, 1)
  }
}
