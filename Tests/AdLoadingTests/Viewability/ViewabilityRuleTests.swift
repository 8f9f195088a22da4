// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import TestSupport
import Testing

@Suite struct ViewabilityRuleTests {
  /// Whole numbers alone, so that every point square is seen or is not.
  @Test func `what is seen is what squares of a point add up to`() {
    Fuzz.forEachSeed(400) { seed, random in
      func rect(_ most: Int) -> AdRect {
        AdRect(
          x: Double(random.int(-10...most)), y: Double(random.int(-10...most)),
          width: Double(random.int(0...most)), height: Double(random.int(0...most)))
      }
      let creative = AdRect(
        x: Double(random.int(0...20)), y: Double(random.int(0...20)),
        width: Double(random.int(1...30)), height: Double(random.int(1...30)))
      let viewport = rect(40)
      let parts = random.isOneIn(3) ? nil : (0..<random.int(0...4)).map { _ in rect(30) }
      let obstructions = (0..<random.int(0...3)).map { _ in rect(30) }
      var count = 0
      for x in 0..<Int(creative.width) {
        for y in 0..<Int(creative.height) {
          func isIn(_ rect: AdRect, _ x: Double, _ y: Double) -> Bool {
            rect.x < x && x < rect.maxX && rect.y < y && y < rect.maxY
          }
          let (left, top) = (Double(x) + 0.5, Double(y) + 0.5)
          let (ofViewport, down) = (
            left + creative.x - viewport.x, top + creative.y - viewport.y
          )
          let isSeen =
            isIn(viewport, left + creative.x, top + creative.y)
            && parts?.contains { isIn($0, left, top) } != false
            && !obstructions.contains { isIn($0, ofViewport, down) }
          count += isSeen ? 1 : 0
        }
      }
      let found = ViewabilityRule.display.judge(
        creative: creative, viewport: viewport, parts: parts, obstructions: obstructions)
      let expected = Double(count) / creative.size.area
      #expect(abs(found.fraction - expected) < 1e-9, "seed \(seed)")
    }
  }

  @Test func `two covers that lie over one another take away what they cover together`() {
    let ad = AdRect(x: 0, y: 0, width: 100, height: 100)
    let seen = ViewabilityRule.display.judge(
      creative: ad, viewport: ad,
      obstructions: [
        AdRect(x: 0, y: 0, width: 40, height: 100), AdRect(x: 20, y: 0, width: 40, height: 100),
      ])
    #expect(seen == (0.4, false))
  }
}
