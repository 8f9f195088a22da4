// SPDX-License-Identifier: MIT
import AdModel

/// Keeps ads from being asked for again too soon: see ``LoadingEngine/requestPause``.
struct RequestPauses: Sendable {
  /// The ads that a check would have fetched or let go but for their pauses.
  private var waiting: [(until: Int64, number: Int32)] = []
  /// Until when units pause that are gone.
  private var gone: [AdUnitID: Int64] = [:]

  /// When the first pause ends that an ad waits for, in milliseconds.
  /// - Complexity: O(ads that wait), which are in or close to the viewport.
  var nextEnd: Int64? { waiting.lazy.map(\.until).min() }

  /// Takes that an ad waits for the end of its pause.
  mutating func wait(_ number: Int32, until time: Int64) {
    guard !waiting.contains(where: { $0 == (time, number) }) else { return }
    waiting.append((time, number))
  }

  /// Takes out the ads whose pauses are over.
  mutating func takeEnded(at time: Int64, into visits: inout [Int32]) {
    guard !waiting.isEmpty else { return }
    visits.append(contentsOf: waiting.lazy.filter { $0.until <= time }.map(\.number))
    waiting.removeAll { $0.until <= time }
  }

  /// Keeps the pause of a unit that is gone.
  mutating func keep(_ unit: AdUnitID, until time: Int64, now: Int64) {
    guard time > now else { return }
    gone = gone.filter { $0.value > now }
    gone[unit] = time
  }

  /// The pause of a unit that comes, in case it has been there before.
  mutating func take(_ unit: AdUnitID) -> Int64 {
    gone.isEmpty ? .min : gone.removeValue(forKey: unit) ?? .min
  }
}

extension TransitionCause {
  /// Whether the next request of an ad that it unloads has to wait.
  var leavesPause: Bool {
    switch self {
    case .leftUnloadZone, .evicted, .removed, .unitPaused, .reenteredFetchZone: true
    default: false
    }
  }
}
