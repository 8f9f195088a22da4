// SPDX-License-Identifier: MIT
package import AdModel

extension InventoryLint {
  /// Looks at the thresholds of a page.
  /// - Parameter remote: Percentages that win over the distances; taken of a usual phone's height.
  /// - Returns: What invites churn, none where all is well.
  package static func findings(
    in thresholds: LoadingThresholds, remote: RemoteThresholds?, of page: PageID
  ) -> [LintFinding] {
    ChurnWarning.warnings(for: thresholds, remote: remote).map { warning in
      LintFinding(.churn, place: "thresholds of page \(page)", what: "\(warning)")
    }
  }
}
