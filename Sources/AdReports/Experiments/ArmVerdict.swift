// SPDX-License-Identifier: MIT
package import AdModel

/// What an experiment says about one of its arms, beside the control.
package enum ArmVerdict: Hashable, Sendable {
  /// The arms have not the stores that their shares say: nothing can be compared.
  case sharesBroken
  /// What must not become worse did.
  case guardBroken([ExperimentMetric])
  /// The goal became better, and no guard broke.
  case better
  /// The goal became worse.
  case worse
  /// Nothing can be said yet.
  case notYet
  /// All that was planned is known, and the difference, if there is one, is smaller than was planned.
  case undecided

  /// Its word for programs.
  package var word: String {
    switch self {
    case .sharesBroken: "sharesBroken"
    case .guardBroken: "guardBroken"
    case .better: "better"
    case .worse: "worse"
    case .notYet: "notYet"
    case .undecided: "undecided"
    }
  }

  /// All words.
  package static let words = [
    sharesBroken, guardBroken([]), better, worse, notYet, undecided,
  ].map(\.word)

  /// One sentence for people, without its point.
  package var sentence: String {
    switch self {
    case .sharesBroken: "no verdict: the arms have not the shares of phones that they should"
    case .guardBroken(let metrics):
      "worse in what must not become worse: \(metrics.map(\.rawValue).joined(separator: ", "))"
    case .better: "better than the control"
    case .worse: "worse than the control"
    case .notYet: "not yet: look again whenever you like"
    case .undecided:
      "cannot be decided with what was planned: the difference is smaller, if there is one"
    }
  }
}
