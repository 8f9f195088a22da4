// SPDX-License-Identifier: MIT
import AdModel

/// Makes the values that keep caches from answering: no two of a page are alike, and hardly two of
/// different pages.
struct CacheBuster: Sendable {
  private var numbers: SeededNumbers

  /// Begins with a random number.
  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  /// Makes the next value, in hexadecimal.
  mutating func next() -> String { String(numbers.next(), radix: 16) }
}
