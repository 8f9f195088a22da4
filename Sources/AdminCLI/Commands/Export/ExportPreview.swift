// SPDX-License-Identifier: MIT
import AdConsent
import AdHosting
import AdInjection
import AdLoading
import AdModel
import AdReports
import AdStore

/// `export preview --page PAGE`.
enum ExportPreview {
  static let page = Option("page", .page, "The page whose units are shown.")

  static let command = Command(
    "preview", "Write a page to look at: all units of a page, as a person scrolls past them.",
    details:
      "One self-contained HTML file for any browser: the units in a scrolling column with the zones "
      + "drawn, each unit's bundle loaded, rendered and unloaded as the lazy-loading manager decides, "
      + "replayed or while you scroll. Where the consent gate is closed, nothing is written and the "
      + "command ends with 77.",
    effect: .reads, output: .document("HTML"),
    options: [page] + BundleOptions.options,
    examples: [
      Example(
        "export preview --page article --subject user-17 > article.html", "Open it in a browser.")
    ]
  ) { run in
    guard let page = run.input[page] else {
      throw Failure(.usage, "a preview needs --page: whose units are shown.")
    }
    let isInactiveToo = run.input[ExportOptions.inactive]
    let stored = try BundleOptions.read(run) {
      try $0.page(page, withArchived: isInactiveToo, terms: $1)
    }
    try run.print(preview(of: stored, isInactiveToo: isInactiveToo, run).page)
  }

  private static func preview(
    of stored: StoredPage, isInactiveToo: Bool, _ run: CommandRun
  ) throws -> PagePreview {
    let (page, plan) = (stored.page.id, stored.plan)
    let units = stored.units.filter { isInactiveToo || $0.unit.status == .active }
    if units.isEmpty {
      throw Failure(
        .badData, "page '\(page)' has no active unit, so there is nothing to show.",
        try: "adview-admin unit list --page \(page) --status all")
    }
    let builder = try BundleOptions.builder(under: stored.terms, run)
    let inOrder = units.sorted { one, other in
      (one.unit.position ?? .max, one.unit.id) < (other.unit.position ?? .max, other.unit.id)
    }
    var placements = PagePreview.column(of: inOrder.map(\.unit))
    for (place, entry) in inOrder.enumerated() {
      placements[place].bundle = try builder.bundle(for: entry.unit, targeting: entry.targeting)
    }
    let scroll = PagePreview.reading(of: placements)
    return PagePreview(
      title: "Page \(page)", viewport: PagePreview.standardViewport, placements: placements,
      thresholds: plan.thresholds, remote: plan.remoteThresholds,
      liveViews: plan.loadedAdsLimit, decision: builder.decision,
      scroll: scroll, transitions: transitions(of: placements, scroll, plan, builder.decision))
  }

  /// What the real manager makes of the scroll; nothing where the gate is closed.
  private static func transitions(
    of placements: [PagePreview.Placement], _ scroll: [PagePreview.ScrollSample],
    _ plan: LoadingPlan, _ decision: GateDecision
  ) -> [LoadTransition] {
    guard case .allowed(let permit) = decision else { return [] }
    let screen = PagePreview.standardViewport
    let frames = placements.map { placement in
      (Int64(0), Trace.Event.frame(AdFrame(unit: placement.unit.id, frame: placement.frame)))
    }
    let viewports = scroll.map { sample in
      (
        sample.time,
        Trace.Event.viewport(
          AdRect(x: 0, y: sample.offset, width: screen.width, height: screen.height))
      )
    }
    let trace = Trace(events: frames + viewports)
    var replay = TraceReplay(trace, on: PageContent(plan: plan), permit: permit)
    return replay.run().transitions
  }
}
