// SPDX-License-Identifier: MIT
import AdLayout
import AdLoading
import AdModel
import AdReports
import AdStore

/// `layout page PAGE`.
enum LayoutPage {
  private static let page = Argument(.page, "The page.")
  private static let pattern = Option(
    "feed-pattern", .feedPattern, "Where ads stand among the entries.",
    defaultDescription: "the page's own")
  private static let items = Option(
    "items", .whole(in: 0...10_000), "How many items of content the page has.",
    defaultDescription: "enough to place every unit")
  private static let itemHeight = Option(
    "item-height", .points(in: 1...2_000), "How high an item is.", defaultDescription: "200")
  private static let spacing = Option(
    "spacing", .points(in: 0...10_000), "The space between entries.", defaultDescription: "8")
  private static let width = Option(
    "width", .points(in: 1...100_000), "The width of the page and its viewport.",
    defaultDescription: "393")
  private static let height = Option(
    "height", .points(upTo: 100_000), "The height of the viewport.", defaultDescription: "852")
  private static let speed = Option(
    "speed", .points(in: 100...100_000), "How far the trace scrolls in a second.",
    defaultDescription: "800")
  private static let trace = Option(
    "trace", .output,
    "Write a trace for simulate into this file instead: the frames, and a steady scroll to the end; "
      + "- writes to standard output.")

  private static let screenAt = Option(
    "screen-at", .points(upTo: 100_000),
    "Draw a screen whose upper edge is there, the page's zones around it, and how far each ad has come."
  )

  static let command = Command(
    "page", "Lay out a page of the inventory: its active units among stand-ins for content.",
    details: """
      Units stand in the order of their positions, in their initial sizes, in the middle of the \
      width. Edit the trace to scroll as people do, and replay it with simulate.
      """,
    effect: .reads, output: .keys(of: columns), arguments: [page],
    options: [
      pattern, items, itemHeight, spacing, width, height, speed, trace, LayoutFile.svg,
      screenAt,
    ],
    examples: [
      Example("layout page home", "Where each unit stands."),
      Example("layout page home --svg home.svg", "As a picture."),
      Example("layout page home --svg home.svg --screen-at 600", "As a phone shows it."),
      Example("layout page home --trace home.ndjson --speed 1500", "To be replayed:"),
      Example("simulate home.ndjson --page home", "With the page's thresholds."),
    ]
  ) { run in
    guard run.input[trace] == nil || run.input[LayoutFile.svg] == nil else {
      throw Failure(.usage, "--trace and --svg exclude one another.")
    }
    guard run.input[screenAt] == nil || run.input[LayoutFile.svg] != nil else {
      throw Failure(
        .usage, "--screen-at draws a screen into --svg.", try: run.again(with: "--svg FILE"))
    }
    let (layout, thresholds) = try layout(run)
    for unit in layout.unplaced {
      try run.note("warning: no place for unit \(unit); give more --items or another pattern")
    }
    if let file = run.input[trace] {
      return try run.writeOutput(try scroll(over: layout, run), to: file)
    }
    if let file = run.input[LayoutFile.svg] {
      let screen = run.input[screenAt].map { top in
        LayoutPicture.Screen(
          AdRect(x: 0, y: top, width: layout.width, height: run.input[height] ?? 852),
          under: thresholds)
      }
      let picture = LayoutPicture(layout, title: "Page \(run.input[page])", screen: screen)
      return try run.writeOutput(Array(picture.svg.utf8), to: file)
    }
    try run.list(layout.entries.enumerated().lazy.map(Place.init), columns)
  }

  private static func layout(_ run: CommandRun) throws -> (FeedPage, LoadingThresholds) {
    let (own, units) = try run.readInventory { inventory in
      // Asked for by name, so that a page that is not there is refused.
      let page = try inventory.page(run.input[page])
      let active = InventoryFilter(statuses: [.active], page: page.id)
      return (page, try inventory.units(matching: active))
    }
    let inOrder = units.enumerated().sorted { one, other in
      let places = (one.element.position ?? .max, other.element.position ?? .max)
      return places.0 == places.1 ? one.offset < other.offset : places.0 < places.1
    }
    let laidOut = try FeedPage(
      of: inOrder.map(\.element), pattern: run.input[pattern] ?? own.feedPattern,
      items: run.input[items], itemHeight: run.input[itemHeight] ?? 200,
      spacing: run.input[spacing] ?? 8, width: run.input[width] ?? 393)
    return (laidOut, own.thresholds)
  }

  /// The frames at once, then the viewport ten times a second until the end of the page is seen.
  private static func scroll(over page: FeedPage, _ run: CommandRun) throws -> [UInt8] {
    var viewport = AdRect(x: 0, y: 0, width: page.width, height: run.input[height] ?? 852)
    let end = max(0, page.height - viewport.height)
    let step = (run.input[speed] ?? 800) / 10
    var writer = TraceWriter()
    try writer.append(.viewport(viewport), at: 0)
    for entry in page.entries {
      guard case .ad(let unit) = entry.content else { continue }
      try writer.append(.frame(AdFrame(unit: unit, frame: entry.frame)), at: 0)
    }
    var time: Int64 = 0
    while viewport.y < end {
      try run.checkInterruption()
      time += 100
      viewport.y = min(end, Double(time / 100) * step)
      try writer.append(.viewport(viewport), at: time)
    }
    return writer.takeBytes()
  }

  private struct Place: Sendable {
    let index: Int
    let entry: FeedPage.Entry

    @Sendable init(_ place: (offset: Int, element: FeedPage.Entry)) {
      index = place.offset
      entry = place.element
    }

    var item: Int? { if case .item(let item) = entry.content { item } else { nil } }
    var unit: AdUnitID? { if case .ad(let unit) = entry.content { unit } else { nil } }
  }

  private static let columns: [Column<Place>] = [
    Column("index", "Index", .trailing, meaning: "The number of the entry, from 0.") { $0.index },
    Column("item", "Item", .trailing, meaning: "The number of the item, from 0.") { $0.item },
    Column("adUnitId", "Unit", meaning: "The id of the ad unit.") { $0.unit },
    Column("x", "X", .trailing, meaning: "The left edge in points.") { $0.entry.frame.x },
    Column("y", "Y", .trailing, meaning: "The top edge in points.") { $0.entry.frame.y },
    Column("width", "Width", .trailing, meaning: "The width in points.") { $0.entry.frame.width },
    Column("height", "Height", .trailing, meaning: "The height in points.") {
      $0.entry.frame.height
    },
  ]
}
