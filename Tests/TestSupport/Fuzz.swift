// SPDX-License-Identifier: MIT
import Foundation

/// How much is tried at random: `ADVIEW_FUZZ` multiplies it, `ADVIEW_SEED` sets where it begins.
package enum Fuzz {
  /// The seeds to try, where so many are tried by default.
  package static func seeds(_ count: Int) -> Range<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let factor = environment["ADVIEW_FUZZ"].flatMap(Int.init) ?? 1
    let first = environment["ADVIEW_SEED"].flatMap(UInt64.init) ?? 1
    return first..<first + UInt64(count * max(factor, 1))
  }

  /// Runs a body once for each seed; what the body finds is to name the seed.
  package static func forEachSeed(
    _ count: Int, _ body: (_ seed: UInt64, _ random: inout SeededRandom) throws -> Void
  ) rethrows {
    for seed in seeds(count) {
      var random = SeededRandom(seed: seed)
      try body(seed, &random)
    }
  }
}
