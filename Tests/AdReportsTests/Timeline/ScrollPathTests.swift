// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

@testable import AdReports

@Suite struct ScrollPathTests {
  private static let screen = AdRect(x: 0, y: 0, width: 393, height: 852)

  private static func unit(_ number: Int) -> AdUnitID { AdUnitID(validated: "unit-\(number)") }

  /// A page of ten ads as a screen sees it, after each of some scrolls.
  private static func track(
    _ tell: (inout TrackWriter, _ layout: (_ scrolled: Double, _ numbers: Range<Int>) -> [AdFrame])
      -> Void
  ) throws -> SessionTrack {
    var writer = TrackWriter()
    writer.begin(under: LoadingTerms(gate: .closed(.unanswered)))
    writer.append(.viewport(screen), at: 0)
    tell(&writer) { scrolled, numbers in
      numbers.map { number in
        AdFrame(
          unit: unit(number),
          frame: AdRect(x: 0, y: Double(number) * 600 - scrolled, width: 320, height: 250))
      }
    }
    return try SessionTrack(writer.takeBytes())
  }

  @Test func `where ads move on the screen, the viewport is drawn as it went over the page`() throws
  {
    let path = ScrollPath(
      try Self.track { writer, layout in
        for step in 0...20 {
          writer.append(.layout(layout(Double(step) * 50, 0..<10)), at: Int64(step) * 16)
        }
      }, until: 1_000)
    #expect(path.samples.map(\.viewport?.y) == (0...20).map { Double($0) * 50 })
    for number in 0..<10 {
      let places = try #require(path.places[Self.unit(number)])
      #expect(places.map(\.value.y) == [Double(number) * 600])
      #expect(places[0].end == 1_000)
    }
  }

  @Test func `messages of one scroll that come a millisecond apart move nothing twice`() throws {
    let path = ScrollPath(
      try Self.track { writer, layout in
        writer.append(.layout(layout(0, 0..<10)), at: 0)
        writer.append(.layout(layout(300, 0..<6)), at: 16)
        writer.append(.layout(layout(300, 6..<10)), at: 17)
        writer.append(.layout(layout(500, 0..<10)), at: 32)
      }, until: 100)
    #expect(path.samples.map(\.viewport?.y) == [0, 300, 500])
  }

  @Test func `a few ads that are pushed down do not move the page`() throws {
    let path = ScrollPath(
      try Self.track { writer, layout in
        writer.append(.layout(layout(0, 0..<10)), at: 0)
        writer.append(.layout(layout(-250, 7..<10)), at: 500)
      }, until: 1_000)
    #expect(path.samples.map(\.viewport?.y) == [0])
    #expect(path.places[Self.unit(8)]?.map(\.value.y) == [4_800, 5_050])
    #expect(path.places[Self.unit(2)]?.count == 1)
  }

  @Test func `in page coordinates everything stands where it was told`() throws {
    let path = ScrollPath(
      try Self.track { writer, layout in
        writer.append(.layout(layout(0, 0..<10)), at: 0)
        writer.append(.viewport(AdRect(x: 0, y: 700, width: 393, height: 852)), at: 100)
        writer.append(.layout(layout(-40, 5..<10)), at: 200)
        writer.append(.viewport(nil), at: 300)
      }, until: 400)
    #expect(path.samples.map(\.viewport?.y) == [0, 700, nil])
    #expect(path.places[Self.unit(9)]?.map(\.value.y) == [5_400, 5_440])
  }

  @Test func `an ad that is removed and placed again in one moment was gone`() throws {
    let path = ScrollPath(
      try Self.track { writer, layout in
        writer.append(.layout(layout(0, 0..<2)), at: 0)
        writer.append(.removed(Self.unit(0)), at: 50)
        writer.append(.layout(layout(0, 0..<2)), at: 50)
      }, until: 100)
    #expect(path.removals == [Self.unit(0): [50]])
    #expect(path.places[Self.unit(0)]?.map(\.end) == [50, 100])
  }
}
