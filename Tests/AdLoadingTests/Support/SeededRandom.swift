// SPDX-License-Identifier: MIT
import Foundation

/// SplitMix64: the same seed gives the same numbers everywhere.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func isOneIn(_ chances: Int) -> Bool { Int.random(in: 0..<chances, using: &self) == 0 }
}

/// How much random testing is asked for: `ADVIEW_FUZZ` multiplies the number of seeds.
enum Fuzz {
  static func seeds(_ count: Int) -> Range<UInt64> {
    let factor = ProcessInfo.processInfo.environment["ADVIEW_FUZZ"].flatMap(Int.init) ?? 1
    let first = ProcessInfo.processInfo.environment["ADVIEW_SEED"].flatMap(UInt64.init) ?? 1
    return first..<first + UInt64(count * max(factor, 1))
  }
}
