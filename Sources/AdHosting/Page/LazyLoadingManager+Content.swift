// SPDX-License-Identifier: MIT
import AdInjection
import AdLoading
import AdModel

// What the store says.
extension LazyLoadingManager {
  /// Takes what the inventory and its settings say now.
  mutating func change(to new: PageContent) {
    let (old, pattern) = (terms.content.options, terms.content.feedPattern)
    let events = terms.change(to: new)
    viewability.videoUnits = new.plan.videoUnits
    if new.options.contract != old.contract {
      reader = BridgeReader(contract: new.options.contract)
    }
    for event in events {
      // A slot that is paused for another reason stays so.
      if case .release(let unit) = event, pauses.contains(unit) { continue }
      drive(event)
    }
    for unit in slots.keys.sorted() { resizeUnreported(unit) }
    if new.feedPattern != pattern { feed?.change(to: new.feedPattern) }
    followFeed(at: now)
    // What a page was made with goes with it: its template, the handlers that it posts to, its scripts.
    var before = old
    before.debugTargeting = new.options.debugTargeting
    guard new.options != before else { return }
    for view in views.sorted(by: { $0.key.number < $1.key.number }) { reload(view.value.unit) }
  }
}
