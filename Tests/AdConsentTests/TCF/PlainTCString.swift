// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import TestSupport

/// A TC string's values in plain types, and its text written by ``BitText``.
struct PlainTCString {
  struct Restriction {
    var purpose: Int
    var kind: Int
    var ranges: [(Int, Int)]
  }

  struct Publisher {
    var consent: Set<Int> = []
    var interest: Set<Int> = []
    var count = 0
    var customConsent: Set<Int> = []
    var customInterest: Set<Int> = []
  }

  var version = 2
  var created = 17_693_856_000
  var lastUpdated = 17_693_856_000
  var cmp = 300
  var cmpVersion = 7
  var screen = 3
  var language = "FR"
  var list = 141
  var policy = 5
  var isServiceSpecific = true
  var usesNonStandardTexts = false
  var features: Set<Int> = [1]
  var consent: Set<Int> = [1, 2, 3, 4]
  var interest: Set<Int> = [2, 7, 9, 10]
  var purposeOneTreatment = false
  var country = "DK"
  var vendors: Set<Int> = [1, 10, 755]
  var vendorMaximum = 800
  var interestVendors: Set<Int> = [755]
  var interestMaximum = 755
  var restrictions: [Restriction] = []
  var disclosed: Set<Int>?
  var disclosedMaximum = 1000
  var allowed: Set<Int>?
  var publisher: Publisher?
  /// Whether vendor sections are written as ranges.
  var usesRanges = false

  /// The core segment.
  var core: BitText {
    var bits = BitText()
    bits.number(version, 6)
    bits.number(created, 36)
    bits.number(lastUpdated, 36)
    bits.number(cmp, 12)
    bits.number(cmpVersion, 12)
    bits.number(screen, 6)
    bits.letters(language)
    bits.number(list, 12)
    bits.number(policy, 6)
    bits.number(isServiceSpecific ? 1 : 0, 1)
    bits.number(usesNonStandardTexts ? 1 : 0, 1)
    bits.field(features, 12)
    bits.field(consent, 24)
    bits.field(interest, 24)
    bits.number(purposeOneTreatment ? 1 : 0, 1)
    bits.letters(country)
    section(vendors, vendorMaximum, in: &bits)
    section(interestVendors, interestMaximum, in: &bits)
    bits.number(restrictions.count, 12)
    for restriction in restrictions {
      bits.number(restriction.purpose, 6)
      bits.number(restriction.kind, 2)
      bits.entries(restriction.ranges)
    }
    return bits
  }

  private func section(_ ids: Set<Int>, _ maximum: Int, in bits: inout BitText) {
    if usesRanges {
      bits.vendorRanges(Self.runs(of: ids), maximum: maximum)
    } else {
      bits.vendorField(ids, maximum: maximum)
    }
  }

  /// Neighbouring ids joined.
  static func runs(of ids: Set<Int>) -> [(Int, Int)] {
    var runs: [(Int, Int)] = []
    for id in ids.sorted() {
      if let last = runs.last, last.1 == id - 1 {
        runs[runs.count - 1].1 = id
      } else {
        runs.append((id, id))
      }
    }
    return runs
  }

  /// The segments after the core.
  var segments: [BitText] {
    var segments: [BitText] = []
    for (type, ids) in [(1, disclosed), (2, allowed)] {
      guard let ids else { continue }
      var bits = BitText()
      bits.number(type, 3)
      section(ids, disclosedMaximum, in: &bits)
      segments.append(bits)
    }
    if let publisher {
      var bits = BitText()
      bits.number(3, 3)
      bits.field(publisher.consent, 24)
      bits.field(publisher.interest, 24)
      bits.number(publisher.count, 6)
      bits.field(publisher.customConsent, publisher.count)
      bits.field(publisher.customInterest, publisher.count)
      segments.append(bits)
    }
    return segments
  }

  /// The whole string, each segment filled to a whole number of units.
  func text(unit: Int = 8) -> String {
    ([core] + segments).map { $0.text(unit: unit) }.joined(separator: ".")
  }
}
