// SPDX-License-Identifier: MIT

/// Divides the live web views that an app may have among its pages: each view is a process of some 70 MB.
///
/// What people see comes first, the closest to the screen before what is farther; a page that nobody sees
/// is farther than anything on one that somebody does, and the one opened last is what its reader comes
/// back to first. What nobody asks for goes to the pages that are seen, or to the newest where none is, so
/// that they find room without asking.
public struct ViewBudget: Sendable {
  /// What a page asks for.
  public struct Demand: Hashable, Sendable {
    /// The most views that the page may have by itself.
    public var most: Int
    /// Whether anybody sees the page.
    public var isSeen: Bool
    /// How far each ad is that is loaded or wants to be, in points from the screen, ascending.
    public var distances: [Double]

    /// Describes what a page asks for.
    public init(most: Int, isSeen: Bool, distances: [Double]) {
      self.most = most
      self.isSeen = isSeen
      self.distances = distances
    }
  }

  /// Names a page of the budget.
  public struct PageNumber: Hashable, Sendable {
    fileprivate let number: Int
  }

  private var demands: [PageNumber: Demand] = [:]
  private var allowances: [PageNumber: Int] = [:]
  private var joined = 0
  /// Whether memory was low: the app has half of its views from then on, on pages that open later, too, which
  /// are told of it as they join.
  public private(set) var isMemoryLow = false

  /// Begins without pages.
  public init() {}

  /// Takes a page in, which asks for nothing yet.
  public mutating func join() -> PageNumber {
    joined += 1
    return PageNumber(number: joined)
  }

  /// Takes that memory is low, of which all pages are told.
  public mutating func noteMemoryWarning() { isMemoryLow = true }

  /// Forgets a page.
  /// - Returns: The pages that may have another number of views now, in the order in which they joined.
  public mutating func leave(_ page: PageNumber) -> [(page: PageNumber, most: Int)] {
    demands[page] = nil
    allowances[page] = nil
    return divide()
  }

  /// Takes what a page asks for.
  /// - Returns: The pages that may have another number of views now, in the order in which they joined.
  /// - Complexity: O(n log n) in what all pages ask for; O(1) where that is the same as before.
  public mutating func take(
    _ demand: Demand, of page: PageNumber
  ) -> [(page: PageNumber, most: Int)] {
    guard demands[page] != demand else { return [] }
    demands[page] = demand
    return divide()
  }

  /// The views that all pages may have together: what the most generous of those that are seen allows.
  private var most: Int {
    let seen = demands.values.filter(\.isSeen)
    return (seen.isEmpty ? Array(demands.values) : seen).map(\.most).max() ?? 0
  }

  private mutating func divide() -> [(page: PageNumber, most: Int)] {
    let pages = demands.keys.sorted { $0.number < $1.number }
    var wishes: [(isHidden: Bool, distance: Double, page: PageNumber)] = []
    for page in pages {
      guard let demand = demands[page] else { continue }
      wishes += demand.distances.prefix(demand.most).map { (!demand.isSeen, $0, page) }
    }
    wishes.sort { one, other in
      if one.isHidden != other.isHidden { return other.isHidden }
      if one.isHidden, one.page != other.page { return one.page.number > other.page.number }
      if one.distance != other.distance { return one.distance < other.distance }
      return one.page.number > other.page.number
    }
    let most = most
    var shares: [PageNumber: Int] = [:]
    for wish in wishes.prefix(most) { shares[wish.page, default: 0] += 1 }
    var left = max(most - wishes.count, 0)
    // One that opens is seen in a moment: it begins with what is there.
    let isAnySeen = demands.values.contains(where: \.isSeen)
    for page in pages.reversed() where demands[page]?.isSeen == isAnySeen {
      let more = min(left, max((demands[page]?.most ?? 0) - shares[page, default: 0], 0))
      shares[page, default: 0] += more
      left -= more
    }
    var changed: [(page: PageNumber, most: Int)] = []
    for page in pages {
      guard let demand = demands[page] else { continue }
      let share = min(shares[page, default: 0], demand.most)
      if allowances[page] != share { changed.append((page, share)) }
      allowances[page] = share
    }
    return changed
  }
}
