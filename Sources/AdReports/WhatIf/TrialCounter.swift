// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// Follows a replay and counts what it costs and gives.
struct TrialCounter {
  private var statistics = SessionStatistics(isMeasured: true)
  private let sizes: [AdUnitID: Int64]
  private var loadedBytes: Int64? = 0

  init(sizes: [AdUnitID: Int64]) { self.sizes = sizes }

  /// The bytes of all fetches, where the size of each was known.
  var bytes: Int64? { sizes.isEmpty ? nil : loadedBytes }

  mutating func follow(_ events: [RecordedEvent]) {
    for event in events {
      switch event {
      case .changed(let change):
        statistics.count(change)
        guard change.to == .fetched else { continue }
        let size = sizes[change.unit]
        loadedBytes = loadedBytes.flatMap { sum in size.map { sum + $0 } }
      case .became(let event, let unit, let time): statistics.count(event, of: unit, at: time)
      case .told: break
      }
    }
  }

  /// Ends all lives.
  mutating func ended(at time: Int64) -> LoadStatistics { statistics.ended(at: time) }
}
