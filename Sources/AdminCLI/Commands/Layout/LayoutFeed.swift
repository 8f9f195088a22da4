// SPDX-License-Identifier: MIT
import AdLayout
import AdModel
import AdReports

/// `layout feed FILE`.
enum LayoutFeed {
  static let command = Command(
    "feed", "Put ads at fixed positions of a feed that grows in batches, and print its entries.",
    details: """
      The document: {"adsAt": [5, 7, 8], "every": 10, "latestIndex": 0, "ads": 6, "batches": \
      [10, 10]}

      Only batches, the number of items in each, must be there; the other values shown but ads are \
      the defaults. Positions count from 1 and repeat after so many entries; latestIndex goes on \
      with a feed of which so many entries are shown. ads is how many ads there are: items take the \
      places of the others.

      Items count from 0 through the output. Ads are numbered by their places, from 0 through the \
      whole feed, also the part that latestIndex skips.
      """,
    effect: .reads, output: .keys(of: columns),
    arguments: [LayoutFile.document],
    options: [LayoutFile.svg],
    examples: [
      Example("layout feed feed.json", "What stands at every index."),
      Example("layout feed feed.json --svg feed.svg", "As a picture."),
      Example("layout feed - --format csv < feed.json", "For a program."),
    ]
  ) { run in
    var feed = try LayoutFile.read(run, Document.init)
    if let file = run.input[LayoutFile.svg] {
      return try run.writeOutput(Array(try picture(of: feed, run).svg.utf8), to: file)
    }
    var writer = run.listWriter(columns)
    var item = 0
    for (number, count) in feed.batches.enumerated() {
      for _ in 0..<count {
        try run.checkListing()
        var index = feed.slots.latestIndex
        // One by one, so that a feed of any length needs no memory.
        for entry in feed.slots.add(items: 1, ads: feed.ads) {
          switch entry {
          case .item: try writer.write(Place(index: index, batch: number, item: item, ad: nil))
          case .ad(let ad):
            feed.ads -= 1
            try writer.write(Place(index: index, batch: number, item: nil, ad: ad))
          }
          index += 1
        }
        item += 1
      }
    }
    try writer.end()
  }

  /// The picture, which holds what is drawn and no more.
  private static func picture(of feed: Document, _ run: CommandRun) throws -> LayoutPicture {
    var feed = feed
    var batches: [[FeedSlots.Entry]] = []
    let firstIndex = feed.slots.latestIndex
    for count in feed.batches {
      try run.checkInterruption()
      let batch = feed.slots.add(items: count, ads: feed.ads)
      feed.ads -= batch.count { if case .ad = $0 { true } else { false } }
      batches.append(batch)
    }
    return LayoutPicture(batches, from: firstIndex, title: LayoutFile.title("Feed", run))
  }

  /// One entry of the feed.
  private struct Place: Sendable {
    let index: Int
    let batch: Int
    let item: Int?
    let ad: Int?
  }

  private static let columns: [Column<Place>] = [
    Column("index", "Index", .trailing, meaning: "The number of the entry, from 0.") { $0.index },
    Column("batch", "Batch", .trailing, meaning: "The number of the batch, from 0.") { $0.batch },
    Column("item", "Item", .trailing, meaning: "The number of the item, from 0.") { $0.item },
    Column("ad", "Ad", .trailing, meaning: "The number of the ad, from 0.") { $0.ad },
  ]

  private struct Document {
    var slots: FeedSlots
    var ads: Int
    let batches: [Int]

    init(_ document: JSONNode) throws {
      try document.object(knowing: ["adsAt", "every", "latestIndex", "ads", "batches"])
      let positions = try document.optional("adsAt")?.elements().map { node in
        Int(try node.integer(in: 1...Int64(FeedPattern.greatestPeriod)))
      }
      let period = try document.optional("every")?
        .integer(in: 1...Int64(FeedPattern.greatestPeriod))
      let pattern = try FeedPattern(
        adsAt: positions ?? FeedPattern.standard.adsAt,
        every: period.map { Int($0) } ?? FeedPattern.standard.every)
      slots = try FeedSlots(
        pattern,
        latestIndex: Int(document.optional("latestIndex")?.integer(in: 0...1_000_000_000) ?? 0))
      ads = Int(try document.optional("ads")?.integer(in: 0...1_000_000_000) ?? .max)
      batches = try document.member("batches").elements().map { node in
        Int(try node.integer(in: 0...1_000_000))
      }
    }
  }
}
