// SPDX-License-Identifier: MIT

/// The purposes of the IAB Europe Transparency and Consent Framework, by their number.
///
/// Source: IAB Europe TCF policies, appendix A, with the names that Didomi gives them.
package enum TCFPurpose: Int, CaseIterable, Hashable, Sendable {
  /// Store or access information on a device.
  case storage = 1
  /// Use limited data to select advertising.
  case basicAds
  /// Create profiles for personalised advertising.
  case adsProfile
  /// Use profiles to select personalised advertising.
  case personalizedAds
  /// Create profiles to personalise content.
  case contentProfile
  /// Use profiles to select personalised content.
  case personalizedContent
  /// Measure advertising performance.
  case adMeasurement
  /// Measure content performance.
  case contentMeasurement
  /// Understand audiences through statistics.
  case audienceResearch
  /// Develop and improve services.
  case serviceImprovement
  /// Use limited data to select content.
  case limitedContent

  /// The id that Didomi uses.
  package var didomiName: String {
    switch self {
    case .storage: "cookies"
    case .basicAds: "select_basic_ads"
    case .adsProfile: "create_ads_profile"
    case .personalizedAds: "select_personalized_ads"
    case .contentProfile: "create_content_profile"
    case .personalizedContent: "select_personalized_content"
    case .adMeasurement: "measure_ad_performance"
    case .contentMeasurement: "measure_content_performance"
    case .audienceResearch: "market_research"
    case .serviceImprovement: "improve_products"
    case .limitedContent: "use_limited_data_to_select_content"
    }
  }

  /// Finds the purpose that an id means, by number or by Didomi's name.
  package init?(_ item: ConsentItemID) {
    switch item {
    case .number(let number): self.init(rawValue: number)
    case .name(let name):
      if let number = Int(name) {
        self.init(rawValue: number)
        return
      }
      guard let purpose = Self.allCases.first(where: { $0.didomiName == name }) else { return nil }
      self = purpose
    }
  }

  /// Whether a vendor may claim a legitimate interest for it: not for purpose 1, and since policy
  /// version 4 (TCF 2.2) not for 3 to 6.
  package var mayRestOnLegitimateInterest: Bool {
    switch self {
    case .storage, .adsProfile, .personalizedAds, .contentProfile, .personalizedContent: false
    case .basicAds, .adMeasurement, .contentMeasurement, .audienceResearch, .serviceImprovement,
      .limitedContent:
      true
    }
  }

  var item: ConsentItemID { .name(didomiName) }

  /// All spellings under which a record may list it.
  var spellings: [ConsentItemID] {
    [.name(didomiName), .number(rawValue), .name(String(rawValue))]
  }
}

/// The special features of the TCF, which Didomi lists among the purposes.
package enum SpecialFeature: Int, CaseIterable, Hashable, Sendable {
  /// Use precise geolocation data.
  case preciseLocation = 1
  /// Actively scan device characteristics for identification.
  case deviceScanning

  /// The id that Didomi uses.
  package var didomiName: String {
    switch self {
    case .preciseLocation: "geolocation_data"
    case .deviceScanning: "device_characteristics"
    }
  }

  var item: ConsentItemID { .name(didomiName) }
}

/// Google Advertising Products, whose rules decide how ads are served.
package enum GoogleVendor {
  /// The number in the Global Vendor List.
  package static let tcfID = 755
  /// The id that Didomi uses.
  package static let didomiID = ConsentItemID.name("google")

  /// All spellings under which a record may list it.
  static let spellings: [ConsentItemID] = [didomiID, .number(tcfID), .name(String(tcfID))]
}
