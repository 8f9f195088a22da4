// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// A host without a screen: whatever its web views load is there after a fixed time, and shows an
/// ad as soon as it is asked to.
package struct SimulatedHost: Sendable {
  /// How long a page takes to load where nobody says, in milliseconds.
  package static let standardLoadTime: Int64 = 1_000

  /// What a host without a screen waits for.
  private enum Load: Equatable {
    /// The page of a view.
    case page(ViewID)
    /// The creative of an ad in a session that is run again, whose manager makes no views.
    case creative(AdUnitID)
  }

  /// What decides.
  package private(set) var manager: LazyLoadingManager
  private let loadTime: Int64
  /// Whether ads load that a session which is run again fetches, as if there were views.
  private let loadsReplayed: Bool
  /// What loads, in the order in which it will be there.
  private var loading: [(due: Int64, load: Load)] = []
  /// When the pages of such ads are there.
  private var pages: [AdUnitID: Int64] = [:]

  /// Makes a host that carries out what a manager says.
  /// - Parameters:
  ///   - loadTime: How long a page takes to load, in milliseconds.
  ///   - loadsReplayed: Whether ads load that a session which is run again fetches; where not, it tells
  ///     itself when they were there.
  package init(
    _ manager: LazyLoadingManager, loadTime: Int64 = standardLoadTime, loadsReplayed: Bool = false
  ) {
    self.manager = manager
    self.loadTime = loadTime
    self.loadsReplayed = loadsReplayed
  }

  /// When something loads or is checked next, in milliseconds; `nil` where nothing is pending.
  package var nextCheck: Int64? {
    LazyLoadingManager.earlier(manager.nextCheck, loading.first?.due)
  }

  /// Tells the manager what happened, after all that was loaded until then.
  /// - Returns: What came of both.
  package mutating func handle(
    _ event: PageEvent, at time: Int64
  ) -> LazyLoadingManager.Outcome {
    carryOut(at: time) { $0.handle(event, at: time) }
  }

  /// Takes what the engine of a recorded session was told.
  mutating func replay(_ event: LoadingEvent, at time: Int64) -> LazyLoadingManager.Outcome {
    carryOut(at: time) { $0.replay(event, at: time) }
  }

  private mutating func carryOut(
    at time: Int64, _ step: (inout LazyLoadingManager) -> LazyLoadingManager.Outcome
  ) -> LazyLoadingManager.Outcome {
    var sum = LazyLoadingManager.Outcome()
    while let (due, load) = loading.first, due <= time {
      loading.removeFirst()
      switch load {
      case .page(let view):
        for report in [ViewReport.committed, .parsed, .finished] {
          carryOut(manager.handle(.view(view, report), at: due), at: due, into: &sum)
        }
      case .creative(let unit):
        carryOut(manager.replay(.rendered(unit), at: due), at: due, into: &sum)
      }
    }
    carryOut(step(&manager), at: time, into: &sum)
    return sum
  }

  private mutating func carryOut(
    _ outcome: LazyLoadingManager.Outcome, at time: Int64,
    into sum: inout LazyLoadingManager.Outcome
  ) {
    sum.effects += outcome.effects
    sum.events += outcome.events
    sum.lines += outcome.lines
    for effect in outcome.effects {
      switch effect {
      case .load(let view, _): wait(for: .page(view), until: time + loadTime)
      case .render(let view, _):
        carryOut(manager.handle(.view(view, .rendered(nil)), at: time), at: time, into: &sum)
      case .ask(let view, _):
        carryOut(manager.handle(.view(view, .answered(nil)), at: time), at: time, into: &sum)
      case .drop(let view): loading.removeAll { $0.load == .page(view) }
      default: break
      }
    }
    guard loadsReplayed else { return }
    for case .changed(let change) in outcome.events {
      switch change.to {
      case .fetched: pages[change.unit] = change.time + loadTime
      case .displayed:
        wait(for: .creative(change.unit), until: max(pages[change.unit] ?? 0, change.time))
      case .notLoaded, .unloaded: loading.removeAll { $0.load == .creative(change.unit) }
      }
    }
  }

  private mutating func wait(for load: Load, until due: Int64) {
    let place = loading.firstIndex { $0.due > due } ?? loading.endIndex
    loading.insert((due, load), at: place)
  }
}
