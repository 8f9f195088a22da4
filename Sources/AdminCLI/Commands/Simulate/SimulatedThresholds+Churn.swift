// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports

extension SimulatedThresholds {
  /// Says that percentages win where sets differ in distances that then mean nothing.
  static func warnOfRemote(
    _ sets: [LoadingThresholds], on trace: Trace, plan: LoadingPlan, _ run: CommandRun
  ) throws {
    let traced = trace.steps.lazy.compactMap { step in
      if case .remote(let fetch, let render) = step.event {
        try? RemoteThresholds(fetch: fetch, render: render)
      } else {
        nil
      }
    }.first
    guard let remote = plan.remoteThresholds ?? traced,
      Set(sets.map { [$0.fetch, $0.display] }).count > 1
    else { return }
    try run.note(
      "warning: \(plan.remoteThresholds == nil ? "the trace" : "the page") sets remote percentages, "
        + "which win over distances: every set fetches at \(remote.fetch.formatted) % and displays at "
        + "\(remote.render.formatted) % of the viewport's height")
  }

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
