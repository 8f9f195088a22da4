// SPDX-License-Identifier: MIT
import AdModel

/// What a record says about Google and a purpose, from all it holds.
///
/// Where several sources speak, the most careful one wins; where none does, the answer is no.
struct ConsentEvidence {
  let choices: ConsentChoices

  /// Whether Google may act for a purpose on a legal basis: purpose and vendor both allow it.
  func allows(_ purpose: TCFPurpose, on basis: LegalBasis) -> Bool {
    choice(of: purpose.spellings, in: choices.purposes[basis]) == .enabled
      && choice(of: GoogleVendor.spellings, in: choices.vendors[basis]) == .enabled
  }

  /// The choice for an id under any of its spellings; a no under one outweighs a yes.
  private func choice(of spellings: [ConsentItemID], in list: ChoiceList) -> Choice {
    let answers = spellings.map { list[$0] }
    if answers.contains(.disabled) { return .disabled }
    return answers.contains(.enabled) ? .enabled : .notAsked
  }
}
