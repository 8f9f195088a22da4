// SPDX-License-Identifier: MIT
import AdModel

/// The sizes that ads report: each view has at most two a second and twenty a load taken. One that
/// comes too soon waits, and the newest one is what waits.
struct SizeReports: Sendable {
  /// How many sizes are taken in a ``window``.
  static let mostAtOnce = 2
  /// The time for that, in milliseconds.
  static let window: Int64 = 1_000
  /// How many sizes are taken from one document.
  static let mostALoad = 20

  /// What becomes of a size.
  enum Answer: Equatable, Sendable {
    /// It is taken now.
    case taken
    /// It is taken later, unless a newer one comes before.
    case waits
    /// The document has had all that it may have.
    case refused
  }

  private var taken: [ViewID: [Int64]] = [:]
  private var waiting: [ViewID: (due: Int64, size: CreativeSize)] = [:]

  /// When the next size is taken that waits, in milliseconds.
  var nextDeadline: Int64? {
    waiting.isEmpty ? nil : waiting.values.lazy.map(\.due).min()
  }

  /// Takes a size that a view's page reports.
  mutating func report(_ size: CreativeSize, of view: ViewID, at time: Int64) -> Answer {
    let times = taken[view, default: []]
    guard times.count < Self.mostALoad else { return .refused }
    let due =
      times.count < Self.mostAtOnce ? time : times[times.count - Self.mostAtOnce] + Self.window
    if due > time {
      waiting[view] = (due, size)
      return .waits
    }
    waiting[view] = nil
    taken[view, default: []].append(time)
    return .taken
  }

  /// Takes out a size whose time has come.
  mutating func takeDue(at time: Int64) -> (view: ViewID, size: CreativeSize)? {
    let due = waiting.filter { $0.value.due <= time }
      .min { ($0.value.due, $0.key.number) < ($1.value.due, $1.key.number) }
    guard let (view, report) = due else { return nil }
    waiting[view] = nil
    taken[view, default: []].append(report.due)
    return (view, report.size)
  }

  /// Takes that a view shows another document.
  mutating func begin(_ view: ViewID) { forget(view) }

  /// Forgets a view.
  mutating func forget(_ view: ViewID) {
    taken[view] = nil
    waiting[view] = nil
  }
}
