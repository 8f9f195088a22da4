// SPDX-License-Identifier: MIT
import AdModel

/// Follows a replay and counts what it costs and gives.
struct TrialCounter {
  private var statistics = SessionStatistics(isMeasured: true)
  private let sizes: [AdUnitID: Int64]
  private var loadedBytes: Int64? = 0
  private var viewability: PageViewability

  init(sizes: [AdUnitID: Int64], videoUnits: Set<AdUnitID>) {
    self.sizes = sizes
    viewability = PageViewability(videoUnits: videoUnits)
  }

  /// The bytes of all fetches, where the size of each was known.
  var bytes: Int64? { sizes.isEmpty ? nil : loadedBytes }

  /// Counts one stride: first what came of it, then what the step itself moved.
  mutating func follow(_ stride: TraceReplay.Stride) {
    for change in stride.transitions {
      count(viewability.follow(change))
      statistics.count(change)
      guard change.to == .fetched else { continue }
      let size = sizes[change.unit]
      loadedBytes = loadedBytes.flatMap { sum in size.map { sum + $0 } }
    }
    for event in stride.events { count(viewability.follow(event, at: stride.time)) }
  }

  /// Ends all lives, after what was due until then has been measured.
  mutating func ended(at time: Int64) -> LoadStatistics {
    count(viewability.follow(.tick, at: time))
    return statistics.ended(at: time)
  }

  private mutating func count(_ updates: [PageViewability.Update]) {
    for update in updates where update.update.becameViewable {
      statistics.becomeViewable(update.unit)
    }
  }
}
