// SPDX-License-Identifier: MIT
package import AdModel

/// How long the ads of a session take to load, whatever the thresholds: a load of an ad as long as the
/// same load of it took, and one that nobody measured as long as usual.
package struct LoadTimes: Hashable, Sendable {
  private let measured: [AdUnitID: [LoadTime]]
  private let usual: LoadTime

  /// Every load takes this long.
  package init(always time: LoadTime) {
    measured = [:]
    usual = time
  }

  /// Takes what was measured.
  /// - Parameters:
  ///   - lives: The loads of the session, those of one ad in order of time.
  ///   - usual: How long a load takes where the session has none.
  package init(_ lives: [LoadLife], usual: LoadTime) {
    var measured: [AdUnitID: [LoadTime]] = [:]
    for life in lives {
      if let time = life.loadTime { measured[life.unit, default: []].append(time) }
    }
    self.measured = measured
    self.usual = Self.median(measured.values.joined()) ?? usual
  }

  /// The load time that half of several do not exceed, with its own parts; nil where there is none.
  package static func median(_ times: some Sequence<LoadTime>) -> LoadTime? {
    let sorted = times.sorted { ($0.whole, $0.page) < ($1.whole, $1.page) }
    return sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
  }

  /// How long a load of an ad takes.
  /// - Parameter number: Which load of the ad in its session, from 0.
  package func time(of unit: AdUnitID, load number: Int) -> LoadTime {
    guard let times = measured[unit], let last = times.last else { return usual }
    return number < times.count ? times[number] : last
  }
}
