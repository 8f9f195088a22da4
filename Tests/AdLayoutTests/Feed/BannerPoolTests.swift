// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdLayout

@Suite struct BannerPoolTests {
  private let hour: Int64 = 3_600_000
  private let permit = LoadPermit(record: ConsentRecordID(7), mode: .personalized)

  /// An open pool, its first requests made at 0.
  private func open(_ count: Int = 1) throws -> BannerPool {
    var pool = try BannerPool(unit: AdUnitID("feed"), count: count)
    _ = pool.open(permit, at: 0)
    return pool
  }

  private func change(
    _ request: Int, _ from: LoadState, _ to: LoadState, _ cause: TransitionCause, at time: Int64,
    _ permit: LoadPermit? = nil
  ) -> BannerPool.Effect {
    let nowhere = AdRect(x: 0, y: 0, width: 0, height: 0)
    return .record(
      LoadTransition(
        time: time, unit: AdUnitID(validated: "feed#\(request)"), from: from, to: to, cause: cause,
        frame: nowhere, viewport: nowhere, permit: permit), request: request)
  }

  /// An event, with the random numbers of seed 1.
  private func handle(
    _ event: BannerPool.Event, of banner: Int, at now: Int64, _ pool: inout BannerPool
  ) -> [BannerPool.Effect] {
    var random = SeededRandom(seed: 1)
    return pool.handle(event, of: banner, at: now, using: &random)
  }

  private func advance(_ pool: inout BannerPool, to now: Int64) -> [BannerPool.Effect] {
    var random = SeededRandom(seed: 1)
    return pool.advance(to: now, using: &random)
  }

