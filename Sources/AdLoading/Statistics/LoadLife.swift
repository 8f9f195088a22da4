// SPDX-License-Identifier: MIT
package import AdModel

/// One load of one ad as far as its diagnosis needs it; times are milliseconds since its session
/// began.
package struct LoadLife: Hashable, Sendable {
  package let unit: AdUnitID
  package let fetchedAt: Int64
  package var displayedAt: Int64?
  /// When its page could be told to show its ad.
  package var readyAt: Int64?
  package var renderedAt: Int64?
  /// When its view went, or the session ended.
  package var endedAt: Int64
  /// Why its view went; nil where it stood.
  package var endCause: TransitionCause?
  /// What is wrong with it; nil for a load with which nothing is.
  package var fault: LoadFault.Kind?

  /// Describes a load.
  package init(_ unit: AdUnitID, fetchedAt: Int64, endedAt: Int64) {
    self.unit = unit
    self.fetchedAt = fetchedAt
    self.endedAt = endedAt
  }

  /// How long its page took to load and its creative to come once it was asked for, in milliseconds,
  /// without the time in which the page waited for the display; nil for one that never came.
  package var loadTime: LoadTime? {
    guard let renderedAt else { return nil }
    return time(until: renderedAt)
  }

  /// How long one that never came had taken at least as it was given up; nil for one that came, and for
  /// one that was never displayed, for nobody asked for its creative.
  package var leastTime: LoadTime? { renderedAt == nil ? time(until: endedAt) : nil }

  private func time(until end: Int64) -> LoadTime? {
    guard let displayedAt else { return nil }
    let end = max(end, displayedAt)
    // Where nobody told when the page was ready, it was as soon as it was displayed.
    let ready = min(max(readyAt ?? min(displayedAt, end), fetchedAt), end)
    return LoadTime(page: ready - fetchedAt, creative: end - max(ready, displayedAt))
  }
}

/// How long an ad takes to load, in milliseconds.
package struct LoadTime: Hashable, Sendable {
  /// From its fetch until its page can show it.
  package let page: Int64
  /// From then, or its display where that is later, until its creative is there.
  package let creative: Int64

  package init(page: Int64, creative: Int64 = 0) {
    self.page = page
    self.creative = creative
  }

  /// Both together: how early it has to be asked for.
  package var whole: Int64 { page + creative }

  /// When the creative of an ad is there.
  package func end(fetchedAt: Int64, displayedAt: Int64) -> Int64 {
    max(fetchedAt + page, displayedAt) + creative
  }
}
