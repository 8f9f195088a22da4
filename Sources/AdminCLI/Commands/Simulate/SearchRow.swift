// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports

/// One setting of a search beside what the sessions had.
struct SearchRow: Sendable {
  let result: ThresholdSearch.Result
  let own: ThresholdSearch.Result
  let trial: ThresholdTrial
  /// Which proposal it is, from 1, and what it would bring; nil where nothing was proposed.
  var proposal: (number: Int, changes: ThresholdProposal.Changes)?

  var isOwn: Bool { result.thresholds == nil }

  /// The sessions' own thresholds first, then those that no other beats.
  static func rows(of search: ThresholdSearch, own thresholds: LoadingThresholds) -> [SearchRow] {
    let own = search.results[0]
    return ([own] + search.front.filter { $0.thresholds != nil }).map {
      SearchRow(result: $0, own: own, trial: $0.trial(own: thresholds))
    }
  }

  /// The sessions' own thresholds first, then what is proposed.
  static func rows(
    of proposals: [ThresholdProposal], own: ThresholdSearch.Result, _ thresholds: LoadingThresholds
  ) -> [SearchRow] {
    [SearchRow(result: own, own: own, trial: own.trial(own: thresholds))]
      + proposals.enumerated().map { place, proposal in
        SearchRow(
          result: proposal.result, own: own, trial: proposal.result.trial(own: thresholds),
          proposal: (place + 1, proposal.changes))
      }
  }

  static func rounded(_ number: Double) -> Double { (number * 1_000).rounded() / 1_000 }
}
