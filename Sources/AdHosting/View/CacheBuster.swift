// SPDX-License-Identifier: MIT

/// Makes the values that keep caches from answering: no two of a page are alike, and hardly two of
/// different pages. They are those of SplitMix64.
struct CacheBuster: Sendable {
  private var state: UInt64

  /// Begins with a random number.
  init(seed: UInt64) { state = seed }

  /// Makes the next value, in hexadecimal.
  mutating func next() -> String {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return String(mixed ^ (mixed >> 31), radix: 16)
  }
}
