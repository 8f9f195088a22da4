// SPDX-License-Identifier: MIT
package import AdModel

/// Keeps a few banners loaded ahead, and gives each slot of a feed one of its own: the pool of a page's
/// own feed, which `LazyLoadingManager` runs.
///
/// A banner (one view with its ads) stands in one slot at a time and is used once: taking it makes
/// and loads the next, and what leaves its slot is dropped. The pool decides and its owner acts:
/// every call returns what to do, in order. Time, in milliseconds of a monotonic clock, and
/// randomness are arguments. Nothing is loaded before `open(_:at:)`, and `close(_:at:)` empties
/// it, so that it follows the consent gate. Every request is a load of its own in the history: the
/// first of a banner, each refresh, and those that the ad SDK makes by itself.
public struct BannerPool: Sendable {
  /// The content of a banner. Cases may be added: `switch` over it with a `default`.
  public enum State: Hashable, Sendable {
    /// No ad yet; one is asked for.
    case loading
    /// An ad that may be shown until a time.
    case ready(until: Int64)
    /// No ad that may be shown; one is asked for again later.
    case failed
  }

  /// What the ad SDK reports of a banner. Cases may be added: `switch` over it with a `default`.
  public enum Event: Hashable, Sendable {
    /// An ad arrived (`bannerViewDidReceiveAd`).
    case received
    /// No ad arrived (`didFailToReceiveAdWithError`).
    case failed
    /// The ad was seen (`bannerViewDidRecordImpression`).
    case impression
    /// The person followed the ad (`bannerViewDidRecordClick`).
    case clicked
  }

  /// What the owner of the pool is to do. Banners are numbered from 0; no number comes twice.
  package enum Effect: Hashable, Sendable {
    /// Ask for an ad for a banner; make the banner where it is new.
    case load(banner: Int)
    /// Show a banner in a slot.
    case place(banner: Int, slot: Int)
    /// Show that a banner's state is another.
    case changed(banner: Int, State)
    /// Note that the ad was seen.
    case impression(banner: Int)
    /// Note that the person followed the ad.
    case clicked(banner: Int)
    /// Take a banner out of its slot, if it stands in one, and give it back for good.
    case drop(banner: Int)
    /// Put a change of a request into the history, which counts requests through the pool from 0. A pool
    /// has no zones: being asked for counts as entering the fetch zone, being seen in a slot as entering
    /// the display zone, being given back as leaving, being replaced by a newer ad as being reloaded, and
    /// an ad that is too old to be shown as removed. Where the ads of a feed stand is its app's.
    case record(LoadTransition, request: Int)
  }

  /// A request in the history.
  private struct Load {
    let request: Int
    var state = LoadState.notLoaded
  }

  private struct Banner {
    let number: Int
    var slot: Int?
    /// Whose ad it holds.
    var held: Load?
    /// Which ad it waits for; kept after ``answerBy``, for an answer that comes too late is one.
    var awaited: Load?
    var failures = 0
    /// Until when its ad may be shown.
    var validUntil: Int64?
    /// Until when an answer is awaited; nil while none is.
    var answerBy: Int64?
    /// When the next ad is asked for; nil while an answer is awaited.
    var askAt: Int64?

    var state: State {
      if let validUntil { return .ready(until: validUntil) }
      return answerBy == nil ? .failed : .loading
    }
  }

  /// The ad unit that all banners show.
  package let unit: AdUnitID
  /// How many banners are kept ahead.
  package let count: Int
  private let timing: BannerTiming
  private var permit: LoadPermit?
  /// Whether anybody sees the feed: what nobody sees is not on show.
  package private(set) var isSeen = true
  /// In the order of their numbers.
  private var banners: [Banner] = []
  private var nextNumber = 0
  private var nextRequest = 0

  /// Makes a closed pool.
  /// - Parameters:
  ///   - unit: The ad unit that all banners show, at most 100 bytes long.
  ///   - count: How many banners it keeps ahead, 1 to 100.
  ///   - timing: How long ads are valid and when they are refreshed.
  /// - Throws: `InvalidValue` for a count or a length out of range.
  package init(
    unit: AdUnitID, count: Int, timing: BannerTiming = .standard
  ) throws(InvalidValue) {
    try checkRange("banners in the pool", Double(count), 1...100)
    guard unit.rawValue.utf8.count <= 100 else {
      throw InvalidValue(
        .tooLong, field: AdUnitID.field,
        reason: "has \(unit.rawValue.utf8.count) bytes; a pool adds its banners' numbers, "
          + "and takes at most 100")
    }
    self.unit = unit
    self.count = count
    self.timing = timing
  }

  // MARK: What is known

  /// Whether it holds no banner.
  package var isEmpty: Bool { banners.isEmpty }

  /// How many slots could be given a banner now: those that stand in none and have an ad or await
  /// one.
  package var availableCount: Int {
    banners.count { $0.slot == nil && $0.state != .failed }
  }

