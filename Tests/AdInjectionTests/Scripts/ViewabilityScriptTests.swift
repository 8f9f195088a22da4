// SPDX-License-Identifier: MIT
import AdInjection
import Testing

@Suite struct ViewabilityScriptTests {
  @Test(arguments: [
    (0.5, 0.5), (-0.1, 0), (1.2, 1), (.nan, 0), (.infinity, 1),
  ])
  func `the visible part is brought between nothing and all`(measured: Double, told: Double) {
    let report = ViewabilityReport(visibleFraction: measured, dwell: -5, isViewable: false)
    #expect(report.visibleFraction == told)
    #expect(report.dwell == 0)
  }

  @Test func `a report is handed over as one object`() {
    let report = ViewabilityReport(visibleFraction: 0.25, dwell: 1_250, isViewable: true)
    let script = ViewabilityScript.update(report)
    #expect(script.contains("visibleFraction: 0.25,\n    dwellMs: 1250,\n    viewable: true"))
  }
}
