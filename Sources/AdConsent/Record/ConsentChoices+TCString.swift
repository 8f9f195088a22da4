// SPDX-License-Identifier: MIT

extension ConsentChoices {
  /// The choices that a TC string carries, under Didomi's names for purposes and Google.
  ///
  /// A purpose whose bit is not set was shown and not agreed to: it is disabled. A vendor whose
  /// bit is not set is disabled where the string says that it was disclosed, and else not asked.
  ///
  /// - Complexity: O(*n*) in the number of vendors.
  package init(of tc: TCString) {
    let lastPurpose = tc.policyVersion < 4 ? TCFPurpose.serviceImprovement : .limitedContent
    let purposes = TCFPurpose.allCases.filter { $0.rawValue <= lastPurpose.rawValue }
    let claimable = purposes.filter(\.mayRestOnLegitimateInterest)
    let features = SpecialFeature.allCases
    let (agreed, declined) = purposes.split { tc.purposesConsent.contains($0.rawValue) }
    let (optedIn, notOptedIn) = features.split { tc.specialFeatureOptIns.contains($0.rawValue) }
    let (claimed, objected) = claimable.split {
      tc.purposesLegitimateInterest.contains($0.rawValue)
    }
    let disclosed = tc.disclosedVendors ?? VendorSet()
    self.init(
      purposes: ChoicesByBasis(
        consent: ChoiceList(
          distinctEnabled: agreed.map(\.item) + optedIn.map(\.item),
          disabled: declined.map(\.item) + notOptedIn.map(\.item)),
        legitimateInterest: ChoiceList(
          distinctEnabled: claimed.map(\.item), disabled: objected.map(\.item))),
      vendors: ChoicesByBasis(
        consent: ChoiceList(
          distinctEnabled: tc.vendorConsents.map(GoogleVendor.item),
          disabled: disclosed.filter { !tc.vendorConsents.contains($0) }.map(GoogleVendor.item)),
        legitimateInterest: ChoiceList(
          distinctEnabled: tc.vendorLegitimateInterests.map(GoogleVendor.item), disabled: [])))
  }
}

extension GoogleVendor {
  /// How a record lists the vendor of a number.
  fileprivate static func item(of vendor: Int) -> ConsentItemID {
    vendor == tcfID ? didomiID : .number(vendor)
  }
}

extension Array {
  /// The elements that meet a condition, and those that do not, both in order.
  fileprivate func split(by condition: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
