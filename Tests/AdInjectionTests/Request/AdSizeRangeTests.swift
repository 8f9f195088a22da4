// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct AdSizeRangeTests {
  private let screen = CreativeSize(width: 393, height: 852)

  @Test func `on a screen the usual sizes are asked for`() throws {
    let range = try AdSizeRange(onScreen: screen)
    #expect(range.least == CreativeSize(width: 50, height: 50))
    #expect(range.greatest == CreativeSize(width: 373, height: 200))
  }

  @Test func `a unit that names no size gets the usual ones`() throws {
    let unit = InventoryUnit(id: try AdUnitID("u"))
    #expect(try AdSizeRange(of: unit, onScreen: screen) == AdSizeRange(onScreen: screen))
    #expect(try AdSizeRange(of: unit).greatest == CreativeSize(width: 320, height: 200))
  }

  @Test func `what a unit names comes before what is usual`() throws {
    var unit = InventoryUnit(id: try AdUnitID("u"))
    unit.declaredSizes = [.fixed(width: 300, height: 250)]
    #expect(
      try AdSizeRange(of: unit, onScreen: screen).greatest == CreativeSize(width: 300, height: 250))
    unit.declaredSizes = []
    unit.constraints = try SizeConstraints(
      initial: CreativeSize(width: 320, height: 320), maximumWidth: 350, minimumHeight: 300)
    let range = try AdSizeRange(of: unit, onScreen: screen)
    #expect(range.greatest == CreativeSize(width: 350, height: 300))
    #expect(range.least == CreativeSize(width: 50, height: 300))
  }
}
