// SPDX-License-Identifier: MIT
import Foundation

/// A small generator (SplitMix64) that gives the same numbers for the same seed everywhere.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A different seed for each run, or the one in `ADVIEW_SEED`; print it.
  static var seedOfThisRun: UInt64 {
    ProcessInfo.processInfo.environment["ADVIEW_SEED"].flatMap(UInt64.init)
      ?? UInt64.random(in: 0...UInt64.max)
  }

  /// How much more than by default is tried: `ADVIEW_FUZZ`, 1 where it is not set.
  static var effort: Int {
    ProcessInfo.processInfo.environment["ADVIEW_FUZZ"].flatMap(Int.init) ?? 1
  }

  /// A few numbers out of a range.
  mutating func ids(upTo maximum: Int, atMost count: Int) -> Set<Int> {
    guard maximum > 0 else { return [] }
    return Set(
      (0..<Int.random(in: 0...count, using: &self)).map { _ in
        Int.random(in: 1...maximum, using: &self)
      })
  }
}
