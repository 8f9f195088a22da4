// SPDX-License-Identifier: MIT
import AdModel

/// All that a record holds about Google and a purpose.
///
/// Where several sources speak, the most careful one wins; where none does, the answer is no.
struct ConsentEvidence {
  let choices: ConsentChoices
  let tc: [TCString]
  /// Whether the strings are the answer, also to what no choice stands for beside them.
  var isTold: Bool

  /// Whether Google may act for a purpose on a legal basis: purpose and vendor both allow it, and
  /// the publisher does not forbid it.
  func allows(_ purpose: TCFPurpose, on basis: LegalBasis) -> Bool {
    let chosen = choice(of: purpose.spellings, in: choices.purposes[basis])
    let vendor = choice(of: GoogleVendor.spellings, in: choices.vendors[basis])
    guard isTold || chosen == .enabled && vendor == .enabled else { return false }
    return chosen != .disabled && vendor != .disabled
      && tc.allSatisfy { $0.allows(purpose, on: basis, vendor: GoogleVendor.tcfID) }
  }

  /// Whether a purpose, or Google, was refused on a legal basis.
  func refuses(_ purpose: TCFPurpose, on basis: LegalBasis) -> Bool {
    choice(of: purpose.spellings, in: choices.purposes[basis]) == .disabled
      || choice(of: GoogleVendor.spellings, in: choices.vendors[basis]) == .disabled
  }

  /// The choice for an id under any of its spellings; a no under one outweighs a yes.
  private func choice(of spellings: [ConsentItemID], in list: ChoiceList) -> ConsentChoice {
    let answers = spellings.map { list[$0] }
    if answers.contains(.disabled) { return .disabled }
    return answers.contains(.enabled) ? .enabled : .notAsked
  }
}

extension ConsentEvidence {
  /// A TC string that answers another law than the statement's gives no leave, and takes some.
  init(of statement: ConsentStatement, _ signals: ConsentSignals) {
    self.init(
      choices: statement.choices, tc: signals.allTC,
      isTold: !statement.answering(signals).isEmpty)
  }
}

extension ConsentStatement {
  /// Those of its TC strings that are the answer under its law: what such a string must keep, the answer
  /// must keep.
  ///
  /// Under a law that is not told by TC strings it is one that the choices were taken from. Another one
  /// came along, as the European section of a traveller's GPP string does.
  func answering(_ signals: ConsentSignals) -> [TCString] {
    regulation.isToldByTCF
      ? signals.allTC
      : signals.allTC.filter { ConsentChoices(of: $0).sorted == choices.sorted }
  }
}

extension TCString {
  /// Whether a vendor may act for a purpose on a legal basis.
  fileprivate func allows(_ purpose: TCFPurpose, on basis: LegalBasis, vendor: Int) -> Bool {
    let restriction = restriction(onPurpose: purpose.rawValue, vendor: vendor)
    switch basis {
    case .consent:
      return purposesConsent.contains(purpose.rawValue) && vendorConsents.contains(vendor)
        && restriction.permits(.consent)
    case .legitimateInterest:
      return purposesLegitimateInterest.contains(purpose.rawValue)
        && vendorLegitimateInterests.contains(vendor)
        && restriction.permits(.legitimateInterest)
    }
  }
}

extension PublisherRestriction.Kind? {
  /// Whether the publisher leaves a vendor this legal basis.
  fileprivate func permits(_ basis: LegalBasis) -> Bool {
    switch self {
    case nil: true
    case .notAllowed, .undefined: false
    case .requireConsent: basis == .consent
    case .requireLegitimateInterest: basis == .legitimateInterest
    }
  }
}
