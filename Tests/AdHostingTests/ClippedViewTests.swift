// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdLoading
import AdModel
import Testing

/// What a web view covers of its creative: what a person sees of it, so that the tag in it measures the same.
@Suite struct ClippedViewTests {
  private static let unit = AdUnitID(validated: "ad-1")

  private var page = LazyLoadingManager(PageContent(), seed: 1)

  init() {
    let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
    _ = page.handle(.consent(PageConsent(.allowed(permit))), at: 0)
  }

  /// What the views are to cover after an event: top and height in points, or all.
  private mutating func tell(_ event: PageEvent, at time: Int64) -> [String] {
    page.handle(event, at: time).effects.compactMap { effect in
      guard case .clip(_, let clip) = effect else { return nil }
      guard let clip else { return "all" }
      let (frame, offset) = clip.cut(AdRect(x: 0, y: 0, width: 320, height: 320))
      #expect(frame.y == offset.y)
      return "\(frame.y.formatted)+\(frame.height.formatted)"
    }
  }

  private mutating func scroll(to y: Double, at time: Int64) -> [String] {
    tell(.viewport(AdRect(x: 0, y: y, width: 390, height: 800)), at: time)
  }

  /// Shows an ad, whose creative is there after 100 milliseconds.
  private mutating func show(at y: Double, offset: Double = 0) throws -> [String] {
    #expect(scroll(to: offset, at: 0) == [])
    let frame = AdRect(x: 35, y: y, width: 320, height: 320)
    #expect(tell(.place([AdFrame(unit: Self.unit, frame: frame)]), at: 0) == [])
    #expect(tell(.tick, at: 67) == [])
    let view = try #require(page.view(of: Self.unit))
    for report in [ViewReport.committed, .parsed, .finished] {
      #expect(tell(.view(view, report), at: 90) == [])
    }
    return tell(.view(view, .rendered(nil)), at: 100)
  }

  @Test mutating func `a creative that is wholly on the screen is not cut`() throws {
    #expect(try show(at: 100) == [])
    #expect(page.clip(of: Self.unit) == nil)
  }

  @Test mutating func `a creative that came out of sight keeps a point until it is seen`() throws {
    #expect(try show(at: 850) == ["0+1"])
    #expect(scroll(to: 20, at: 200) == [])
    #expect(scroll(to: 100, at: 300) == ["0+50"])
    #expect(scroll(to: 500, at: 400) == ["all"])
    #expect(scroll(to: 900, at: 500) == ["50+270"])
    #expect(scroll(to: 2_000, at: 600) == ["319+1"])
  }

  @Test mutating func `less than two points are not worth a layout, unless all is seen again`()
    throws
  {
    #expect(try show(at: 100) == [])
    #expect(scroll(to: 101.5, at: 200) == [])
    #expect(scroll(to: 102, at: 300) == ["2+318"])
    #expect(scroll(to: 103, at: 400) == [])
    #expect(scroll(to: 101, at: 500) == [])
    #expect(scroll(to: 100, at: 600) == ["all"])
  }

  @Test mutating func `before a creative is there its page has all of the view`() throws {
    #expect(try show(at: 700) == ["0+100"])
    let view = try #require(page.view(of: Self.unit))
    #expect(tell(.view(view, .committed), at: 200) == ["all"])
    #expect(scroll(to: 10, at: 300) == [])
    #expect(tell(.view(view, .rendered(nil)), at: 400) == ["0+110"])
  }

  @Test mutating func `what a hole leaves of a slot, the view covers`() throws {
    #expect(try show(at: 100) == [])
    let hole = AdRect(x: 0, y: 40, width: 320, height: 100)
    #expect(tell(.parts(Self.unit, [hole]), at: 200) == ["40+100"])
    #expect(tell(.parts(Self.unit, []), at: 300) == ["0+1"])
    #expect(tell(.parts(Self.unit, nil), at: 400) == ["all"])
  }

  @Test mutating func `the ad of a slot that is gone is not seen, until it comes back`() throws {
    #expect(try show(at: 100) == [])
    #expect(tell(.remove(Self.unit), at: 200) == ["0+1"])
    let frame = AdRect(x: 35, y: 100, width: 320, height: 320)
    #expect(tell(.place([AdFrame(unit: Self.unit, frame: frame)]), at: 300) == ["all"])
  }

  @Test mutating func `a creative that came while nobody looked is cut as somebody does`() throws {
    #expect(try show(at: 1_200) == ["0+1"])
    let view = try #require(page.view(of: Self.unit))
    #expect(tell(.viewport(nil), at: 200) == [])
    #expect(tell(.view(view, .committed), at: 300) == ["all"])
    #expect(tell(.view(view, .rendered(nil)), at: 400) == [])
    #expect(scroll(to: 0, at: 500) == ["0+1"])
  }

  @Test mutating func `a page that nobody looks at leaves its views as they are`() throws {
    #expect(try show(at: 700) == ["0+100"])
    #expect(tell(.app(.background), at: 200) == [])
    #expect(tell(.app(.foreground), at: 300) == [])
    #expect(tell(.viewport(nil), at: 400) == [])
    #expect(scroll(to: 0, at: 500) == [])
    #expect(tell(.viewport(nil), at: 600) == [])
    #expect(scroll(to: 5_000, at: 700) == ["319+1"])
  }
}
