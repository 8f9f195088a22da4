// SPDX-License-Identifier: MIT
import AdConsent
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
      throw Failure(
        .usage, "a preview needs --page: whose units are shown.",
        try: "adview-admin export preview --help")
    }
    let preview = try run.withDatabase(.readOnly) { database in
      try make(page, in: database, run)
    }
    try run.print(preview.page)
  }

  private static func make(
    _ page: PageID, in database: AdDatabase, _ run: CommandRun
  ) throws -> PagePreview {
    let (plan, entries, debugTargeting) = try InventoryRepository(database).read { inventory in
      var filter = InventoryFilter.standard
      filter.page = page
      filter.statuses =
        run.input[ExportOptions.inactive] ? InventoryUnit.Status.allCases : [.active]
      let debugging = run.input[ExportOptions.debug] ? true : try inventory.isDebugging()
      return (
        try inventory.loadingPlan(of: page),
        try inventory.units(matching: filter).map { unit in
          (unit, try inventory.effectiveTargeting(of: unit.id).entries)
        },
        debugging ? try inventory.targeting(of: .debug).entries : nil
      )
    }
    if entries.isEmpty {
      throw Failure(
        .badData, "page '\(page)' has no active unit, so there is nothing to show.",
        try: "adview-admin unit list --page \(page) --status all")
    }
    let builder = try BundleOptions.builder(in: database, debugTargeting: debugTargeting, run)
    let inOrder = entries.sorted { one, other in
      (one.0.position ?? .max, one.0.id) < (other.0.position ?? .max, other.0.id)
    }
    var placements = PagePreview.column(of: inOrder.map(\.0))
    for (place, entry) in inOrder.enumerated() {
      placements[place].bundle = try builder.bundle(for: entry.0, targeting: entry.1)
    }
    let scroll = PagePreview.reading(of: placements)
    return PagePreview(
      title: "Page \(page)", viewport: PagePreview.standardViewport, placements: placements,
      thresholds: plan.thresholds, remote: plan.remoteThresholds, decision: builder.decision,
      scroll: scroll,
      transitions: try transitions(of: placements, scroll, plan, builder.decision))
  }

  /// What the real manager makes of the scroll; nothing where the gate is closed.
  private static func transitions(
    of placements: [PagePreview.Placement], _ scroll: [PagePreview.ScrollSample],
    _ plan: LoadingPlan, _ decision: GateDecision
  ) throws -> [LoadTransition] {
    guard case .allowed(let permit) = decision else { return [] }
    var trace = JSONWriter()
    func line(_ time: Int64, _ kind: String, id: AdUnitID? = nil, _ rect: AdRect) throws {
      try trace.object { (line) throws(JSONError) in
        line.member("t", time)
        try line.object(kind) { (object) throws(JSONError) in
          if let id { object.member("id", id.rawValue) }
          try object.member("x", rect.x)
          try object.member("y", rect.y)
          try object.member("width", rect.width)
          try object.member("height", rect.height)
        }
      }
      trace.endLine()
    }
    let viewport = PagePreview.standardViewport
    for placement in placements { try line(0, "frame", id: placement.unit.id, placement.frame) }
    for sample in scroll {
      try line(
        sample.time, "viewport",
        AdRect(x: 0, y: sample.offset, width: viewport.width, height: viewport.height))
    }
    return TraceReplay(plan: plan, permit: permit).run(try Trace(trace.bytes)).transitions
  }
}
