// SPDX-License-Identifier: MIT
import AdModel

/// Bounds how many ads are loaded at once: an ad that finds no room takes that of the farthest one
/// out of sight, where that is farther away by half a viewport or more, and else waits. One that is on
/// the screen takes it however far that is, and waits for none: where all that is loaded is on the
/// screen, there are more for as long.
struct LoadedAdsLimit: Sendable {
  /// The ads to unload and to fetch, each in order.
  struct Choice {
    var evicted: [Int32] = []
    var fetched: [Int32] = []
  }

  /// The most ads that may be loaded; `nil` where there is no bound, and then nothing is noted.
  private(set) var most: Int?
  private var loaded: Set<Int32> = []
  /// Ads in the fetch zone that found no room, visited by every check.
  private(set) var waiting: [Int32] = []
  /// The ads that the check under way wants to fetch.
  private var wished: [Int32] = []

  /// The ads that are loaded or wait for room.
  var wanting: some Sequence<Int32> { loaded.union(waiting) }

  init(most: Int?) { self.most = most.map { max($0, 1) } }

  /// Whether a check has to look again although nothing moved.
  var isPressing: Bool { !waiting.isEmpty || most.map { loaded.count > $0 } ?? false }

  /// Sets the bound.
  /// - Returns: Whether it is another one than before.
  mutating func change(to most: Int?, loaded: @autoclosure () -> Set<Int32>) -> Bool {
    let most = most.map { max($0, 1) }
    guard most != self.most else { return false }
    self.most = most
    self.loaded = most == nil ? [] : loaded()
    waiting = []
    return true
  }

  mutating func note(_ number: Int32, isLoaded: Bool) {
    guard most != nil else { return }
    if isLoaded { loaded.insert(number) } else { loaded.remove(number) }
  }

  mutating func want(_ number: Int32) { wished.append(number) }

  mutating func takeWaiting() -> [Int32] {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting
  }

  /// Chooses what to fetch of what is wanted, the closest to the viewport first, and what has to go
  /// for it.
  /// - Parameter moved: The ads that made a transition in this check, and make no other.
  /// - Returns: The choice; what found no room waits.
  mutating func choose(
    of ads: TrackedAds, moved: [Int32], viewport: AdRect
  ) -> Choice {
    var choice = Choice()
    guard let most, !wished.isEmpty || loaded.count > most else { return choice }
    func ranked(
      _ numbers: some Sequence<Int32>
    ) -> [(isOnScreen: Bool, distance: Double, number: Int32)] {
      numbers.map { number in
        let ad = ads.records[Int(number)]
        return (ad.isOnScreen(in: viewport), ad.distance(to: viewport), ads.unit(number), number)
      }
      .sorted { one, other in
        one.0 != other.0 ? one.0 : (one.1, one.2) < (other.1, other.2)
      }
      .map { ($0.0, $0.1, $0.3) }
    }
    var room = most - loaded.count
    var victims: [(isOnScreen: Bool, distance: Double, number: Int32)] = []
    if room < wished.count {
      let untouchable = Set(moved)
      victims = ranked(
        loaded.filter {
          !untouchable.contains($0) && !ads.records[Int($0)].isOnScreen(in: viewport)
        })
    }
    while room < 0, let victim = victims.popLast() {
      choice.evicted.append(victim.number)
      room += 1
    }
    let wanted = ranked(wished)
    wished.removeAll(keepingCapacity: true)
    for (place, ad) in wanted.enumerated() {
      if room <= 0 {
        if let victim = victims.last,
          ad.isOnScreen || victim.distance >= ad.distance + viewport.height / 2
        {
          victims.removeLast()
          choice.evicted.append(victim.number)
          room += 1
        } else if !ad.isOnScreen {
          waiting += wanted[place...].map(\.number)
          break
        }
      }
      choice.fetched.append(ad.number)
      room -= 1
    }
    return choice
  }
}
