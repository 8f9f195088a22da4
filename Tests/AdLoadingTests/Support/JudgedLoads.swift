// SPDX-License-Identifier: MIT
import AdModel
import TestSupport

@testable import AdLoading

/// The loads of sessions whose creatives all take the same time, judged like recorded ones.
enum JudgedLoads {
  /// The loads of a session whose ads load in a fixed time, with what is wrong with each.
  static func lives(
    of track: SessionTrack, under thresholds: LoadingThresholds? = nil, loadTime: Int64
  ) -> [LoadLife] {
    var terms = track.terms
    if let thresholds { terms.thresholds = thresholds }
    var engine = LoadingEngine(under: terms)
    var finder = SightFinder()
    let end = track.steps.last?.time ?? 0
    var lives: [LoadLife] = []
    var standing: [AdUnitID: Int] = [:]
    for step in track.steps {
      finder.follow(step.event, at: step.time)
      for change in engine.handleFinite(step.event, at: step.time) {
        switch change.to {
        case .fetched:
          standing[change.unit] = lives.count
          lives.append(LoadLife(change.unit, fetchedAt: change.time, endedAt: end))
        case .displayed:
          if let place = standing[change.unit] { lives[place].displayedAt = change.time }
        case .notLoaded, .unloaded:
          guard let place = standing.removeValue(forKey: change.unit) else { continue }
          lives[place].endedAt = change.time
          lives[place].endCause = change.cause
        }
      }
    }
    finder.finish(at: end + 1)
    for place in lives.indices { judge(&lives[place], finder, loadTime) }
    return lives
  }

  private static func judge(_ life: inout LoadLife, _ finder: SightFinder, _ loadTime: Int64) {
    let sights = finder.numbers[life.unit].map { finder.ads[$0].any } ?? []
    life.readyAt = life.fetchedAt + loadTime
    let shown = life.displayedAt.map { max($0, life.fetchedAt + loadTime) } ?? .max
    guard shown <= life.endedAt else {
      life.fault = .wasted
      return
    }
    life.renderedAt = shown
    guard sights.contains(where: { $0.end > shown && $0.start < life.endedAt }) else {
      life.fault = .wasted
      return
    }
    let isLate = sights.contains { max($0.start, life.fetchedAt) < min($0.end, shown) }
    life.fault = isLate ? .late : nil
  }
}