  /// What a banner holds; nil for one that is not, or no longer, the pool's.
  package func state(of banner: Int) -> State? { place(of: banner).map { banners[$0].state } }

  /// The banner that stands in a slot, if one does.
  package func banner(in slot: Int) -> Int? { banners.first { $0.slot == slot }?.number }

  /// The request whose ad a banner holds, by its number; nil where it holds none.
  package func request(of banner: Int) -> Int? {
    place(of: banner).flatMap { banners[$0].held?.request }
  }

  /// Where a banner stands; nil where it stands nowhere.
  package func slot(of banner: Int) -> Int? { place(of: banner).flatMap { banners[$0].slot } }

  /// The name of a load in the history: the unit's id with the number of the request, so that loads of
  /// one unit, which live at the same time, can be told apart.
  package func unit(of request: Int) -> AdUnitID {
    AdUnitID(validated: "\(unit.rawValue)#\(request)")
  }

  /// The earliest time at which ``advance(to:using:)`` has something to do; nil while there is none.
  package var deadline: Int64? {
    banners.lazy.flatMap { [$0.validUntil, $0.answerBy, $0.askAt].compactMap(\.self) }.min()
  }

  // MARK: Consent

  /// Lets ads be loaded, and fills a pool that was closed.
  /// - Parameters:
  ///   - permit: What allows the loads from now on.
  ///   - now: The time, in milliseconds.
  /// - Returns: A load for each banner that is missing.
  package mutating func open(_ permit: LoadPermit, at now: Int64) -> [Effect] {
    self.permit = permit
    return refill(at: now)
  }

  /// Has later loads carry another permit, and asks for none; nothing changes in a closed pool.
  /// - Parameter permit: What allows the loads from now on, those of the ad SDK's own among them.
  package mutating func renew(_ permit: LoadPermit) {
    if self.permit != nil { self.permit = permit }
  }

  /// Gives every banner back, those in slots too, and loads nothing until the pool is opened again.
  /// - Parameters:
  ///   - cause: Why: consent that was withdrawn, that expired or that changed.
  ///   - now: The time, in milliseconds.
  package mutating func close(_ cause: TransitionCause, at now: Int64) -> [Effect] {
    permit = nil
    var effects: [Effect] = []
    for banner in banners {
      effects += dropped(banner, cause, at: now)
    }
    banners = []
    return effects
  }

  /// Takes whether anybody sees the feed.
  /// - Parameter now: The time, in milliseconds.
  /// - Returns: That ads are on show which came while nobody looked.
  package mutating func show(_ isSeen: Bool, at now: Int64) -> [Effect] {
    self.isSeen = isSeen
    return banners.indices.flatMap { displayed($0, at: now) }
  }

  // MARK: Slots

  /// Gives a slot a banner: the oldest with an ad, else the oldest that awaits one; and loads the
  /// next. A slot that has one keeps it.
  /// - Parameters:
  ///   - slot: The slot's number in the feed, as ``FeedSlots/Entry/ad(_:)`` has it.
  ///   - now: The time, in milliseconds.
  /// - Returns: What to do; nothing where there is no banner to give, or no need of one.
  /// - Complexity: Linear in the number of banners.
  package mutating func take(for slot: Int, at now: Int64) -> [Effect] {
    guard permit != nil, banner(in: slot) == nil else { return [] }
    let free = banners.indices.filter { banners[$0].slot == nil }
    guard
      let index = free.first(where: { banners[$0].validUntil != nil })
        ?? free.first(where: { banners[$0].state == .loading })
    else { return [] }
    banners[index].slot = slot
    return [.place(banner: banners[index].number, slot: slot)] + displayed(index, at: now)
      + refill(at: now)
  }

  /// Takes back the banner of a slot that is gone, for good.
  /// - Parameter now: The time, in milliseconds.
  /// - Returns: What to do; nothing for a slot without a banner.
  package mutating func release(slot: Int, at now: Int64) -> [Effect] {
    guard let index = banners.firstIndex(where: { $0.slot == slot }) else { return [] }
    return dropped(banners.remove(at: index), .leftUnloadZone, at: now)
  }

  // MARK: Answers and time

  /// Takes in what the ad SDK reports.
  /// - Parameters:
  ///   - now: The time, in milliseconds.
  ///   - random: What the time of the next request is drawn from.
  /// - Returns: What to do; nothing for a banner that is not, or no longer, the pool's.
  package mutating func handle(
    _ event: Event, of number: Int, at now: Int64, using random: inout some RandomNumberGenerator
  ) -> [Effect] {
    guard let index = place(of: number) else { return [] }
    let before = banners[index].state
    switch event {
    case .received:
      let effects = replaced(index, at: now)
      banners[index].validUntil = now + timing.validity
      banners[index].answerBy = nil
      banners[index].askAt = now + timing.wait(using: &random)
      banners[index].failures = 0
      return effects + changes(of: index, since: before) + displayed(index, at: now)
    case .failed:
      guard banners[index].answerBy != nil else { return [] }
      fail(index, at: now, using: &random)
      return changes(of: index, since: before) + gaveUp(index, at: now)
    case .impression:
      // Without an ad of its own in a slot, nothing of the pool's was seen.
      guard banners[index].slot != nil, banners[index].validUntil != nil else { return [] }
      return [.impression(banner: number)]
    case .clicked:
      guard banners[index].slot != nil, banners[index].held != nil else { return [] }
      return [.clicked(banner: number)]
    }
  }

