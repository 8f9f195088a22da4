// SPDX-License-Identifier: MIT
package import AdModel

/// How long the ads of a session take to load, whatever the thresholds: a load of an ad as long as the
/// same load of it took, one that was given up as long as those that took longer than it had, and one of
/// which nothing is known as long as usual.
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
    var curve = LoadTimeCurve()
    for life in lives { curve.add(life) }
    var measured: [AdUnitID: [LoadTime]] = [:]
    for life in lives {
      let time = life.loadTime ?? life.leastTime.flatMap { curve.median(beyond: $0) }
      if let time { measured[life.unit, default: []].append(time) }
    }
    self.measured = measured
    self.usual = curve.median() ?? usual
  }

  /// How long a load of an ad takes.
  /// - Parameter number: Which load of the ad in its session, from 0.
  package func time(of unit: AdUnitID, load number: Int) -> LoadTime {
    guard let times = measured[unit], let last = times.last else { return usual }
    return number < times.count ? times[number] : last
  }
}
