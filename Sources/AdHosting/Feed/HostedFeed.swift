// SPDX-License-Identifier: MIT
import AdLayout
import AdLoading
import AdModel

/// A page's feed: where its ads stand, and the pool that they come from.
///
/// It follows the page's gate: nothing is asked for without consent, and what stands in the feed goes
/// with it. Every request is a load of its own, with the permit that allowed it.
struct HostedFeed: Sendable {
  /// What comes of an event.
  struct Outcome {
    var effects: [FeedEffect] = []
    var events: [RecordedEvent] = []
  }

  /// An ad's place that is shown.
  private struct Place {
    var isOnScreen = false
    /// Since when it is seen without an ad, and for how long it was before, in milliseconds.
    var emptySince: Int64?
    var waited: Int64 = 0
    /// The load that was seen there last.
    var seen: Int?
    /// The load there that the SDK has counted.
    var counted: Int?
  }

  private var slots: FeedSlots
  private var pool: BannerPool
  private var random: SeededNumbers
  private var places: [Int: Place] = [:]
  private var gate = LoadGate.closed(.unanswered)
  /// Whether the page is seen: ads are asked for.
  private var isSeen: Bool { pool.isSeen }

  init(_ plan: FeedPlan, pattern: FeedPattern, seed: UInt64) {
    pool = plan.pool
    _ = pool.show(false, at: .min)
    slots = FeedSlots(pattern)
    random = SeededNumbers(seed: seed)
  }

  /// The ad unit that its banners show.
  var unit: AdUnitID { pool.unit }

  /// Whether it holds banners.
  var hasAds: Bool { !pool.isEmpty }

  /// When something is due, in milliseconds; nil while nothing is, or may be.
  var nextDeadline: Int64? { isSeen ? pool.deadline : nil }

  /// Goes on with another pattern behind what is shown.
  mutating func change(to pattern: FeedPattern) { slots.change(to: pattern) }

  /// Takes how the gate stands and whether the page is seen: what may not be shown goes at once, what
  /// is missing is asked for while somebody is there.
  /// - Parameter isChanged: Whether the open gate's consent changed in a way that ads are told of.
  mutating func follow(
    _ gate: LoadGate, isSeen: Bool, isChanged: Bool, at time: Int64
  ) -> Outcome {
    guard isChanged || gate != self.gate || isSeen != self.isSeen else { return Outcome() }
    self.gate = gate
    if !isSeen { stopWaiting(at: time) }
    var effects: [BannerPool.Effect] = []
    if isChanged || !gate.isOpen { effects += pool.close(gate.unloadCause, at: time) }
    effects += pool.show(isSeen, at: time)
    if case .open(let permit) = gate {
      guard isSeen else {
        pool.renew(permit)
        return outcome(of: effects, at: time)
      }
      effects += pool.open(permit, at: time)
      for slot in places.keys.sorted() where places[slot]?.isOnScreen == true {
        effects += pool.take(for: slot, at: time)
      }
    }
    return outcome(of: effects, at: time)
  }

  /// Takes what happened.
  mutating func handle(_ event: FeedEvent, at time: Int64) -> Outcome {
    switch event {
    case .items(let count):
      let entries = slots.add(items: count, ads: isSeen ? pool.availableCount : 0)
      var effects: [BannerPool.Effect] = []
      for case .ad(let slot) in entries {
        places[slot] = Place()
        effects += pool.take(for: slot, at: time)
      }
      var outcome = outcome(of: effects, at: time)
      if !entries.isEmpty { outcome.effects.insert(.append(entries), at: 0) }
      return outcome
    case .row(let slot, let isOnScreen):
      guard places[slot] != nil else { return Outcome() }
      places[slot]?.isOnScreen = isOnScreen
      places[slot]?.emptySince = nil
      places[slot]?.waited = 0
      var outcome =
        isOnScreen && isSeen
        ? outcome(of: pool.take(for: slot, at: time), at: time) : Outcome()
      look(at: slot, time, &outcome)
      return outcome
    case .removed(let slot):
      places[slot] = nil
      return outcome(of: pool.release(slot: slot, at: time), at: time)
    case .banner(let banner, let report):
      let effects = pool.handle(report, of: banner, at: time, using: &random)
      return outcome(
        of: effects, filled: report == .received ? pool.request(of: banner) : nil, at: time)
    }
  }

  /// Lets time pass.
  mutating func advance(to time: Int64) -> Outcome {
    outcome(of: pool.advance(to: time, using: &random), at: time)
  }

  /// What the pool's decisions are to an app and to the history.
  /// - Parameter filled: The load whose ad has come just now.
  private mutating func outcome(
    of decisions: [BannerPool.Effect], filled: Int? = nil, at time: Int64
  ) -> Outcome {
    var outcome = Outcome()
    var isFilled = filled == nil
    for decision in decisions {
      switch decision {
      case .load(let banner): outcome.effects.append(.load(banner: banner))
      case .place(let banner, let slot):
        outcome.effects.append(.place(banner: banner, slot: slot))
      case .changed(let banner, let state): outcome.effects.append(.changed(banner: banner, state))
      case .drop(let banner): outcome.effects.append(.drop(banner: banner))
      case .impression(let banner): count(banner, at: time, &outcome)
      case .clicked(let banner): note(.clicked, of: pool.request(of: banner), at: time, &outcome)
      case .record(let change, let request):
        if request == filled, change.to == .displayed {
          note(.filled, of: filled, at: time, &outcome)
          isFilled = true
        }
        outcome.events.append(.changed(change))
        if change.to == .displayed { note(.rendered(nil), of: request, at: time, &outcome) }
      }
    }
    if !isFilled { note(.filled, of: filled, at: time, &outcome) }
    for slot in places.keys.sorted() { look(at: slot, time, &outcome) }
    return outcome
  }

  /// Nobody looks any more: what is missing is missed by nobody.
  private mutating func stopWaiting(at time: Int64) {
    for (slot, place) in places {
      guard let since = place.emptySince else { continue }
      places[slot]?.waited += time - since
      places[slot]?.emptySince = nil
    }
  }

  /// Notes once of each ad that it came on screen, and for how long its place was seen without.
  private mutating func look(at slot: Int, _ time: Int64, _ outcome: inout Outcome) {
    guard isSeen, var place = places[slot], place.isOnScreen else { return }
    if let request = shown(in: slot) {
      if place.seen != request {
        let wait = place.waited + (place.emptySince.map { time - $0 } ?? 0)
        note(.appeared(afterWaiting: wait), of: request, at: time, &outcome)
        place.seen = request
      }
      (place.emptySince, place.waited) = (nil, 0)
    } else {
      place.emptySince = place.emptySince ?? time
    }
    places[slot] = place
  }

  /// Notes once of each ad that the SDK counted it.
  private mutating func count(_ banner: Int, at time: Int64, _ outcome: inout Outcome) {
    guard let request = pool.request(of: banner), let slot = pool.slot(of: banner),
      places[slot] != nil, places[slot]?.counted != request
    else { return }
    places[slot]?.counted = request
    note(.counted, of: request, at: time, &outcome)
  }

  /// The load whose ad stands at a place.
  private func shown(in slot: Int) -> Int? { pool.banner(in: slot).flatMap(pool.request) }

  private func note(
    _ event: AdEvent, of request: Int?, at time: Int64, _ outcome: inout Outcome
  ) {
    guard let request else { return }
    outcome.events.append(.became(event, pool.unit(of: request), at: time))
  }
}
