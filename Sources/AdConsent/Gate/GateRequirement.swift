// SPDX-License-Identifier: MIT
package import AdModel

/// One thing that the gate asked of a record, and whether it holds.
package struct GateRequirement: Hashable, Sendable {
  /// The modes, or the gate, that depend on a requirement.
  package enum Effect: Hashable, Sendable {
    /// Unless it holds, nothing loads, for this reason.
    case gate(BlockReason)
    /// Unless it holds, these serving modes are out.
    case modes([ServingMode])
    /// The gate does not ask for it, and whoever serves does: unless it holds, ads of these modes are
    /// not served although they are allowed.
    case served([ServingMode])
  }

  /// The question in one line.
  package let text: String
  /// Whether the record meets it.
  package let holds: Bool
  /// The modes, or the gate, that depend on it.
  package let effect: Effect
  /// Where the rule is written down.
  package let source: String

  init(_ text: String, holds: Bool, effect: Effect, source: String) {
    self.text = text
    self.holds = holds
    self.effect = effect
    self.source = source
  }
}

/// A decision of the gate with everything it rests on.
package struct GateExplanation: Hashable, Sendable {
  /// The decision.
  package let decision: GateDecision
  /// The requirements in the order they were asked; after one that closes the gate nothing more is.
  package let requirements: [GateRequirement]
}

/// The sources that requirements name.
enum RuleSource {
  static let gate = "AdView: an answer opens the gate"
  static let didomiPartial = "Didomi: isUserStatusPartial"
  static let dates = "AdView: an answer cannot come from the future"
  static let withdrawal = "GDPR article 7(3)"
  static let expiry = "AdView: the store's rules of how long an answer holds; Google, error 3.3"
  static let stringFormat = "TCF, TC String Format"
  static let servingModes = "Google: ad serving modes, support.google.com/admanager/answer/9805023"
  static let limitedAds = "Google: limited ads, support.google.com/admanager/answer/9882911"
  static let disclosure = "TCF 2.3: disclosed vendors; Google error 1.4"
  static let restrictedProcessing =
    "Google: restricted data processing, support.google.com/admanager/answer/9598414"
  static let age = "Google: tag for age treatment, support.google.com/admanager/answer/3671211"
  static let silence = "AdView: what silence means under a law of opting out"
  static let otherLaw = "AdView: a no is a no under every law"
  static let noRegulation = "AdView: no regulation applies"
  static let policy = "AdView: gate policy"
}
