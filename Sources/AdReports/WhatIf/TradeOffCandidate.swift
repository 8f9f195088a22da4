// SPDX-License-Identifier: MIT

/// A threshold set that is weighed against others.
package struct TradeOffCandidate: Hashable, Sendable {
  package let trial: ThresholdTrial
  /// The most ads loaded at once, on average over many sessions; `nil` for one scroll, whose trial
  /// tells it.
  package let averagePeak: Double?

  package init(trial: ThresholdTrial, averagePeak: Double? = nil) {
    self.trial = trial
    self.averagePeak = averagePeak
  }
}
