// SPDX-License-Identifier: MIT
package import AdConsent
import AdModel

extension TCString {
  /// The string as a CMP writes it, each vendor section in its smaller form.
  ///
  /// Segments follow the core in the order of their types.
  package func encoded() -> String {
    var segments = [core]
    for (type, vendors) in [(1, disclosedVendors), (2, allowedVendors)] {
      guard let vendors else { continue }
      var bits = BitText()
      bits.number(type, 3)
      bits.vendors(vendors)
      segments.append(bits)
    }
    if let publisherTC {
      var bits = BitText()
      bits.number(3, 3)
      bits.field(Set(publisherTC.purposesConsent.ids), 24)
      bits.field(Set(publisherTC.purposesLegitimateInterest.ids), 24)
      bits.number(publisherTC.customPurposeCount, 6)
      for own in [publisherTC.customPurposesConsent, publisherTC.customPurposesLegitimateInterest] {
        bits.field(Set(own.ids), publisherTC.customPurposeCount)
      }
      segments.append(bits)
    }
    return segments.map { $0.text() }.joined(separator: ".")
  }

  private var core: BitText {
    var bits = BitText()
    bits.number(2, 6)
    for time in [created, lastUpdated] { bits.number(Int(time.milliseconds / 100), 36) }
    bits.number(cmpID, 12)
    bits.number(cmpVersion, 12)
    bits.number(consentScreen, 6)
    bits.letters(consentLanguage.description)
    bits.number(vendorListVersion, 12)
    bits.number(policyVersion, 6)
    bits.number(isServiceSpecific ? 1 : 0, 1)
    bits.number(usesNonStandardTexts ? 1 : 0, 1)
    bits.field(Set(specialFeatureOptIns.ids), 12)
    bits.field(Set(purposesConsent.ids), 24)
    bits.field(Set(purposesLegitimateInterest.ids), 24)
    bits.number(purposeOneTreatment ? 1 : 0, 1)
    bits.letters(publisherCountry.description)
    bits.vendors(vendorConsents)
    bits.vendors(vendorLegitimateInterests)
    bits.number(publisherRestrictions.count, 12)
    for restriction in publisherRestrictions {
      bits.number(restriction.purpose, 6)
      bits.number(Int(restriction.kind.rawValue), 2)
      bits.entries(restriction.vendors.pairs)
    }
    return bits
  }
}

extension BitText {
  /// Appends a vendor section in its smaller form.
  fileprivate mutating func vendors(_ vendors: VendorSet) {
    let ranges = vendors.pairs
    let rangeBits = ranges.reduce(12) { $0 + ($1.0 == $1.1 ? 17 : 33) }
    if rangeBits < vendors.maximum, ranges.count < 4096 {
      vendorRanges(ranges, maximum: vendors.maximum)
    } else {
      vendorField(Set(vendors), maximum: vendors.maximum)
    }
  }
}

extension VendorSet {
  fileprivate var pairs: [(Int, Int)] { ranges.map { ($0.lowerBound, $0.upperBound) } }
}
