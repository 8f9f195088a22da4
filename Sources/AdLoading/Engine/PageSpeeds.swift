// SPDX-License-Identifier: MIT
package import AdModel

/// How fast the viewport goes, and each ad that moves by itself, as those of a carousel do: the zones of
/// an ad lead ahead of what the viewport does beside it. Nothing is followed while nothing leads.
package struct PageSpeeds: Sendable {
  /// Whether zones lead.
  private(set) var isFollowing: Bool
  private var viewport = RecentMotion()
  private var ads: [Int32: RecentMotion] = [:]

  /// Follows under thresholds.
  package init(under thresholds: LoadingThresholds) { isFollowing = thresholds.prediction > 0 }

  /// Takes other thresholds: what was not followed is not known.
  mutating func change(to thresholds: LoadingThresholds) {
    guard isFollowing != (thresholds.prediction > 0) else { return }
    self = PageSpeeds(under: thresholds)
  }

  /// Takes where the viewport is now; that it appears is no move, and one of another size is another
  /// screen.
  package mutating func move(from before: AdRect?, to rect: AdRect?, at time: Int64) {
    guard isFollowing else { return }
    guard let rect, before?.width == rect.width, before?.height == rect.height else {
      viewport = RecentMotion()
      return
    }
    viewport.move(to: rect.x, rect.y, at: time, within: rect)
  }

  /// Takes where an ad is now.
  mutating func move(
    _ ad: Int32, from before: AdRect, to rect: AdRect, at time: Int64, within viewport: AdRect
  ) {
    guard isFollowing, before.x != rect.x || before.y != rect.y else { return }
    ads[ad, default: RecentMotion()].move(to: rect.x, rect.y, at: time, within: viewport)
  }

  /// Forgets an ad that is gone.
  mutating func remove(_ ad: Int32) {
    if isFollowing { ads[ad] = nil }
  }

  /// How fast the viewport goes.
  package func speed(at time: Int64) -> ScrollSpeed {
    isFollowing ? viewport.speed(at: time) : .none
  }

  /// How fast the viewport goes beside an ad; `nil` where that has not moved by itself lately.
  func speed(beside ad: Int32, at time: Int64) -> ScrollSpeed? {
    guard !ads.isEmpty, let own = ads[ad] else { return nil }
    return viewport.speed(at: time) - own.speed(at: time)
  }

  /// The times at which the speed beside an ad may change though nothing moves, as ``RecentMotion/turns``.
  func turns(beside ad: Int32) -> [Int64] { viewport.turns + (ads[ad]?.turns ?? []) }

  /// Notes the ads that have moved lately, for their zones go their own ways; one that has come to rest
  /// is noted once more.
  mutating func takeMoving(at time: Int64, into visits: inout [Int32]) {
    guard !ads.isEmpty else { return }
    visits.append(contentsOf: ads.keys)
    ads = ads.filter { $0.value.isRecent(at: time) }
  }
}
