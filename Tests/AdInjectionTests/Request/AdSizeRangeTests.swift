// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct AdSizeRangeTests {
  private let screen = AdSize(width: 393, height: 852)

  @Test func `on a screen the usual sizes are asked for`() throws {
    let range = try AdSizeRange(onScreen: screen)
    #expect(range.least == AdSize(width: 50, height: 50))
    #expect(range.greatest == AdSize(width: 373, height: 200))
  }

  @Test func `a unit that names no size gets the usual ones`() throws {
    let unit = AdUnit(id: try AdUnitID("u"))
    #expect(try AdSizeRange(of: unit, onScreen: screen) == AdSizeRange(onScreen: screen))
    #expect(try AdSizeRange(of: unit).greatest == AdSize(width: 320, height: 200))
  }

  @Test func `what a unit names comes before what is usual`() throws {
    var unit = AdUnit(id: try AdUnitID("u"))
    unit.declaredSizes = [.fixed(width: 300, height: 250)]
    #expect(try AdSizeRange(of: unit, onScreen: screen).greatest == AdSize(width: 300, height: 250))
    unit.declaredSizes = []
    unit.constraints = try SizeConstraints(
      initial: AdSize(width: 320, height: 320), maximumWidth: 350, minimumHeight: 300)
    let range = try AdSizeRange(of: unit, onScreen: screen)
    #expect(range.greatest == AdSize(width: 350, height: 300))
    #expect(range.least == AdSize(width: 50, height: 300))
  }
}
