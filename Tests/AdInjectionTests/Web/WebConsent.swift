// SPDX-License-Identifier: MIT
import AdInjection
import AdModel

/// The consent that the standalone APIs hand to a page in the real engines.
enum WebConsent {
  static let tcData: JSONValue = [
    "tcString": "CQ", "tcfPolicyVersion": 5, "cmpId": 7, "cmpVersion": 1, "gdprApplies": true,
    "isServiceSpecific": true, "useNonStandardTexts": false, "publisherCC": "DK",
    "purposeOneTreatment": false,
    "purpose": [
      "consents": ["1": true, "2": false], "legitimateInterests": ["1": false, "2": true],
    ],
    "vendor": [
      "consents": ["1": false, "755": true], "legitimateInterests": ["755": true],
      "disclosedVendors": ["755": true],
    ],
    "specialFeatureOptins": ["1": true], "addtlConsent": "2~1.35~dv.9",
    "publisher": [
      "consents": [:], "legitimateInterests": [:],
      "customPurpose": ["consents": [:], "legitimateInterests": [:]],
      "restrictions": ["2": ["755": 1]],
    ],
  ]

  static let inAppTCData: JSONValue = [
    "tcString": "CQ", "gdprApplies": 1, "vendor": ["consents": "0101"],
  ]

  static let gpp: JSONValue = [
    "gppVersion": "1.1", "supportedAPIs": ["2:tcfeuv2", "6:uspv1"], "cmpId": 7,
    "sectionList": [2, 6], "applicableSections": [2], "gppString": "DBACNY~CQ~1YNN",
    "parsedSections": ["uspv1": ["Version": 1, "Notice": "Y"]],
  ]

  static func handOff() -> ConsentHandOff {
    ConsentHandOff(
      tcf: TCFPageData(tcData: tcData, inAppTCData: inAppTCData, vendorListVersion: 120),
      gpp: gpp, usPrivacy: "1YNN")
  }
}
