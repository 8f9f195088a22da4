// SPDX-License-Identifier: MIT

extension RelayedConsent {
  /// The keys that a CMP keeps on the device, in a fixed order.
  ///
  /// Whoever writes them removes every other key of ``DeviceKey/prefixes``, so that nothing of an
  /// earlier answer stays. Where the GDPR does not apply,
  /// only that is told of the TCF.
  ///
  /// Sources: IAB Tech Lab, "CMP API v2", in-app details; Global Privacy Platform, "CMP API",
  /// in-app details; Google, "Additional Consent Mode"; IAB Tech Lab, "US Privacy".
  public var deviceKeys: [DeviceKey] {
    var keys = [DeviceKey(DeviceKey.Name.gdprApplies, gdprApplies)]
    if gdprApplies, let tc, let tcText { keys += tc.deviceKeys(text: tcText) }
    if gdprApplies, tc != nil, let additionalConsent {
      keys.append(DeviceKey(DeviceKey.Name.additionalConsent, additionalConsent.text))
    }
    if let gpp {
      keys.append(DeviceKey(DeviceKey.Name.gppString, gpp.text))
      let applicable = applicableSections.map { String($0.rawValue) }
      // -1 would say that no law applies; where the law's section is missing, nothing is known.
      if !applicable.isEmpty {
        keys.append(DeviceKey(DeviceKey.Name.gppSections, applicable.joined(separator: "_")))
      } else if regulation.model == .unregulated {
        keys.append(DeviceKey(DeviceKey.Name.gppSections, "-1"))
      }
      for section in gpp.sections {
        keys.append(DeviceKey("IABGPP_\(section.id.rawValue)_String", section.text))
      }
    }
    if let usPrivacy { keys.append(DeviceKey(DeviceKey.Name.usPrivacy, usPrivacy.text)) }
    return keys
  }
}

extension TCString {
  fileprivate func deviceKeys(text: String) -> [DeviceKey] {
    var keys = [
      DeviceKey("IABTCF_CmpSdkID", cmpID),
      DeviceKey("IABTCF_CmpSdkVersion", cmpVersion),
      DeviceKey("IABTCF_PolicyVersion", policyVersion),
      DeviceKey("IABTCF_PublisherCC", publisherCountry.description),
      DeviceKey("IABTCF_PurposeOneTreatment", purposeOneTreatment),
      DeviceKey("IABTCF_UseNonStandardTexts", usesNonStandardTexts),
      DeviceKey(DeviceKey.Name.tcString, text),
      DeviceKey("IABTCF_VendorConsents", vendorConsents.digits),
      DeviceKey("IABTCF_VendorLegitimateInterests", vendorLegitimateInterests.digits),
    ]
    if let disclosedVendors {
      keys.append(DeviceKey("IABTCF_DisclosedVendors", disclosedVendors.digits))
    }
    keys += [
      DeviceKey("IABTCF_PurposeConsents", purposesConsent.digits(24)),
      DeviceKey("IABTCF_PurposeLegitimateInterests", purposesLegitimateInterest.digits(24)),
      DeviceKey("IABTCF_SpecialFeaturesOptIns", specialFeatureOptIns.digits(12)),
    ]
    for purpose in restrictedPurposes {
      keys.append(
        DeviceKey(
          "IABTCF_PublisherRestrictions\(purpose)", restrictionDigits(ofPurpose: purpose)))
    }
    return keys + (publisherTC?.deviceKeys ?? [])
  }
}

extension PublisherTC {
  fileprivate var deviceKeys: [DeviceKey] {
    [
      DeviceKey("IABTCF_PublisherConsent", purposesConsent.digits(24)),
      DeviceKey("IABTCF_PublisherLegitimateInterests", purposesLegitimateInterest.digits(24)),
      DeviceKey(
        "IABTCF_PublisherCustomPurposesConsents",
        customPurposesConsent.digits(customPurposeCount)),
      DeviceKey(
        "IABTCF_PublisherCustomPurposesLegitimateInterests",
        customPurposesLegitimateInterest.digits(customPurposeCount)),
    ]
  }
}
