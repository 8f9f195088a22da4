// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

@Suite struct BidImpressionTests {
  private static func unit(
    _ sizes: [DeclaredSize], path: String? = "/1234/news/top", maximumWidth: Double? = nil
  ) throws -> InventoryUnit {
    InventoryUnit(
      id: try AdUnitID("div-1"), adManagerPath: try path.map { try AdManagerPath($0) },
      declaredSizes: sizes,
      constraints: try SizeConstraints(
        initial: CreativeSize(width: 100, height: 100), maximumWidth: maximumWidth))
  }

  @Test func `an impression holds what OpenRTB names, and nothing else`() throws {
    let unit = try Self.unit([.fixed(width: 300, height: 250), .fixed(width: 320, height: 50)])
    #expect(
      try BidImpression(of: unit, isPathShared: false).json(id: "1").text()
        == #"{"id":"1","tagid":"/1234/news/top","secure":1,"#
        + #""banner":{"format":[{"w":300,"h":250},{"w":320,"h":50}]},"#
        + #""ext":{"gpid":"/1234/news/top"}}"#)
  }

  @Test func `a path that several units share is made one of a kind by the unit`() throws {
    let unit = try Self.unit([.fixed(width: 300, height: 250)])
    let text = try BidImpression(of: unit, isPathShared: true).json(id: "7").text()
    #expect(text.contains(#""id":"7""#))
    #expect(text.contains(#""tagid":"/1234/news/top""#))
    #expect(text.contains(##""gpid":"/1234/news/top#div-1""##))
  }

  @Test func `a unit without a path goes by its id, and has no global placement id`() throws {
    let unit = try Self.unit([.fixed(width: 300, height: 250)], path: nil)
    let text = try BidImpression(of: unit, isPathShared: false).json(id: "1").text()
    #expect(text.contains(#""tagid":"div-1""#))
    #expect(!text.contains("gpid"))
  }

  @Test func `sizes that do not fit, and fluid, are left out`() throws {
    let sizes: [DeclaredSize] = [
      .fluid, .fixed(width: 321, height: 50), .fixed(width: 320, height: 50),
    ]
    let impression = try BidImpression(
      of: try Self.unit(sizes, maximumWidth: 320), isPathShared: false)
    #expect(impression.formats.map { [$0.width, $0.height] } == [[320, 50]])
    #expect(impression.leftOut == [.fluid, .fixed(width: 321, height: 50)])
  }

  @Test(arguments: [[], [.fluid], [.fixed(width: 500, height: 1)]] as [[DeclaredSize]])
  func `a unit without a size to offer is no impression`(sizes: [DeclaredSize]) throws {
    let unit = try Self.unit(sizes, maximumWidth: 499)
    let error = #expect(throws: InvalidValue.self) {
      try BidImpression(of: unit, isPathShared: false)
    }
    #expect(error?.code == .empty)
  }

  @Test(
    arguments: [
      (nil, nil, [], [50.0, 50, 100, 100]),
      (20.0, 200.0, [.fluid], [20, 50, 200, 100]),
      (
        nil, nil, [.fixed(width: 320, height: 30), .fixed(width: 40, height: 250)],
        [50, 50, 320, 250]
      ),
    ] as [(Double?, Double?, [DeclaredSize], [Double])])
  func `the sizes that a container can take come from its limits and its sizes`(
    minimum: Double?, maximum: Double?, sizes: [DeclaredSize], range: [Double]
  ) throws {
    var unit = try Self.unit(sizes)
    unit.constraints = try SizeConstraints(
      initial: CreativeSize(width: 100, height: 100), minimumWidth: minimum, maximumWidth: maximum)
    let found = try AdSizeRange(of: unit)
    #expect(
      [found.least.width, found.least.height, found.greatest.width, found.greatest.height] == range)
  }

  @Test func `a container lower than the usual least is asked for as it is`() throws {
    var unit = try Self.unit([])
    unit.constraints = try SizeConstraints(initial: CreativeSize(width: 320, height: 30))
    #expect(try AdSizeRange(of: unit).least == CreativeSize(width: 50, height: 30))
  }
}
