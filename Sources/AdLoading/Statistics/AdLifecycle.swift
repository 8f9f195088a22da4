// SPDX-License-Identifier: MIT
package import AdModel

/// Follows one ad through one session and counts what happens to it.
///
/// Takes the ad's events in order of time; the events of different ads may come in any order. A few
/// machine words, so that a million ads can be followed at once.
package struct AdLifecycle: Hashable, Sendable {
  private enum Phase: Hashable {
    case idle
    case fetched(since: Int64)
    case displayed(since: Int64, isViewable: Bool)
  }

  private let isMeasured: Bool
  private var phase = Phase.idle
  private var lastUnload: Int64?

  /// Begins with an ad of which nothing is loaded.
  package init(isMeasured: Bool) {
    self.isMeasured = isMeasured
  }

  /// Counts a transition of the ad.
  /// - Parameters:
  ///   - transition: The next one in order of time.
  ///   - time: When it happened, in milliseconds, where not when the transition says.
  package mutating func count(
    _ transition: LoadTransition, at time: Int64? = nil, into statistics: inout LoadStatistics
  ) {
    let time = time ?? transition.time
    switch transition.to {
    case .notLoaded: end(at: time, into: &statistics)
    case .fetched: fetch(at: time, mode: transition.permit?.mode, into: &statistics)
    case .displayed:
      display(
        at: time, isVisible: transition.frame.overlaps(transition.viewport), into: &statistics)
    case .unloaded: unload(at: time, into: &statistics)
    }
  }

  /// Counts a load.
  ///
  /// Where the ad was loaded already, its view had gone without a word, and that life ends here.
  /// - Parameters:
  ///   - time: When, in milliseconds.
  ///   - mode: The serving mode under which it was loaded, where it is known.
  package mutating func fetch(
    at time: Int64, mode: ServingMode?, into statistics: inout LoadStatistics
  ) {
    end(at: time, into: &statistics)
    statistics.countFetch(mode)
    if let lastUnload, time - lastUnload <= LoadStatistics.churnWindow { statistics.churn += 1 }
    phase = .fetched(since: time)
  }

  /// Counts a display.
  ///
  /// Where the ad was displayed already, what came between was lost, and that life ends here.
  /// - Parameters:
  ///   - time: When, in milliseconds.
  ///   - isVisible: Whether the ad's place was visible already.
  package mutating func display(
    at time: Int64, isVisible: Bool, into statistics: inout LoadStatistics
  ) {
    if case .fetched(let since) = phase {
      statistics.latencies.append(Int32(clamping: time - since))
    } else {
      end(at: time, into: &statistics)
    }
    statistics.displays += 1
    if isVisible { statistics.lateDisplays += 1 }
    if isMeasured { statistics.measuredDisplays += 1 }
    phase = .displayed(since: time, isViewable: false)
  }

  /// Counts that the displayed ad became viewable; a second time counts nothing.
  package mutating func becomeViewable(into statistics: inout LoadStatistics) {
    guard isMeasured, case .displayed(let since, false) = phase else { return }
    statistics.viewableDisplays += 1
    phase = .displayed(since: since, isViewable: true)
  }

  /// Counts an unload.
  /// - Parameter time: When, in milliseconds.
  package mutating func unload(at time: Int64, into statistics: inout LoadStatistics) {
    statistics.unloads += 1
    end(at: time, into: &statistics)
    lastUnload = time
  }

  /// Counts what stands when the session ends, or the ad's view goes.
  /// - Parameter time: When, in milliseconds.
  package mutating func end(at time: Int64, into statistics: inout LoadStatistics) {
    switch phase {
    case .idle: break
    case .fetched: statistics.wastedFetches += 1
    case .displayed(let since, _): statistics.timeDisplayed += max(0, time - since)
    }
    phase = .idle
  }
}
