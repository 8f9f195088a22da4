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
    case displayed(since: Int64)
  }

  /// What came of the load that stands, where that is measured.
  private struct Drawing: Hashable {
    /// Since when a creative is there.
    var since: Int64?
    var wasFetched = false
    var wasRendered = false
    var hasAppeared = false
    var isViewable = false
  }

  private let isMeasured: Bool
  private var phase = Phase.idle
  private var drawing = Drawing()
  private var lastUnload: Int64?

  /// Whether the ad holds something loaded.
  var isLoaded: Bool { phase != .idle }

  /// Begins with an ad of which nothing is loaded.
  /// - Parameter isMeasured: Whether its events tell when its creative was there and was seen.
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
    drawing.wasFetched = true
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
      statistics.leadTimes.append(Int32(clamping: time - since))
    } else {
      end(at: time, into: &statistics)
    }
    statistics.displays += 1
    if !isMeasured, isVisible { statistics.lateDisplays += 1 }
    phase = .displayed(since: time)
  }

  /// Counts what became of the load that stands; it counts nothing where none does, or where such
  /// events are not measured.
  /// - Parameter time: When, in milliseconds.
  package mutating func count(
    _ event: AdEvent, at time: Int64, into statistics: inout LoadStatistics
  ) {
    guard isMeasured, phase != .idle else { return }
    switch event {
    case .committed: blank(at: time, into: &statistics)
    case .rendered:
      statistics.impressions += 1
      drawing.since = drawing.since ?? time
      drawing.wasRendered = true
      drawing.isViewable = false
    case .appeared(let waited):
      guard !drawing.hasAppeared else { return }
      drawing.hasAppeared = true
      statistics.timesToAd.append(Int32(clamping: waited))
      if waited > 0 { statistics.lateDisplays += 1 }
    case .viewable:
      guard drawing.wasRendered, !drawing.isViewable else { return }
      drawing.isViewable = true
      statistics.viewableImpressions += 1
    case .missed(let waited):
      if !drawing.hasAppeared { statistics.timeMissed += Int64(Int32(clamping: waited)) }
    case .parsed, .finished, .filled, .empty, .counted, .clicked, .silenced: break
    }
  }

  /// Counts that the creative is gone, or that nothing is any more.
  private mutating func blank(at time: Int64, into statistics: inout LoadStatistics) {
    if let since = drawing.since { statistics.timeDisplayed += max(0, time - since) }
    drawing.since = nil
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
    case .idle: return
    case .fetched: if !isMeasured { statistics.wastedFetches += 1 }
    case .displayed(let since):
      if !isMeasured { statistics.timeDisplayed += max(0, time - since) }
      if isMeasured, !drawing.wasRendered { statistics.blankDisplays += 1 }
    }
    if isMeasured, drawing.wasFetched, !drawing.hasAppeared { statistics.wastedFetches += 1 }
    blank(at: time, into: &statistics)
    drawing = Drawing()
    phase = .idle
  }
}
