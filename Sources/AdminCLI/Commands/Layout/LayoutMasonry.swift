// SPDX-License-Identifier: MIT
import AdLayout
import AdModel

/// `layout masonry --in FILE`.
enum LayoutMasonry {
  static let command = Command(
    "masonry", "Place pictures and ads in rows that fill a width, and print every frame.",
    details: """
      The document, in points: {"containerWidth": 393, "meta": {"itemMinWidth": 50, \
      "adMaxResizePercent": 20}, "items": [{"width": 480, "height": 360}, {"width": 320, \
      "height": 50, "isAd": true}]}

      It may also hold horizontalSpacing (1), minRowHeight (50), maxRowHeight (180) and \
      maxItemsPerRow (4). Only the shape of a picture counts; an ad keeps its size, and shrinks by \
      adMaxResizePercent at most.
      """,
    effect: .reads, options: [LayoutNoun.document],
    examples: [
      Example("layout masonry --in grid.json", "The frame of every item."),
      Example("layout masonry --in - --format ndjson < grid.json", "For a program."),
    ]
  ) { run in
    let rows = try LayoutNoun.read(run, rows)
    let places = rows.enumerated().lazy.flatMap { row, layout in
      layout.items.map { Place(row: row, item: $0) }
    }
    try run.list(places, columns)
  }

  /// An item and the row that it stands in.
  private struct Place: Sendable {
    let row: Int
    let item: GridItemLayout
  }

  private static let columns: [Column<Place>] = [
    Column("row", "Row", .trailing) { .integer(Int64($0.row)) },
    Column("item", "Item", .trailing) { .integer(Int64($0.item.index)) },
    Column("isAd", "Ad") { .flag($0.item.isAd) },
    Column("x", "X", .trailing) { .number($0.item.frame.x) },
    Column("y", "Y", .trailing) { .number($0.item.frame.y) },
    Column("width", "Width", .trailing) { .number($0.item.frame.width) },
    Column("height", "Height", .trailing) { .number($0.item.frame.height) },
  ]

  private static func rows(of document: JSONNode) throws -> [RowLayout] {
    try document.object(knowing: [
      "containerWidth", "horizontalSpacing", "minRowHeight", "maxRowHeight", "maxItemsPerRow",
      "meta", "items",
    ])
    let calculator = try MasonryLayoutCalculator(
      containerWidth: document.member("containerWidth").double(),
      horizontalSpacing: document.optional("horizontalSpacing")?.double() ?? 1,
      minRowHeight: document.optional("minRowHeight")?.double() ?? 50,
      maxRowHeight: document.optional("maxRowHeight")?.double() ?? 180,
      maxItemsPerRow: Int(document.optional("maxItemsPerRow")?.integer(in: 1...100) ?? 4))
    let meta = try document.member("meta").object(knowing: ["itemMinWidth", "adMaxResizePercent"])
    let items = try document.member("items").elements().map { item in
      try item.object(knowing: ["width", "height", "isAd"])
      let size = AdSize(
        width: try item.member("width").double(), height: try item.member("height").double())
      return GridItem(size: size, isAd: try item.optional("isAd")?.bool() ?? false)
    }
    return try calculator.rows(
      from: items,
      meta: GridMeta(
        itemMinWidth: meta.member("itemMinWidth").double(),
        adMaxResizePercent: meta.member("adMaxResizePercent").double()))
  }
}
