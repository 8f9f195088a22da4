// SPDX-License-Identifier: MIT
import Foundation

/// How much is tried at random: `ADVIEW_FUZZ` multiplies it, `ADVIEW_SEED` sets where it begins.
package enum Fuzz {
  /// Runs a body once for each seed; what the body finds is to name the seed.
  package static func forEachSeed(
    _ count: Int, _ body: (_ seed: UInt64, _ random: inout SeededRandom) throws -> Void
  ) rethrows {
    let environment = ProcessInfo.processInfo.environment
    let factor = environment["ADVIEW_FUZZ"].flatMap(Int.init) ?? 1
    let first = environment["ADVIEW_SEED"].flatMap(UInt64.init) ?? 1
    for seed in first..<first + UInt64(count * max(factor, 1)) {
      var random = SeededRandom(seed: seed)
      try body(seed, &random)
    }
  }
}
