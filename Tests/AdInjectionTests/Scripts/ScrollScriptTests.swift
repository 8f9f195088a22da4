// SPDX-License-Identifier: MIT
import AdInjection
import Testing

@Suite struct ScrollScriptTests {
  @Test(arguments: [
    (0.0, 100.0, "scrollTo(0, 100)"), (64, 0.5, "scrollTo(64, 0.5)"),
    (.nan, .infinity, "scrollTo(null, null)"),
  ])
  func `a place is two numbers, and none where it is none`(x: Double, y: Double, script: String) {
    #expect(ScrollScript.source(x: x, y: y) == script)
  }
}
