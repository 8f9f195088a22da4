// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import Testing

@Suite struct InventoryLintChurnTests {
  @Test(
    arguments: [
      (1_600.0, true, nil, 0), (1_199, true, nil, 1), (1_199, false, nil, 0),
      (1_600, true, 200.0, 1), (1_600, true, 100.0, 0),
    ] as [(Double, Bool, Double?, Int)])
  func `thresholds that invite churn are found`(
    unload: Double, unloading: Bool, remote: Double?, count: Int
  ) throws {
    let findings = InventoryLint.findings(
      in: try LoadingThresholds(unload: unload, unloadingEnabled: unloading),
      remote: try remote.map { try RemoteThresholds(fetch: $0, render: 50) },
      of: try PageID("home"))
    #expect(findings.map(\.rule) == Array(repeating: .churn, count: count))
    #expect(findings.allSatisfy { $0.place == "thresholds of page home" && $0.unit == nil })
  }
}
