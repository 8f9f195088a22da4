// SPDX-License-Identifier: MIT
import AdLoading

/// By when views have to do something: have their creative there, or answer. Time in which nobody sees the
/// page does not count, for views outside a window do nothing.
struct SeenLimits: Sendable {
  /// When a view's time is over, in milliseconds for which the page was seen.
  private var limits: [ViewID: Int64] = [:]
  /// For how long the page was seen, but for the time since `seenSince`.
  private var seen: Int64 = 0
  private var seenSince: Int64?

  /// When the next view's time is over, in milliseconds; `nil` while nobody sees the page.
  /// - Complexity: O(views that are waited for).
  var nextDeadline: Int64? {
    guard let seenSince, let first = limits.values.min() else { return nil }
    return seenSince + (first - seen)
  }

  /// Takes whether the page is seen.
  mutating func follow(isSeen: Bool, at time: Int64) {
    guard isSeen != (seenSince != nil) else { return }
    if let seenSince { seen += time - seenSince }
    seenSince = isSeen ? time : nil
  }

  /// Waits for a view where that is to do something; the time begins where it was not waited for.
  mutating func follow(_ view: ViewID, isAwaited: Bool, limit: Int64, at time: Int64) {
    if !isAwaited {
      limits[view] = nil
    } else if limits[view] == nil {
      limits[view] = seen + (seenSince.map { time - $0 } ?? 0) + limit
    }
  }

  /// Takes out a view whose time is over at a time.
  mutating func takeDue(at time: Int64) -> ViewID? {
    guard let seenSince else { return nil }
    let due = limits.filter { $0.value - seen + seenSince <= time }
      .min { ($0.value, $0.key.number) < ($1.value, $1.key.number) }
    guard let view = due?.key else { return nil }
    limits[view] = nil
    return view
  }

  /// Forgets a view.
  mutating func forget(_ view: ViewID) { limits[view] = nil }
}
