// SPDX-License-Identifier: MIT
import AdModel

extension ExperimentJudgement {
  /// What it says, for people: first what makes all else worthless, then a line for each arm.
  /// - Parameter moved: How many stores were in several arms.
  package func sentences(moved: Int) -> [String] {
    var lines: [String] = []
    if !shares.fits, let result = shares.result {
      let counts = zip(plan.arms, zip(shares.stores, shares.expected)).map { name, stores in
        "\(name) \(stores.0) where \(stores.1.rounded().formatted) are expected"
      }
      lines.append(
        "The arms have not the phones that their shares say: \(counts.joined(separator: ", ")). Chance "
          + "does that less than once in 1,000 times (chi-squared "
          + "\(SequenceChart.written(result.chiSquared))). Find out what keeps phones or their sessions "
          + "from one arm; until then no difference means anything.")
    }
    if moved > 0 {
      lines.append("\(moved.counted("phone")) had sessions in several arms and count in none.")
    }
    return lines + arms.map { "\($0.name): \($0.verdict.sentence)." }
  }
}
