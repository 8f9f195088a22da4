// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

// What takes memory, and what gives it back.
extension LazyLoadingManager {
  /// What the page asks of the app's budget.
  public var demand: ViewBudget.Demand {
    ViewBudget.Demand(most: terms.viewLimit, isSeen: isSeen, distances: engine.roomWanted)
  }

  /// The units that have a view.
  var loadedUnits: [AdUnitID] { views.values.map(\.unit).sorted() }

  /// Frees what is not on the screen, at once and in whatever phase. It comes back as it comes on
  /// screen, or after a while.
  mutating func freeUnseen() {
    let engine = engine
    for unit in loadedUnits where !engine.isOnScreen(unit) {
      drive(.hold(unit, .freed))
      pauses.free(unit, until: now + Self.freedPause)
    }
  }

  /// Takes what the app's budget leaves the page; where nobody sees it, the surplus goes at once.
  mutating func allow(_ most: Int) {
    terms.allow(most).map { drive($0) }
    guard !isSeen else { return }
    let engine = engine
    let surplus = loadedUnits.sorted { one, other in
      (engine.distance(of: one), one) > (engine.distance(of: other), other)
    }
    .prefix(max(views.count - max(most, 0), 0))
    for unit in surplus { free(unit, at: now) }
  }

  /// Drops an ad that is loaded; it may be loaded again when somebody sees the page.
  mutating func free(_ unit: AdUnitID, at time: Int64) {
    drive(.hold(unit, .freed), at: time)
    drive(.release(unit), at: time)
  }
}
