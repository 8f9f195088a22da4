// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// `history timeline SESSION`.
enum HistoryTimeline {
  static let session = Argument(.session, "The session.")
  static let svg = Option(
    "svg", .file, "Draw it into this file instead, as SVG; - writes to standard output.")

  static let command = Command(
    "timeline", "Show a session as a lane for each ad, over time.",
    details:
      "Each mark of a lane is the state that held longest in its time. The history knows the "
      + "viewport at transitions only. Zones are those that the page has now. The other formats "
      + "give a row for each stretch of a state.",
    effect: .reads, output: .keys(Column.keys(of: StretchRow.columns)), arguments: [session],
    options: [svg],
    examples: [
      Example("history timeline session-1", "As text, as wide as the terminal."),
      Example("history timeline session-1 --svg session-1.svg", "As a picture."),
      Example("history timeline session-1 --format csv", "Each stretch of a state."),
    ]
  ) { run in
    let (stored, plan) = try read(run)
    let timeline = LoadTimeline(
      stored.entries.map(\.transition),
      viewable: stored.viewable.map { ($0.unit, $0.at.milliseconds) },
      from: stored.session.startedAt.milliseconds, until: stored.session.lastAt.milliseconds)
    let words = TimelineWords(session: stored.session, timeline: timeline)
    if let file = run.input[svg] {
      let picture = TimelinePicture(
        timeline, thresholds: plan.thresholds, remote: plan.remoteThresholds,
        title: words.title, subtitle: words.subtitle)
      if file == "-" { return try run.print(picture.svg) }
      try run.host.files.write(Array(picture.svg.utf8), to: file, for: .owner)
      return try run.note("wrote \(file)")
    }
    guard run.format == .table else {
      let rows = timeline.lanes.flatMap { lane in
        lane.stretches.map { StretchRow(lane, $0, from: stored.session.startedAt) }
      }
      return try run.list(rows, StretchRow.columns)
    }
    let lanes = TimelineLanes(timeline: timeline, width: run.columns, style: run.style)
    let heading = [
      run.style.heading(words.title.shortened(to: run.columns)), words.extent,
      words.circumstances.safeForTerminal.shortened(to: run.columns),
      TimelineWords.zones(of: plan).shortened(to: run.columns),
    ]
    for line in heading.filter({ !$0.isEmpty }) + [""] + lanes.lines {
      try run.checkInterruption()
      try run.print("\(line)\n")
    }
  }

  /// The session, and the thresholds of its page as they are now; the defaults where the page is gone.
  private static func read(_ run: CommandRun) throws -> (SessionTimeline, LoadingPlan) {
    try run.withDatabase(.readOnly) { database in
      let stored = try HistoryRepository(database).timeline(of: run.input[session])
      return (stored, try plan(of: stored.session.page, in: database))
    }
  }

  /// The thresholds of a page as they are now; the defaults where the page is gone.
  static func plan(of page: PageID, in database: AdDatabase) throws -> LoadingPlan {
    do {
      return try InventoryRepository(database).loadingPlan(of: page)
    } catch let error as StoreError where error.code == .noSuchPage {
      return LoadingPlan()
    }
  }
}

/// One state of one ad, as a row.
private struct StretchRow {
  let unit: AdUnitID
  let stretch: LoadTimeline.Stretch
  /// When the session began, which the times of a timeline count from.
  let start: Timestamp
  let viewableAt: Int64?

  init(_ lane: LoadTimeline.Lane, _ stretch: LoadTimeline.Stretch, from start: Timestamp) {
    self.start = start
    unit = lane.unit
    self.stretch = stretch
    viewableAt =
      stretch.state == .displayed
      ? lane.viewable.first { (stretch.start...stretch.end).contains($0) } : nil
  }

  static let columns: [Column<StretchRow>] = [
    Column("adUnitId") { .text($0.unit.rawValue) },
    Column("state") { .text($0.stretch.state.rawValue) },
    Column("start") { $0.time($0.stretch.start) },
    Column("end") { $0.time($0.stretch.end) },
    Column("cause") { .optional($0.stretch.cause?.rawValue) },
    Column("viewableAt") { $0.viewableAt.map($0.time) ?? .none },
    Column("frame") { HistoryColumns.rect($0.stretch.frame) },
  ]

  private func time(_ offset: Int64) -> Cell { .text(start.advanced(by: offset).description) }
}
