// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdLoading
import AdModel
import Testing

/// What stands where no ad came.
@Suite struct EmptySlotTests {
  private static let ad = AdUnitID(validated: "ad")
  private static let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)
  private var page: LazyLoadingManager

  /// A page whose empty slots keep their size, with a label above its ad.
  init() throws {
    var content = PageContent()
    content.noFill = .keep
    page = LazyLoadingManager(content, seed: 1)
    let label = try LabelOverrides(isShown: true)
    let frame = AdRect(x: 35, y: 100, width: 320, height: 332)
    for event: PageEvent in [
      .describe(AdSlot(unit: Self.ad, label: label)), .consent(PageConsent(.allowed(Self.permit))),
      .viewport(AdRect(x: 0, y: 0, width: 390, height: 800)),
      .place([AdFrame(unit: Self.ad, frame: frame)]), .tick,
    ] {
      _ = page.handle(event, at: 0)
    }
  }

  private var size: SlotSize { page.size(of: Self.ad) }

  @Test mutating func `an empty slot that keeps its size has no label until it is asked for again`()
    throws
  {
    let height = size.height
    #expect(size.showsLabel)
    let view = try #require(page.view(of: Self.ad))
    _ = page.handle(.view(view, .committed), at: 100)
    let message: JSONValue = ["type": "noFill", "slotId": "slot", "ts": 1]
    let told = page.handle(
      .view(view, .message(handler: "nativeBridge", body: message, isMainFrame: true)), at: 200)
    #expect(told.effects.contains(.resize(Self.ad, size, isAnimated: false)))
    #expect(!size.showsLabel && size.height == height)
    while page.state(of: Self.ad) != .fetched, let due = page.nextDeadline {
      _ = page.handle(.tick, at: due)
    }
    #expect(size.showsLabel && size.height == height)
  }

  @Test(arguments: [
    ViewReport.message(
      handler: "nativeBridge", body: ["type": "filled", "slotId": "slot"], isMainFrame: true),
    .rendered(nil),
  ])
  mutating func `a slot that collapsed has its room again once an ad comes`(report: ViewReport)
    throws
  {
    var content = PageContent()
    content.noFill = .collapse
    _ = page.handle(.content(content), at: 0)
    let height = size.height
    let view = try #require(page.view(of: Self.ad))
    _ = page.handle(.view(view, .committed), at: 100)
    let message: JSONValue = ["type": "noFill", "slotId": "slot", "ts": 1]
    _ = page.handle(
      .view(view, .message(handler: "nativeBridge", body: message, isMainFrame: true)), at: 200)
    #expect(size.height == 0)
    while page.state(of: Self.ad) != .displayed, let due = page.nextDeadline {
      _ = page.handle(.tick, at: due)
    }
    let again = try #require(page.view(of: Self.ad))
    _ = page.handle(.view(again, .committed), at: 40_000)
    #expect(size.height == 0, "nobody knows yet whether there is an ad")
    let told = page.handle(.view(again, report), at: 40_100)
    #expect(told.effects.contains(.resize(Self.ad, size, isAnimated: false)))
    #expect(size.height == height && size.showsLabel)
  }
}