  /// Lets time pass: gives up on requests that nobody answered, ends ads that are no longer valid,
  /// asks for those that are due.
  /// - Parameters:
  ///   - now: The time, in milliseconds.
  ///   - random: What the times of next requests are drawn from.
  /// - Complexity: Linear in the number of banners.
  package mutating func advance(
    to now: Int64, using random: inout some RandomNumberGenerator
  ) -> [Effect] {
    var effects: [Effect] = []
    for index in banners.indices {
      let before = banners[index].state
      if let end = banners[index].answerBy, end <= now { fail(index, at: now, using: &random) }
      if let end = banners[index].validUntil, end <= now {
        banners[index].validUntil = nil
        effects += ended(banners[index].held, .removed, at: now)
        banners[index].held = nil
      }
      if let due = banners[index].askAt, due <= now { effects += ask(index, at: now) }
      effects += changes(of: index, since: before)
    }
    return effects
  }

  // MARK: Steps

  private func place(of number: Int) -> Int? { banners.firstIndex { $0.number == number } }

  /// Makes as many banners as are missing among those that stand in no slot.
  private mutating func refill(at now: Int64) -> [Effect] {
    var effects: [Effect] = []
    for _ in banners.count(where: { $0.slot == nil })..<count {
      banners.append(Banner(number: nextNumber))
      nextNumber += 1
      effects += ask(banners.endIndex - 1, at: now)
    }
    return effects
  }

  /// Asks for an ad for a banner; a request that nobody answered is given up.
  private mutating func ask(_ index: Int, at now: Int64) -> [Effect] {
    let effects = gaveUp(index, at: now)
    banners[index].askAt = nil
    banners[index].answerBy = now + timing.answer
    return effects + [.load(banner: banners[index].number)] + began(index, at: now)
  }

  /// Begins a load in the history.
  private mutating func began(_ index: Int, at now: Int64) -> [Effect] {
    var load = Load(request: nextRequest)
    nextRequest += 1
    let effect = moved(&load, to: .fetched, .enteredFetchZone, at: now)
    banners[index].awaited = load
    return [effect]
  }

  /// Ends the awaited load of a banner in the history: no ad came of it.
  private mutating func gaveUp(_ index: Int, at now: Int64) -> [Effect] {
    defer { banners[index].awaited = nil }
    return ended(banners[index].awaited, .loadFailed, at: now)
  }

  /// Takes the ad that came, for the one that was held.
  private mutating func replaced(_ index: Int, at now: Int64) -> [Effect] {
    var effects: [Effect] = []
    // Nobody asked: the SDK has refreshed by itself.
    if banners[index].awaited == nil { effects += began(index, at: now) }
    effects += ended(banners[index].held, .reloaded, at: now)
    banners[index].held = banners[index].awaited
    banners[index].awaited = nil
    return effects
  }

  private mutating func fail(
    _ index: Int, at now: Int64, using random: inout some RandomNumberGenerator
  ) {
    banners[index].failures += 1
    banners[index].answerBy = nil
    banners[index].askAt = now + timing.wait(after: banners[index].failures, using: &random)
  }

  private func changes(of index: Int, since before: State) -> [Effect] {
    let state = banners[index].state
    return state == before ? [] : [.changed(banner: banners[index].number, state)]
  }

  /// Records that an ad is on show, the first time that it stands in a slot.
  private mutating func displayed(_ index: Int, at now: Int64) -> [Effect] {
    guard isSeen, banners[index].slot != nil, var held = banners[index].held,
      held.state == .fetched
    else { return [] }
    let effect = moved(&held, to: .displayed, .enteredDisplayZone, at: now)
    banners[index].held = held
    return [effect]
  }

  private func dropped(_ banner: Banner, _ cause: TransitionCause, at now: Int64) -> [Effect] {
    [.drop(banner: banner.number)] + ended(banner.held, cause, at: now)
      + ended(banner.awaited, cause, at: now)
  }

  private func ended(_ load: Load?, _ cause: TransitionCause, at now: Int64) -> [Effect] {
    guard var load else { return [] }
    return [moved(&load, to: .unloaded, cause, at: now)]
  }

  private func moved(
    _ load: inout Load, to state: LoadState, _ cause: TransitionCause, at now: Int64
  ) -> Effect {
    let nowhere = AdRect(x: 0, y: 0, width: 0, height: 0)
    let change = LoadTransition(
      time: now, unit: unit(of: load.request), from: load.state, to: state, cause: cause,
      frame: nowhere, viewport: nowhere, permit: state == .fetched ? permit : nil)
    load.state = state
    return .record(change, request: load.request)
  }
}
