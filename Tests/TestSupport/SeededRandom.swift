// SPDX-License-Identifier: MIT
import AdModel

/// The random numbers of a test: the same seed gives the same ones everywhere.
package struct SeededRandom: RandomNumberGenerator {
  private var numbers: SeededNumbers

  package init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  package mutating func next() -> UInt64 { numbers.next() }

  /// A number of a range.
  package mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// `true` once in so many times.
  package mutating func isOneIn(_ chances: Int) -> Bool {
    Int.random(in: 0..<chances, using: &self) == 0
  }
}
