// SPDX-License-Identifier: MIT
import AdHosting
import TestSupport
import Testing

/// One budget of web views for all pages of an app.
@Suite struct ViewBudgetTests {
  private static func demand(
    _ distances: [Double], isSeen: Bool = true, most: Int = 8
  ) -> ViewBudget.Demand {
    ViewBudget.Demand(most: most, isSeen: isSeen, distances: distances)
  }

  private var budget = ViewBudget()

  @Test mutating func `a page alone has all that it may have`() {
    let page = budget.join()
    #expect(budget.take(Self.demand([]), of: page).map(\.most) == [8])
    #expect(budget.take(Self.demand([0, 100]), of: page).isEmpty)
    #expect(budget.take(Self.demand([0, 100], most: 4), of: page).map(\.most) == [4])
  }

  @Test mutating func `who opens a page after a warning is told of it`() {
    #expect(!budget.isMemoryLow)
    budget.noteMemoryWarning()
    _ = budget.leave(budget.join())
    #expect(budget.isMemoryLow)
  }

  @Test mutating func `a page that opens has all that it may have before anybody sees it`() {
    let page = budget.join()
    #expect(budget.take(Self.demand([], isSeen: false), of: page).map(\.most) == [8])
    #expect(budget.take(Self.demand([0, 100]), of: page).isEmpty)
  }

  @Test mutating func `five pages in a stack have together what one may have`() {
    let pages = (0..<5).map { _ in budget.join() }
    var allowances: [ViewBudget.PageNumber: Int] = [:]
    for (place, page) in pages.enumerated() {
      // The one below is covered as the next one is pushed.
      if place > 0 {
        let below = Self.demand([0, 300, 600, 900], isSeen: false)
        for change in budget.take(below, of: pages[place - 1]) {
          allowances[change.page] = change.most
        }
      }
      let top = Self.demand([0, 0, 300, 600, 900, 1_200])
      for change in budget.take(top, of: page) { allowances[change.page] = change.most }
      #expect(allowances.values.reduce(0, +) == 8)
    }
    // The newest has what it asks for, the one that its reader comes back to the rest.
    #expect(pages.map { allowances[$0] ?? 0 } == [0, 0, 0, 2, 6])
    for change in budget.leave(pages[4]) { allowances[change.page] = change.most }
    #expect(pages.prefix(4).map { allowances[$0] ?? 0 } == [0, 0, 4, 4])
  }

  @Test mutating func `of two pages that are seen the newer has what nobody asks for`() {
    let (older, newer) = (budget.join(), budget.join())
    _ = budget.take(Self.demand([0, 0]), of: older)
    #expect(budget.take(Self.demand([0]), of: newer).map(\.most) == [2, 6])
  }

  @Test mutating func `what nobody asks for goes to the page that is seen`() {
    let (hidden, seen) = (budget.join(), budget.join())
    _ = budget.take(Self.demand([0, 0, 0], isSeen: false), of: hidden)
    let changed = budget.take(Self.demand([0]), of: seen)
    #expect(changed.map(\.page) == [hidden, seen] || changed.map(\.page) == [seen])
    #expect(changed.last?.most == 5)
  }

  @Test mutating func `what is on a screen never stands behind what is not`() {
    Fuzz.forEachSeed(10_000) { seed, random in
      var budget = ViewBudget()
      var pages: [ViewBudget.PageNumber] = []
      var demands: [ViewBudget.PageNumber: ViewBudget.Demand] = [:]
      var allowances: [ViewBudget.PageNumber: Int] = [:]
      let most = random.int(1...12)
      for _ in 0..<12 {
        var changed: [(page: ViewBudget.PageNumber, most: Int)] = []
        if pages.isEmpty || random.isOneIn(4) { pages.append(budget.join()) }
        let page = pages[random.int(0...(pages.count - 1))]
        if random.isOneIn(6) {
          changed = budget.leave(page)
          pages.removeAll { $0 == page }
          demands[page] = nil
          allowances[page] = nil
        } else {
          let distances = (0..<random.int(0...10)).map { _ in Double(random.int(0...5)) * 200 }
          let demand = ViewBudget.Demand(
            most: most, isSeen: random.isOneIn(2), distances: distances.sorted())
          demands[page] = demand
          changed = budget.take(demand, of: page)
        }
        for change in changed { allowances[change.page] = change.most }
        #expect(allowances.values.reduce(0, +) <= most, "seed \(seed)")
        // Whoever has room for something far leaves nothing nearer without.
        var refused: [(isHidden: Bool, distance: Double)] = []
        var granted: [(isHidden: Bool, distance: Double)] = []
        for (page, demand) in demands {
          let share = allowances[page] ?? 0
          let wishes = demand.distances.prefix(most).map { (!demand.isSeen, $0) }
          granted += wishes.prefix(share).map { ($0.0, $0.1) }
          refused += wishes.dropFirst(share).map { ($0.0, $0.1) }
        }
        for one in refused {
          for other in granted {
            let isNearer =
              one.isHidden != other.isHidden
              ? other.isHidden : !one.isHidden && one.distance < other.distance
            #expect(!isNearer, "seed \(seed): \(one) before \(other)")
          }
        }
      }
    }
  }
}
