// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore
import AdSystem

/// `history timeline SESSION`.
enum HistoryTimeline {
  static let session = Argument(.session, "The session.")
  static let svg = Option(
    "svg", .output, "Draw it into this file instead, as SVG; - writes to standard output.")
  static let units = Option("unit", .unit, "Only the lane of this ad unit.", repeats: true)
  static let lanes = Option(
    "lanes", .whole(in: 1...10_000), "How many lanes at most, those with the most faults.",
    defaultDescription: "\(TimelinePicture.usualLanes)")

  static let command = Command(
    "timeline", "Show a session as a lane for each ad, over time.",
    details:
      "Each mark of a lane is the state that held longest in its time. Scroll, zones, consent and "
      + "app are those of the session, where it was recorded with its scroll; of another, the viewport "
      + "is known at transitions only. L, W and C are loads that were late, wasted or churned; 'history "
      + "loads' says why. Where there are more ads than lanes, those with the most wasted "
      + "loads, late displays and churn have one. The other formats give a row for each stretch of a "
      + "state, of every ad.",
    effect: .reads, output: .keys(of: StretchRow.columns), arguments: [session],
    options: [svg, units, lanes],
    examples: [
      Example("history timeline session-1", "As text, as wide as the terminal."),
      Example("history timeline session-1 --svg session-1.svg", "As a picture."),
      Example("history timeline session-1 --unit div-gpt-ad-mobile_1", "One ad."),
      Example("history timeline session-1 --format csv", "Each stretch of a state."),
    ]
  ) { run in
    let (stored, whole) = try run.withDatabase(.readOnly) { try read(run.input[session], in: $0) }
    let chosen = try chosen(of: whole, run)
    guard run.format == .table || run.input[svg] != nil else {
      let rows = chosen.lanes.flatMap { lane in
        lane.stretches.map { StretchRow(lane, $0, from: stored.session.startedAt) }
      }
      return try run.list(rows, StretchRow.columns)
    }
    let timeline = chosen.showing(atMost: run.input[lanes] ?? TimelinePicture.usualLanes)
    let words = TimelineWords(session: stored.session, timeline: timeline)
    if let file = run.input[svg] {
      let picture = TimelinePicture(
        timeline, title: words.title, subtitle: words.subtitle, notes: words.notes)
      return try run.writeOutput(Array(picture.svg.utf8), to: file)
    }
    let drawn = TimelineLanes(timeline: timeline, width: run.columns, style: run.style)
    let heading = [
      run.style.heading(words.title.shortened(to: run.columns)), words.extent,
      words.circumstances.safeForTerminal.shortened(to: run.columns),
      words.zones.shortened(to: run.columns),
    ]
    for line in heading.filter({ !$0.isEmpty }) + [""] + drawn.lines {
      try run.checkInterruption()
      try run.print("\(line)\n")
    }
    for note in words.notes { try run.note("note: \(note)") }
  }

  /// A session, and its timeline with all that is known of it.
  static func read(
    _ id: SessionID, in database: AdDatabase
  ) throws -> (stored: SessionTimeline, timeline: LoadTimeline) {
    let history = HistoryRepository(database)
    let stored = try history.timeline(of: id)
    let session = stored.session
    var filter = StatisticsFilter()
    filter.session = id
    let loads = try history.loads(matching: filter) { $0.fault != nil }
    return (
      stored,
      LoadTimeline(
        stored.entries.map(\.transition),
        viewable: stored.viewable.map { ($0.unit, $0.at.milliseconds) },
        faults: loads.compactMap { load in
          load.timelineFault.map { (load.unit, $0) }
        },
        track: session.track == .whole ? try history.track(of: id).track : nil,
        from: session.startedAt.milliseconds, until: session.lastAt.milliseconds)
    )
  }

  /// The lanes of the units that were named, or all.
  private static func chosen(of timeline: LoadTimeline, _ run: CommandRun) throws -> LoadTimeline {
    let named = Set(run.input.all(units))
    guard !named.isEmpty else { return timeline }
    for unit in named.sorted() where !timeline.lanes.contains(where: { $0.unit == unit }) {
      throw Failure(
        .notFound, "the ad unit '\(unit)' did not change its state in this session.",
        try: "adview-admin history timeline \(run.input[session])")
    }
    return timeline.showing { named.contains($0.unit) }
  }
}

/// One state of one ad, as a row.
private struct StretchRow {
  let unit: AdUnitID
  let stretch: LoadTimeline.Stretch
  /// When the session began, which the times of a timeline count from.
  let start: Timestamp
  let viewableAt: Int64?
  /// What was wrong with the load that began with it.
  let fault: LoadFault?

  init(_ lane: LoadTimeline.Lane, _ stretch: LoadTimeline.Stretch, from start: Timestamp) {
    self.start = start
    unit = lane.unit
    self.stretch = stretch
    fault =
      stretch.state == .fetched
      ? lane.faults.first { $0.fetchedAt == stretch.start }?.load : nil
    viewableAt =
      stretch.state == .displayed
      ? lane.viewable.first { (stretch.start...stretch.end).contains($0) } : nil
  }

  static let columns: [Column<StretchRow>] = [
    Column("adUnitId", meaning: "The id of the ad unit.") { $0.unit },
    Column("state", meaning: "The state.") { $0.stretch.state.rawValue },
    Column("start", meaning: "When the state began.") { $0.time($0.stretch.start) },
    Column("end", meaning: "When the state ended.") { $0.time($0.stretch.end) },
    Column("cause", meaning: "Why the state changed.") { $0.stretch.cause?.rawValue },
    Column("viewableAt", meaning: "When the ad had been viewable.") {
      $0.viewableAt.map($0.time)
    },
    Column("frame", meaning: "The place of the ad: x, y, width and height in points.") {
      HistoryColumns.rect($0.stretch.frame)
    },
    Column("fault", meaning: "Of a load that begins: whether it was late, wasted or churn.") {
      $0.fault?.kind.rawValue
    },
    Column("why", meaning: "Why it was.") { $0.fault?.cause?.rawValue },
    Column("remedy", meaning: "The zone whose distance would have done, or prediction.") {
      $0.fault?.remedy?.zone.rawValue
    },
    Column("remedyDistance", meaning: "That distance in points, that prediction in milliseconds.") {
      $0.fault?.remedy?.distance
    },
  ]

  private func time(_ offset: Int64) -> Timestamp { start.advanced(by: offset) }
}

extension ExportedLoad {
  /// What a timeline says of a load with which something was wrong.
  fileprivate var timelineFault: LoadTimeline.Fault? {
    guard let fault, let start = fetchedAt ?? displayedAt else { return nil }
    let time = fault.kind == .late ? appearedAt ?? displayedAt ?? start : start
    return LoadTimeline.Fault(fault, fetchedAt: start.milliseconds, at: time.milliseconds)
  }
}
