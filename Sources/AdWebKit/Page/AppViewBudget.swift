// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  import AdView
  import WebKit

  #if canImport(UIKit)
    import UIKit
  #endif

  /// Divides the web views that the app may have among all its pages, and tells all of them when memory is
  /// low, those that nobody sees too.
  @MainActor final class AppViewBudget {
    static let shared = AppViewBudget()

    private struct WeakPage {
      weak var page: AdPage?
    }

    private var budget = ViewBudget()
    private var pages: [ViewBudget.PageNumber: WeakPage] = [:]

    private init() {
      #if canImport(UIKit)
        // Kept as long as the app.
        _ = NotificationCenter.default.addObserver(
          forName: UIApplication.didReceiveMemoryWarningNotification, object: nil, queue: .main
        ) { _ in
          MainActor.assumeIsolated { AppViewBudget.shared.warn() }
        }
      #endif
    }

    /// Takes a page in.
    func join(_ page: AdPage) -> ViewBudget.PageNumber {
      let number = budget.join()
      pages[number] = WeakPage(page: page)
      if budget.isMemoryLow { page.handle(.memoryWarning) }
      for (number, known) in pages {
        if let page = known.page { carryOut(budget.take(page.session.demand, of: number)) }
      }
      return number
    }

    /// Looks what a page asks for now. A page that is alone has all there is.
    func follow(_ page: AdPage, _ number: ViewBudget.PageNumber) {
      for (number, known) in pages where known.page == nil { leave(number) }
      var demand = page.session.demand
      // A page that is alone has all there is, whatever it asks for.
      if pages.count == 1 { demand.distances = [] }
      carryOut(budget.take(demand, of: number))
    }

    /// Forgets a page.
    func leave(_ number: ViewBudget.PageNumber) {
      guard pages.removeValue(forKey: number) != nil else { return }
      carryOut(budget.leave(number))
    }

    /// Tells all pages that memory is low.
    private func warn() {
      budget.noteMemoryWarning()
      for known in pages.values { known.page?.handle(.memoryWarning) }
    }

    private func carryOut(_ changes: [(page: ViewBudget.PageNumber, most: Int)]) {
      for change in changes { pages[change.page]?.page?.handle(.views(atMost: change.most)) }
    }
  }
#endif
