// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdHosting

/// How long slots are kept from loading, and what ends that.
@Suite struct PausedSlotsTests {
  private static let ad = AdUnitID(validated: "ad")
  private var slots = PausedSlots()

  private mutating func shown(_ isOnScreen: Bool, at time: Int64) -> [AdUnitID] {
    slots.takeShown(at: time) { _ in isOnScreen }
  }

  @Test
  mutating func `an ad that is lost in sight waits, and comes at once when it comes into sight`() {
    slots.retry(Self.ad, lostAt: 0, isOnScreen: true)
    #expect(shown(true, at: 100) == [])
    #expect(shown(false, at: 200) == [] && shown(true, at: 300) == [Self.ad])
    #expect(slots.isEmpty)
  }

  @Test mutating func `three times in a minute, and no more however often it comes into sight`() {
    for time in [Int64(0), 1_000, 2_000] {
      slots.retry(Self.ad, lostAt: time, isOnScreen: false)
      #expect(shown(true, at: time + 500) == [Self.ad])
    }
    slots.retry(Self.ad, lostAt: 3_000, isOnScreen: false)
    #expect(shown(true, at: 4_000) == [] && slots.nextDeadline == 60_500)
    #expect(slots.takeDue(at: 60_499) == nil && slots.takeDue(at: 60_500) == Self.ad)
  }

  @Test mutating func `a slot without an ad waits for its time, and one that was freed for sight`()
  {
    slots.pause(Self.ad, until: 30_000)
    #expect(shown(false, at: 100) == [] && shown(true, at: 200) == [])
    #expect(slots.takeDue(at: 30_000) == Self.ad)
    slots.free(Self.ad, until: 90_000)
    #expect(shown(true, at: 40_000) == [Self.ad])
  }
}
