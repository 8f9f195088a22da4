// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import HostingSchedules
import Testing

/// Meters for a page, driven by the engine's events and transitions.
@Suite struct PageViewabilityTests {
  private static let first = AdUnitID(validated: "ad-1")
  private static let second = AdUnitID(validated: "ad-2")

  /// A page whose engine and measurement are told the same.
  private struct Page {
    var engine = LoadingEngine(under: LoadingTerms(gate: .open(.under(1))))
    var viewability = PageViewability(videoUnits: [second])

    /// The verdicts that fall, as `TIME UNIT`.
    mutating func tell(_ event: LoadingEvent, at time: Int64) throws -> [String] {
      var updates: [PageViewability.Update] = []
      for change in try engine.handle(event, at: time) { updates += viewability.follow(change) }
      updates += viewability.follow(event, at: time)
      return updates.filter(\.update.becameViewable).map { "\($0.update.time) \($0.unit)" }
    }

    init() throws {
      _ = try tell(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 0)
    }

    mutating func place(at time: Int64) throws -> [String] {
      let frames = [first, second].map {
        AdFrame(unit: $0, frame: AdRect(x: 0, y: 100, width: 300, height: 250))
      }
      return try tell(.layout(frames), at: time)
    }

    mutating func render(at time: Int64) throws -> [String] {
      try [first, second].flatMap { try tell(.rendered($0), at: time) }
    }
  }

  @Test func `an impression begins when its creative is there`() throws {
    var page = try Page()
    #expect(try page.place(at: 0) == [])
    #expect(try page.tell(.tick, at: 66) == [])
    #expect(page.viewability.nextDeadline == nil)
    #expect(try page.render(at: 67) == [])
    #expect(page.viewability.nextDeadline == 167)
    #expect(try page.tell(.tick, at: 1_066) == [])
    #expect(try page.tell(.tick, at: 5_000) == ["1067 ad-1", "2067 ad-2"])
    #expect(page.viewability.nextDeadline == nil)
  }

  @Test func `scrolling away starts the time anew`() throws {
    var page = try Page()
    _ = try page.place(at: 0)
    _ = try page.render(at: 0)
    _ = try page.tell(.viewport(AdRect(x: 0, y: 300, width: 393, height: 852)), at: 500)
    _ = try page.tell(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 600)
    #expect(try page.tell(.tick, at: 5_000) == ["1600 ad-1", "2600 ad-2"])
  }

  @Test func `a background starts the time anew`() throws {
    var page = try Page()
    _ = try page.place(at: 0)
    _ = try page.render(at: 0)
    _ = try page.tell(.tick, at: 500)
    let updates = page.viewability.follow(.app(.background), at: 510)
    #expect(updates.map(\.update.visibleFraction) == [0, 0])
    _ = page.viewability.follow(.app(.foreground), at: 1_500)
    #expect(try page.tell(.tick, at: 2_500) == ["2500 ad-1"])
  }

  @Test func `an unload ends the impression, and the next creative begins another`() throws {
    var page = try Page()
    _ = try page.place(at: 0)
    _ = try page.render(at: 0)
    #expect(try page.tell(.tick, at: 3_000).count == 2)
    _ = try page.tell(.consentChanged(.under(2)), at: 4_000)
    #expect(page.viewability.nextDeadline == nil)
    #expect(try page.tell(.tick, at: 4_400) == [])
    _ = try page.render(at: 4_400)
    #expect(try page.tell(.tick, at: 9_000) == ["5400 ad-1", "6400 ad-2"])
  }

  @Test func `a removed ad is not measured any more`() throws {
    var page = try Page()
    _ = try page.place(at: 0)
    _ = try page.render(at: 67)
    _ = try page.tell(.tick, at: 500)
    _ = try page.tell(.removed(Self.first), at: 600)
    #expect(try page.tell(.tick, at: 9_000) == ["2067 ad-2"])
  }
}
