// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports

extension SimulatedThresholds {
  /// Warns of sets that invite churn on this scroll, each by its name where there are several.
  static func warnOfChurn(
    _ sets: [LoadingThresholds], on trace: Trace, plan: LoadingPlan, _ run: CommandRun
  ) throws {
    let height = trace.steps.lazy.compactMap { step in
      if case .viewport(let rect?) = step.event, !rect.isEmpty { rect.height } else { nil }
    }.first
    for (thresholds, label) in zip(sets, LoadingThresholds.labels(of: sets)) {
      let warnings = ChurnWarning.warnings(
        for: thresholds, remote: plan.remoteThresholds, viewportHeight: height ?? 852)
      for warning in warnings {
        try run.note("warning: \(sets.count > 1 ? "\(label): " : "")\(warning)")
      }
    }
  }
}
