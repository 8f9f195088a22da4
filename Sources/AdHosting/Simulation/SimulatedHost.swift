// SPDX-License-Identifier: MIT
import AdLoading

/// A host without a screen: whatever its web views load is there after a fixed time, and shows an
/// ad.
package struct SimulatedHost: Sendable {
  /// How long a page takes to load where nobody says, in milliseconds.
  package static let standardLoadTime: Int64 = 1_000

  /// What decides.
  package private(set) var manager: LazyLoadingManager
  private let loadTime: Int64
  /// The views that load, in the order in which they will be there.
  private var loading: [(due: Int64, view: ViewID)] = []

  /// Makes a host that carries out what a manager says.
  /// - Parameter loadTime: How long a page takes to load, in milliseconds.
  package init(_ manager: LazyLoadingManager, loadTime: Int64 = standardLoadTime) {
    self.manager = manager
    self.loadTime = loadTime
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
    while let (due, view) = loading.first, due <= time {
      loading.removeFirst()
      for report in [ViewReport.committed, .finished] {
        carryOut(manager.handle(.view(view, report), at: due), at: due, into: &sum)
      }
    }
    carryOut(step(&manager), at: time, into: &sum)
    return sum
  }

  private mutating func carryOut(
    _ outcome: LazyLoadingManager.Outcome, at time: Int64,
    into sum: inout LazyLoadingManager.Outcome
  ) {
    for effect in outcome.effects {
      switch effect {
      case .load(let view, _): loading.append((time + loadTime, view))
      case .drop(let view): loading.removeAll { $0.view == view }
      default: break
      }
    }
    sum.effects += outcome.effects
    sum.events += outcome.events
    sum.lines += outcome.lines
  }
}
