// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import AdReports

/// `layout masonry FILE`.
enum LayoutMasonry {
  private static let method = Option<MasonryMethod>(
    "method", .choice("METHOD"),
    "How rows break: greedy decides row by row, optimal the whole list at once with the least "
      + "distortion of all, seed as Klipy's own calculator does.", defaultDescription: "greedy")
  private static let width = Option(
    "width", .points(upTo: 100_000), "The container's width; the document needs none then.")

  static let command = Command(
    "masonry", "Place pictures and ads in rows that fill a width, and print every frame.",
    details: """
      The document, in points: {"containerWidth": 393, "meta": {"itemMinWidth": 50, \
      "adMaxResizePercent": 20}, "items": [{"id": 7, "width": 480, "height": 360}, {"width": 320, \
      "height": 50, "isAd": true}]}

      It may also hold horizontalSpacing (1), minRowHeight (50), maxRowHeight (180) and \
      maxItemsPerRow (4). Only the shape of a picture counts; an ad keeps its shape, and shrinks by \
      adMaxResizePercent at most. An answer of Klipy's API is understood as it is (data, type, \
      file, item_min_width, ad_max_resize_percent), with --width.

      distortion is how many times wider or higher than its own shape an item is drawn; shrinkPercent \
      how much narrower than delivered an ad is. A row that seed spoils says so in fault.
      """,
    effect: .reads, output: .keys(of: columns),
    arguments: [LayoutFile.document],
    options: [width, method, LayoutFile.svg],
    examples: [
      Example("layout masonry grid.json", "The frame of every item."),
      Example("layout masonry page.json --width 393", "A page as Klipy's API sends it."),
      Example("layout masonry grid.json --method optimal --svg grid.svg", "As a picture."),
      Example("layout masonry - --format ndjson < grid.json", "For a program."),
    ]
  ) { run in
    let (document, rows) = try LayoutFile.read(run) { node in
      let document = try MasonryDocument(
        node, width: run.input[width], method: run.input[method] ?? .greedy)
      return (document, try document.calculator.rows(from: document.items, meta: document.meta))
    }
    if let file = run.input[LayoutFile.svg] {
      let way = document.calculator.method
      let picture = LayoutPicture(
        rows, of: document.items, width: document.calculator.containerWidth,
        title: LayoutFile.title("Masonry grid, \(way.rawValue),", run))
      return try run.writeOutput(Array(picture.svg.utf8), to: file)
    }
    let places = rows.enumerated().lazy.flatMap { row, layout in
      layout.items.map {
        Place(row: row, item: $0, id: document.ids[$0.index], faults: layout.faults)
      }
    }
    try run.list(places, columns)
  }

  /// An item and the row that it stands in.
  private struct Place: Sendable {
    let row: Int
    let item: GridItemLayout
    let id: Cell
    let faults: [RowFault]
  }

  private static let columns: [Column<Place>] = [
    Column("row", "Row", .trailing, meaning: "The row of the grid, from 0.") { $0.row },
    Column("item", "Item", .trailing, meaning: "The number of the item, from 0.") { $0.item.index },
    Column("id", "Id", meaning: "The id that the document gives the item.") { $0.id },
    Column("isAd", "Ad", meaning: "Whether the item is an ad.") { $0.item.isAd },
    number("x", "X", "The left edge in points.") { $0.frame.x },
    number("y", "Y", "The top edge in points.") { $0.frame.y },
    number("width", "Width", "The width in points.") { $0.frame.width },
    number("height", "Height", "The height in points.") { $0.frame.height },
    number("distortion", "Distortion", "How much the proportions changed.") { $0.distortion },
    number("shrinkPercent", "Shrunk %", "How much it was made smaller, in percent.") {
      $0.shrinkPercent
    },
    Column("fault", "Fault", meaning: "What is wrong with the row, in words.") { place in
      let faults = place.faults.map(\.description)
      return faults.isEmpty ? Cell.none : .toned(faults.joined(separator: "; "), .warning)
    },
  ]

  /// Programs get every digit, people hundredths. What has a side of nothing has no shape to compare.
  private static func number(
    _ key: String, _ title: String, _ meaning: String,
    _ value: @escaping @Sendable (GridItemLayout) -> Double?
  ) -> Column<Place> {
    @Sendable func finite(_ place: Place) -> Double? {
      value(place.item).flatMap { $0.isFinite ? $0 : nil }
    }
    return Column(key, title, .trailing, meaning: meaning) { finite($0) }
      .showing { .optional(finite($0).map { ($0 * 100).rounded() / 100 }) }
  }
}
