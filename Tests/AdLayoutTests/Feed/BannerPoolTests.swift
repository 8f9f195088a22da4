// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import Testing

@Suite struct BannerPoolTests {
  private let hour: Int64 = 3_600_000
  private let refresh: Int64 = 150_000

  private func pool(_ count: Int = 3) throws -> BannerPool {
    try BannerPool(count: count, timing: BannerPool.Timing())
  }

  @Test func `a new pool loads every banner`() throws {
    let pool = try pool()
    #expect(pool.start() == [.load(banner: 0), .load(banner: 1), .load(banner: 2)])
    #expect(pool.states == [.loading, .loading, .loading])
    #expect(pool.deadline == nil)
  }

  @Test func `banners are handed out in turn, ready ones first`() throws {
    var pool = try pool()
    #expect(pool.next() == 0)
    _ = pool.handle(.received, of: 2, at: 0)
    #expect(pool.next() == 2)
    _ = pool.handle(.received, of: 1, at: 0)
    #expect([pool.next(), pool.next(), pool.next()] == [1, 2, 1])
  }

  @Test func `a pool whose banners all failed has none to hand out`() throws {
    var pool = try pool(2)
    _ = pool.handle(.failed, of: 0, at: 0)
    #expect(pool.next() == 1)
    _ = pool.handle(.failed, of: 1, at: 0)
    #expect(pool.next() == nil)
  }

  @Test func `a ready banner is refreshed after two and a half minutes and lives an hour`() throws {
    var pool = try pool(1)
    #expect(pool.handle(.received, of: 0, at: 0) == [.changed(banner: 0, .ready(until: hour))])
    #expect(pool.deadline == refresh)
    #expect(pool.advance(to: refresh - 1).isEmpty)
    #expect(pool.advance(to: refresh) == [.load(banner: 0)])
    #expect(pool.advance(to: refresh + 1).isEmpty)
    #expect(pool.deadline == hour)
    #expect(
      pool.handle(.received, of: 0, at: refresh + 500)
        == [.changed(banner: 0, .ready(until: refresh + 500 + hour))])
  }

  @Test func `a failed refresh keeps the ad until it expires`() throws {
    var pool = try pool(1)
    _ = pool.handle(.received, of: 0, at: 0)
    _ = pool.advance(to: refresh)
    #expect(pool.handle(.failed, of: 0, at: refresh).isEmpty)
    #expect(pool.states == [.ready(until: hour)])
    #expect(pool.deadline == 2 * refresh)
    #expect(pool.handle(.failed, of: 0, at: hour) == [.changed(banner: 0, .failed)])
  }

  @Test func `an ad that nobody renewed expires after an hour`() throws {
    var pool = try pool(1)
    _ = pool.handle(.received, of: 0, at: 0)
    _ = pool.advance(to: refresh)
    #expect(pool.advance(to: hour) == [.changed(banner: 0, .failed)])
    #expect(pool.next() == nil)
    #expect(
      pool.handle(.received, of: 0, at: hour + 1)
        == [.changed(banner: 0, .ready(until: 2 * hour + 1))])
  }

  @Test func `a failed banner is tried again`() throws {
    var pool = try pool(1)
    #expect(pool.handle(.failed, of: 0, at: 10) == [.changed(banner: 0, .failed)])
    #expect(pool.deadline == 10 + refresh)
    #expect(pool.advance(to: 10 + refresh) == [.load(banner: 0), .changed(banner: 0, .loading)])
    #expect(pool.advance(to: hour).isEmpty)
  }

  @Test func `impressions count only while an ad is there`() throws {
    var pool = try pool(1)
    #expect(pool.handle(.impression, of: 0, at: 0).isEmpty)
    _ = pool.handle(.received, of: 0, at: 0)
    #expect(pool.handle(.impression, of: 0, at: 1) == [.impression(banner: 0, number: 1)])
    #expect(pool.handle(.impression, of: 0, at: 2) == [.impression(banner: 0, number: 2)])
  }

  @Test(arguments: [-1, 3])
  func `a banner that the pool has not is nobody's`(banner: Int) throws {
    var pool = try pool()
    #expect(pool.handle(.received, of: banner, at: 0).isEmpty)
  }

  @Test func `sizes and times out of range are refused`() {
    #expect(throws: InvalidValue.self) { try pool(0) }
    #expect(throws: InvalidValue.self) { try BannerPool.Timing(validity: 0) }
    #expect(throws: InvalidValue.self) { try BannerPool.Timing(refresh: 1_000) }
    #expect(throws: InvalidValue.self) { try BannerPool.Timing(validity: 60_000, refresh: 70_000) }
  }
}
