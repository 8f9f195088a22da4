// SPDX-License-Identifier: MIT
import TestSupport

extension PlainTCString {
  /// Draws every field from its whole range, and vendors from lists of real sizes.
  static func random(using random: inout SeededRandom) -> PlainTCString {
    var plain = PlainTCString()
    plain.created = Int.random(in: 0..<1 << 36, using: &random)
    plain.lastUpdated = Int.random(in: 0..<1 << 36, using: &random)
    plain.cmp = Int.random(in: 2...4095, using: &random)
    plain.cmpVersion = Int.random(in: 0...4095, using: &random)
    plain.screen = Int.random(in: 0...63, using: &random)
    plain.language = letters(using: &random)
    plain.list = Int.random(in: 0...4095, using: &random)
    plain.policy = Int.random(in: 0...63, using: &random)
    plain.isServiceSpecific = Bool.random(using: &random)
    plain.usesNonStandardTexts = Bool.random(using: &random)
    plain.features = random.ids(upTo: 12, atMost: 12)
    plain.consent = random.ids(upTo: 24, atMost: 24)
    plain.interest = random.ids(upTo: 24, atMost: 24)
    plain.purposeOneTreatment = Bool.random(using: &random)
    plain.country = letters(using: &random)
    (plain.vendors, plain.vendorMaximum) = section(using: &random)
    (plain.interestVendors, plain.interestMaximum) = section(using: &random)
    plain.restrictions = restrictions(using: &random)
    if Bool.random(using: &random) {
      (plain.disclosed, plain.disclosedMaximum) = section(using: &random)
    }
    if Int.random(in: 0..<8, using: &random) == 0 {
      plain.allowed = random.ids(upTo: plain.disclosedMaximum, atMost: 20)
    }
    if Bool.random(using: &random) { plain.publisher = publisher(using: &random) }
    plain.usesRanges = Bool.random(using: &random)
    return plain
  }

  private static func letters(using random: inout SeededRandom) -> String {
    String((0..<2).map { _ in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement(using: &random) ?? "A" })
  }

  private static func section(using random: inout SeededRandom) -> (Set<Int>, Int) {
    let maximum = [0, 1, 63, 64, 65, 128, 755, 1166, 1524].randomElement(using: &random) ?? 0
    return (random.ids(upTo: maximum, atMost: 60), maximum)
  }

  private static func restrictions(using random: inout SeededRandom) -> [Restriction] {
    var restrictions: [Restriction] = []
    for purpose in random.ids(upTo: 24, atMost: 4).sorted() {
      restrictions.append(
        Restriction(
          purpose: purpose, kind: Int.random(in: 0...3, using: &random),
          ranges: runs(of: random.ids(upTo: 65_535, atMost: 5))))
    }
    return restrictions
  }

  private static func publisher(using random: inout SeededRandom) -> Publisher {
    let count = Int.random(in: 0...63, using: &random)
    return Publisher(
      consent: random.ids(upTo: 24, atMost: 24), interest: random.ids(upTo: 24, atMost: 24),
      count: count, customConsent: random.ids(upTo: count, atMost: 30),
      customInterest: random.ids(upTo: count, atMost: 30))
  }
}
