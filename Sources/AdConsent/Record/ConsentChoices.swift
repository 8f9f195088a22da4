// SPDX-License-Identifier: MIT
public import AdModel

/// The legal basis of a choice. These cases are all; none will be added.
public enum LegalBasis: String, CaseIterable, Hashable, Sendable {
  /// The person agreed.
  case consent
  /// The vendor claims a legitimate interest, and the person did not object.
  case legitimateInterest
}

/// Choices per legal basis, for purposes or for vendors.
public struct ChoicesByBasis: Hashable, Sendable {
  /// The choices on consent.
  public var consent: ChoiceList
  /// The choices on legitimate interest.
  public var legitimateInterest: ChoiceList

  /// Takes the choices of both bases.
  public init(consent: ChoiceList = .empty, legitimateInterest: ChoiceList = .empty) {
    self.consent = consent
    self.legitimateInterest = legitimateInterest
  }

  /// The choices of one basis.
  public subscript(basis: LegalBasis) -> ChoiceList {
    switch basis {
    case .consent: consent
    case .legitimateInterest: legitimateInterest
    }
  }

  fileprivate var lists: [ChoiceList] { [consent, legitimateInterest] }

  fileprivate var disabled: ChoicesByBasis {
    ChoicesByBasis(consent: consent.allDisabled, legitimateInterest: legitimateInterest.allDisabled)
  }

  fileprivate var sorted: ChoicesByBasis {
    ChoicesByBasis(consent: consent.sorted, legitimateInterest: legitimateInterest.sorted)
  }
}

/// Everything a person answered: per purpose and per vendor, per legal basis.
///
/// What is not in here was not asked, and what was not asked is not allowed.
public struct ConsentChoices: Hashable, Sendable {
  /// The choices per purpose, special features included where the platform treats them so.
  public var purposes: ChoicesByBasis
  /// The choices per vendor.
  public var vendors: ChoicesByBasis

  /// Takes the choices for purposes and vendors.
  public init(purposes: ChoicesByBasis = .init(), vendors: ChoicesByBasis = .init()) {
    self.purposes = purposes
    self.vendors = vendors
  }

  /// Gives everything that a notice asks for the same choice.
  ///
  /// - Parameter choice: The choice: enabled for "accept all", disabled for "decline all".
  /// - Throws: ``InvalidValue`` when the scope holds an impossible id.
  public init(_ choice: ConsentChoice, for scope: ConsentScope) throws(InvalidValue) {
    self.init(
      purposes: ChoicesByBasis(
        consent: try ChoiceList(choice, for: scope.consentPurposes),
        legitimateInterest: try ChoiceList(choice, for: scope.legitimateInterestPurposes)),
      vendors: ChoicesByBasis(
        consent: try ChoiceList(choice, for: scope.consentVendors),
        legitimateInterest: try ChoiceList(choice, for: scope.legitimateInterestVendors)))
  }

  /// Whether something that is asked for has no answer.
  public var isPartial: Bool { lists.contains { !$0.notAsked.isEmpty } }

  /// Whether nothing at all was answered.
  public var isUnanswered: Bool { lists.allSatisfy(\.isUnanswered) }

  /// Whether anything was allowed.
  public var allowsAnything: Bool { lists.contains { !$0.enabled.isEmpty } }

  /// Whether everything that was answered was answered with no.
  public var isRefusal: Bool { !isUnanswered && !allowsAnything }

  /// The same choices with every yes turned into a no.
  var disabled: ConsentChoices {
    ConsentChoices(purposes: purposes.disabled, vendors: vendors.disabled)
  }

  /// The same choices in one order, for comparing what was said and not how it was listed.
  var sorted: ConsentChoices { ConsentChoices(purposes: purposes.sorted, vendors: vendors.sorted) }

  private var lists: [ChoiceList] { purposes.lists + vendors.lists }
}

/// The purposes and vendors that a notice asks about.
public struct ConsentScope: Hashable, Sendable {
  /// The purposes asked for on consent.
  public var consentPurposes: [ConsentItemID]
  /// The purposes claimed on legitimate interest.
  public var legitimateInterestPurposes: [ConsentItemID]
  /// The vendors asked for on consent.
  public var consentVendors: [ConsentItemID]
  /// The vendors that claim legitimate interest.
  public var legitimateInterestVendors: [ConsentItemID]

  /// What a notice for Google's ads asks about: all purposes of the TCF under Didomi's names, the
  /// ones that may rest on legitimate interest there too, and the vendor `google`.
  ///
  /// Purposes 1 and 3 to 6 never rest on legitimate interest (TCF policy 2.2).
  public static let googleAds = ConsentScope(
    consentPurposes: TCFPurpose.allCases.map(\.item),
    legitimateInterestPurposes: TCFPurpose.allCases
      .filter(\.mayRestOnLegitimateInterest).map(\.item),
    consentVendors: [GoogleVendor.didomiID], legitimateInterestVendors: [GoogleVendor.didomiID])

  /// Takes what is asked for.
  public init(
    consentPurposes: [ConsentItemID], legitimateInterestPurposes: [ConsentItemID] = [],
    consentVendors: [ConsentItemID], legitimateInterestVendors: [ConsentItemID] = []
  ) {
    self.consentPurposes = consentPurposes
    self.legitimateInterestPurposes = legitimateInterestPurposes
    self.consentVendors = consentVendors
    self.legitimateInterestVendors = legitimateInterestVendors
  }
}
