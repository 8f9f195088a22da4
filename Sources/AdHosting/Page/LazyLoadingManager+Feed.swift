// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

// What the page's feed decides.
extension LazyLoadingManager {
  /// Takes what happened to the feed; nothing comes of it on a page that has none.
  mutating func handle(_ event: FeedEvent) {
    guard let outcome = feed?.handle(event, at: now) else { return ignore(.noFeed) }
    take(outcome)
  }

  /// Has the feed follow the gate, and whether the page is seen.
  /// - Parameter event: What the page was told.
  mutating func followFeed(after event: LoadingEvent? = nil, at time: Int64) {
    guard let unit = feed?.unit else { return }
    let gate = terms.withholds(unit) ? .closed(.pageRemoved) : engine.gate
    var isChanged = false
    if case .consentChanged = event { isChanged = true }
    let isSeen = isSeen
    guard let outcome = feed?.follow(gate, isSeen: isSeen, isChanged: isChanged, at: time)
    else { return }
    take(outcome)
  }

  /// Has the feed do what is due.
  mutating func advanceFeed(to time: Int64) {
    guard let outcome = feed?.advance(to: time) else { return }
    take(outcome)
  }

  private mutating func take(_ happened: HostedFeed.Outcome) {
    outcome.effects += happened.effects.map { .feed($0) }
    for event in happened.events {
      if case .changed(let change) = event { log(change.displayText) }
      outcome.events.append(event)
    }
  }
}
