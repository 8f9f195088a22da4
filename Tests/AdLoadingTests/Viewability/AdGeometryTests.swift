// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

@Suite struct AdGeometryTests {
  private static let viewport = AdRect(x: 0, y: 1_000, width: 400, height: 800)
  private static let ad = AdRect(x: 50, y: 1_700, width: 300, height: 200)

  @Test func `an ad is told as Open Measurement tells it`() throws {
    let geometry = AdGeometry(
      of: Self.ad, in: Self.viewport, parts: nil,
      under: [
        Obstruction(AdRect(x: 0, y: 750, width: 400, height: 50), .bar),
        Obstruction(AdRect(x: 330, y: 700, width: 20, height: 20), .closeButton),
        Obstruction(AdRect(x: 0, y: 0, width: 400, height: 50), .bar),
      ], isInFront: true)
    #expect(geometry.visibleFraction == 0.25)
    #expect(geometry.reasons == [.obstructed, .clipped])
    #expect(
      try geometry.json.text()
        == #"{"viewport":{"width":400,"height":800},"adView":{"percentageInView":25,"#
        + #""pixelsInView":15000,"geometry":{"x":50,"y":700,"width":300,"height":200,"pixels":60000},"#
        + #""onScreenGeometry":{"x":50,"y":700,"width":300,"height":100,"pixels":15000,"#
        + #""obstructions":[{"x":0,"y":750,"width":400,"height":50}],"#
        + #""friendlyObstructions":[{"x":330,"y":700,"width":20,"height":20,"#
        + #""obstructionPurpose":"CLOSE_AD","obstructionReason":"closeButton"}]},"#
        + #""measuringElement":false,"reasons":["obstructed","clipped"]}}"#)
  }

  @Test(
    arguments: [
      (nil, nil, true, [AdGeometry.Reason.notFound, .clipped]),
      (viewport, [AdRect](), true, [.hidden, .clipped]),
      (viewport, nil, false, [.backgrounded, .clipped]),
      (AdRect(x: 0, y: 1_700, width: 400, height: 800), nil, true, []),
    ] as [(AdRect?, [AdRect]?, Bool, [AdGeometry.Reason])])
  func `why less than all is seen is told`(
    viewport: AdRect?, parts: [AdRect]?, isInFront: Bool, reasons: [AdGeometry.Reason]
  ) {
    let geometry = AdGeometry(
      of: Self.ad, in: viewport, parts: parts, under: [], isInFront: isInFront)
    #expect(geometry.reasons == reasons)
    #expect((geometry.visibleFraction == 1) == reasons.isEmpty)
  }
}
