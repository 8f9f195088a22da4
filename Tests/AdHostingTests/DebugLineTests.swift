// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import Testing

/// What whoever debugs reads of a page.
@Suite struct DebugLineTests {
  private static let permit = LoadPermit(record: ConsentRecordID(1), mode: .personalized)

  /// A page with an ad a little below the viewport.
  private static func page(isDebug: Bool) -> LazyLoadingManager {
    var options = BundleBuilder.Options()
    options.isDebug = isDebug
    let unit = AdUnitID(validated: "ad-1")
    var page = LazyLoadingManager(
      PageContent(plan: LoadingPlan(served: [unit]), options: options),
      consent: PageConsent(.allowed(permit)), seed: 1)
    _ = page.handle(.viewport(AdRect(x: 0, y: 0, width: 390, height: 800)), at: 0)
    _ = page.handle(
      .place([AdFrame(unit: unit, frame: AdRect(x: 35, y: 1_200, width: 320, height: 320))]), at: 0)
    return page
  }

  @Test func `a line tells where everything was, and what allowed the load`() {
    var page = Self.page(isDebug: true)
    #expect(
      page.handle(.consent(PageConsent(.blocked(.expired))), at: 90).lines == [
        "gate closed: expired",
        "90 ms: ad-1 fetched > unloaded, consentExpired, frame 35,1200 320x320, "
          + "viewport 0,0 390x800",
      ])
    let again = page.handle(.consent(PageConsent(.allowed(Self.permit))), at: 200)
    #expect(again.lines.first == "gate open for personalized ads under consent record 1")
    #expect(
      page.handle(.tick, at: 1_000).lines == [
        "267 ms: ad-1 notLoaded > fetched, enteredFetchZone, frame 35,1200 320x320, "
          + "viewport 0,0 390x800, personalized under consent record 1"
      ])
  }

  @Test func `a message that the page does not know leaves a line with the reason`() throws {
    var page = Self.page(isDebug: true)
    let view = try #require(page.view(of: AdUnitID(validated: "ad-1")))
    let message = ViewReport.message(
      handler: "nativeBridge", body: ["type": "resize"], isMainFrame: true)
    #expect(
      page.handle(.view(view, message), at: 10).lines == [
        "ad-1 posted what is no message: unknownType"
      ])
    #expect(page.ignored == [.badMessage: 1])
  }

  @Test func `no line is made while debugging is off`() {
    var page = Self.page(isDebug: false)
    #expect(page.handle(.consent(PageConsent(.blocked(.expired))), at: 90).lines == [])
  }
}