  @Test func `nothing is loaded before consent allows it`() throws {
    var pool = try BannerPool(unit: AdUnitID("feed"), count: 2)
    #expect(pool.deadline == nil && pool.availableCount == 0)
    #expect(pool.take(for: 0, at: 0).isEmpty)
    #expect(
      pool.open(permit, at: 5) == [
        .load(banner: 0), change(0, .notLoaded, .fetched, .enteredFetchZone, at: 5, permit),
        .load(banner: 1), change(1, .notLoaded, .fetched, .enteredFetchZone, at: 5, permit),
      ])
    #expect(pool.availableCount == 2)
    #expect(pool.open(permit, at: 6).isEmpty)
  }

  @Test func `a slot gets a banner of its own, and the next one is loaded`() throws {
    var pool = try open()
    _ = handle(.received, of: 0, at: 100, &pool)
    #expect(
      pool.take(for: 4, at: 200) == [
        .place(banner: 0, slot: 4), change(0, .fetched, .displayed, .enteredDisplayZone, at: 200),
        .load(banner: 1), change(1, .notLoaded, .fetched, .enteredFetchZone, at: 200, permit),
      ])
    #expect(pool.banner(in: 4) == 0)
    // The slot keeps it; another slot gets another.
    #expect(pool.take(for: 4, at: 300).isEmpty)
    #expect(pool.take(for: 5, at: 300).first == .place(banner: 1, slot: 5))
  }

  @Test func `banners with an ad are given before those that await one, failed ones never`() throws
  {
    var pool = try open(2)
    _ = handle(.received, of: 1, at: 0, &pool)
    #expect(pool.take(for: 0, at: 0).first == .place(banner: 1, slot: 0))
    _ = handle(.failed, of: 0, at: 0, &pool)
    _ = handle(.failed, of: 2, at: 0, &pool)
    #expect(pool.availableCount == 0)
    #expect(pool.take(for: 1, at: 0).isEmpty)
  }

  @Test func `a banner that was given while it was loading is displayed when its ad comes`() throws
  {
    var pool = try open()
    _ = pool.take(for: 0, at: 10)
    #expect(
      handle(.received, of: 0, at: 50, &pool) == [
        .changed(banner: 0, .ready(until: 50 + hour)),
        change(0, .fetched, .displayed, .enteredDisplayZone, at: 50),
      ])
  }

  @Test func `a banner is used once: what leaves its slot is dropped`() throws {
    var pool = try open()
    _ = handle(.received, of: 0, at: 0, &pool)
    _ = pool.take(for: 0, at: 0)
    #expect(
      pool.release(slot: 0, at: 900) == [
        .drop(banner: 0), change(0, .displayed, .unloaded, .leftUnloadZone, at: 900),
      ])
    #expect(pool.state(of: 0) == nil)
    #expect(pool.release(slot: 0, at: 901).isEmpty)
    // What the SDK still says of it changes nothing.
    #expect(handle(.received, of: 0, at: 902, &pool).isEmpty)
  }

  @Test func `consent that is taken back empties pool and slots, until it is given again`() throws {
    var pool = try open()
    _ = handle(.received, of: 0, at: 0, &pool)
    _ = pool.take(for: 0, at: 0)
    #expect(
      pool.close(.consentWithdrawn, at: 50) == [
        .drop(banner: 0), change(0, .displayed, .unloaded, .consentWithdrawn, at: 50),
        .drop(banner: 1), change(1, .fetched, .unloaded, .consentWithdrawn, at: 50),
      ])
    #expect(pool.deadline == nil && pool.availableCount == 0)
    #expect(advance(&pool, to: 10 * hour).isEmpty)
    #expect(pool.open(permit, at: 60).first == .load(banner: 2))
  }

  @Test func `a request that nobody answers fails after half a minute and is made again`() throws {
    var pool = try open()
    #expect(pool.deadline == 30_000)
    #expect(advance(&pool, to: 29_999).isEmpty)
    #expect(advance(&pool, to: 30_000) == [.changed(banner: 0, .failed)])
    let again = try #require(pool.deadline)
    #expect((60_000...75_000).contains(again))
    #expect(
      advance(&pool, to: again) == [
        change(0, .fetched, .unloaded, .loadFailed, at: again), .load(banner: 0),
        change(1, .notLoaded, .fetched, .enteredFetchZone, at: again, permit),
        .changed(banner: 0, .loading),
      ])
    // An answer that comes too late is still an ad.
    _ = advance(&pool, to: again + 30_000)
    #expect(pool.state(of: 0) == .failed)
    _ = handle(.received, of: 0, at: again + 31_000, &pool)
    #expect(pool.state(of: 0) == .ready(until: again + 31_000 + hour))
  }

  @Test func `an ad is refreshed after two to three minutes, and kept while the refresh fails`()
    throws
  {
    var pool = try open()
    _ = handle(.received, of: 0, at: 0, &pool)
    let refresh = try #require(pool.deadline)
    #expect((120_000...180_000).contains(refresh))
    #expect(
      advance(&pool, to: refresh) == [
        .load(banner: 0), change(1, .notLoaded, .fetched, .enteredFetchZone, at: refresh, permit),
      ])
    #expect(
      handle(.failed, of: 0, at: refresh, &pool) == [
        change(1, .fetched, .unloaded, .loadFailed, at: refresh)
      ])
    #expect(pool.state(of: 0) == .ready(until: hour))
  }

  @Test func `an ad that nobody renewed ends after an hour`() throws {
    var pool = try open()
    _ = handle(.received, of: 0, at: 0, &pool)
    var ended: Int64?
    while ended == nil, let deadline = pool.deadline {
      if advance(&pool, to: deadline).contains(.changed(banner: 0, .failed)) { ended = deadline }
      if pool.state(of: 0) != .failed { _ = handle(.failed, of: 0, at: deadline, &pool) }
    }
    #expect(ended == hour)
  }

  @Test func `every impression is told while an ad stands in a slot`() throws {
    var pool = try open()
    _ = handle(.received, of: 0, at: 0, &pool)
    #expect(handle(.impression, of: 0, at: 0, &pool).isEmpty)
    _ = pool.take(for: 0, at: 0)
    #expect(handle(.impression, of: 0, at: 1, &pool) == [.impression(banner: 0)])
    #expect(handle(.impression, of: 0, at: 2, &pool) == [.impression(banner: 0)])
  }

  @Test func `whatever happens, no banner is asked for twice within half a minute`() throws {
    try Fuzz.forEachSeed(100) { seed, random in
      var pool = try BannerPool(unit: AdUnitID("feed"), count: random.int(1...4))
      var now: Int64 = 0
      var asked: [Int: Int64] = [:]
      var slots: [Int: Int] = [:]
      func obey(_ effects: [BannerPool.Effect]) {
        for effect in effects {
          switch effect {
          case .load(let banner):
            #expect(asked[banner].map { now - $0 >= 30_000 } ?? true, "seed \(seed)")
            asked[banner] = now
          case .place(let banner, let slot):
            #expect(!slots.values.contains(banner) && slots[slot] == nil, "seed \(seed)")
            slots[slot] = banner
          case .drop(let banner): slots = slots.filter { $0.value != banner }
          case .changed, .impression, .clicked, .record: break
          }
        }
      }
      for _ in 0..<300 {
        now += Int64(random.int(0...40_000))
        // The owner wakes up at every deadline on the way.
        while let deadline = pool.deadline, deadline <= now {
          let later = now
          now = deadline
          obey(pool.advance(to: now, using: &random))
          now = later
        }
        let slot = random.int(0...5)
        switch random.int(0...5) {
        case 0: obey(pool.open(permit, at: now))
        case 1: obey(pool.take(for: slot, at: now))
        case 2: obey(pool.release(slot: slot, at: now))
        case 3 where random.isOneIn(5): obey(pool.close(.consentChanged, at: now))
        default:
          let banner = random.int(0...asked.count)
          let event: BannerPool.Event = random.isOneIn(2) ? .failed : .received
          obey(pool.handle(event, of: banner, at: now, using: &random))
        }
        #expect(slots.allSatisfy { pool.banner(in: $0.key) == $0.value }, "seed \(seed)")
      }
    }
  }

  @Test func `sizes and times out of range are refused`() throws {
    let unit = try AdUnitID("feed")
    #expect(throws: InvalidValue.self) { try BannerPool(unit: unit, count: 0) }
    #expect(throws: InvalidValue.self) {
      try BannerPool(unit: AdUnitID(String(repeating: "u", count: 101)), count: 1)
    }
    #expect(throws: InvalidValue.self) { try BannerTiming(validity: 0) }
    #expect(throws: InvalidValue.self) { try BannerTiming(refresh: 1_000...180_000) }
    #expect(throws: InvalidValue.self) {
      try BannerTiming(validity: 60_000, refresh: 30_000...70_000)
    }
    #expect(throws: InvalidValue.self) { try BannerTiming(answer: 0) }
  }
}
