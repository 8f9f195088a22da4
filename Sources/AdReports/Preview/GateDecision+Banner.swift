// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel

extension GateDecision {
  /// The decision as a preview shows it above everything else.
  var banner: Markup {
    switch self {
    case .allowed(let permit):
      let words = "consent record \(permit.record) allows \(permit.mode.rawValue) ads"
      return "<span class=\"good\">May load:</span> \(words)"
    case .blocked(let reason):
      return "<span class=\"bad\">Must not load:</span> \(reason.explanation)"
    }
  }
}
