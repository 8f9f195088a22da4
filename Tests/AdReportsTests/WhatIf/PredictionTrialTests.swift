// SPDX-License-Identifier: MIT
import AdHosting
import AdLoading
import AdModel
import HostingSchedules
import TestSupport
import Testing

@testable import AdReports

/// Whether zones that lead by the speed of a scroll beat distances alone, by who scrolls.
@Suite struct PredictionTrialTests {
  private struct Trial {
    let thresholds: LoadingThresholds
    var sum = TrialSum()

    /// Whether it is no worse in missing time, late and wasted loads and memory, and less late or wasted.
    func beats(_ other: Trial) -> Bool {
      let mine = [Double(sum.timeMissing), Double(sum.lateDisplays), Double(sum.wastedFetches)]
      let theirs = [
        Double(other.sum.timeMissing), Double(other.sum.lateDisplays),
        Double(other.sum.wastedFetches),
      ]
      return zip(mine, theirs).allSatisfy { $0 <= $1 } && mine != theirs
        && sum.averagePeak <= other.sum.averagePeak
    }
  }

  /// Runs 16 readers under distances of 100 to 1500 points, alone and with predictions.
  /// - Returns: How many of the distances that no other distance beats some prediction beats, of how many.
  private static func beaten(_ manner: SyntheticReader.Manner) throws -> (count: Int, of: Int) {
    var reader = SyntheticReader(SeededRandom(seed: 11), adCount: 20)
    let times = LoadTimes(always: LoadTime(page: 300))
    let sessions = try (0..<16).map { _ in
      TrialSession(try reader.session(going: manner), loadTimes: times)
    }
    var trials: [Trial] = []
    for distance in stride(from: 100.0, through: 1_500, by: 200) {
      for prediction: Int64 in [0, 200, 300] {
        var trial = Trial(
          thresholds: try LoadingThresholds(
            fetch: distance, display: distance, prediction: prediction))
        for session in sessions { trial.sum.add(session.run(with: trial.thresholds)) }
        trials.append(trial)
      }
    }
    let fixed = trials.filter { $0.thresholds.prediction == 0 }
    let front = fixed.filter { trial in !fixed.contains { $0.beats(trial) } }
    let led = trials.filter { $0.thresholds.prediction > 0 }
    return (front.count { trial in led.contains { $0.beats(trial) } }, front.count)
  }

  @Test(arguments: [SyntheticReader.Manner.flings, .steadily])
  func
    `where people glide or scroll on, prediction beats half of the best distances or more`(
      manner: SyntheticReader.Manner
    ) throws
  {
    let (count, all) = try Self.beaten(manner)
    #expect(all >= 4 && count * 2 >= all, "\(count) of \(all)")
  }

  /// A flick begins with its greatest speed and ends before an ad has loaded: what counts is what was
  /// there at rest.
  @Test func `where people flick, distances alone are as good as any prediction`() throws {
    let (count, all) = try Self.beaten(.flicks)
    #expect(all >= 4 && count * 4 <= all, "\(count) of \(all)")
  }
}
