// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import Foundation

/// Storing and finding units, beside the same statements through the C API.
enum InventoryBenchmark {
  private static let count = 100_000

  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("Inventory: \(count) units with three sizes and four targeting values each")
    let entries = try SampleUnits.entries(count)
    let filled = try compareInserts(entries, workplace, &report)
    try compareLookups(entries, filled, &report)
  }

  /// Inserts into copies of one file that holds the pages, and gives the path of a filled one.
  private static func compareInserts(
    _ entries: [InventoryEntry], _ workplace: Workplace, _ report: inout Report
  ) throws -> String {
    let empty = workplace.path("pages.sqlite")
    let pages = try AdDatabase.create(path: empty, now: SampleUnits.now)
    try InventoryRepository(pages).change(by: "bench", at: SampleUnits.now) { edit in
      for page in Set(entries.compactMap(\.unit.page)) { try edit.setPage(page) { _ in } }
    }
    try pages.close()

    let (ours, theirs) = (workplace.path("ours.sqlite"), workplace.path("direct.sqlite"))
    var logTexts: [String] = []
    let insertOurs = {
      try renew(ours, from: empty)
      let database = try AdDatabase(path: ours, access: .readWrite)
      let seconds = try Stopwatch.seconds {
        try InventoryRepository(database).change(by: "bench", at: SampleUnits.now) { edit in
          for entry in entries { try edit.add(entry) }
        }
      }
      if logTexts.isEmpty {
        logTexts = try InventoryRepository(database).read { inventory in
          try inventory.changes(limit: entries.count).reversed().map { $0.after ?? "" }
        }
      }
      try database.close()
      return seconds
    }
    _ = try insertOurs()
    let medians = try Stopwatch.medians(
      rounds: 1,
      [
        insertOurs,
        {
          try renew(theirs, from: empty)
          return try Stopwatch.seconds {
            try DirectInventory.insert(entries, logTexts: logTexts, into: theirs)
          }
        },
      ])
    try checkSame(ours, theirs)
    report.compare(
      "insert, one transaction, each", ours: medians[0], "C API, same SQL", medians[1],
      count: entries.count, goal: .init(atMost: 1.1),
      told: "inserting a unit, its changes logged (the C API makes no JSON for the log)")
    return ours
  }

  static func renew(_ path: String, from source: String) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try FileManager.default.copyItem(atPath: source, toPath: path)
  }

  /// Both files must hold the same rows.
  private static func checkSame(_ ours: String, _ theirs: String) throws {
    let database = try DirectDatabase(path: ours, writes: false)
    defer { database.close() }
    try database.execute("ATTACH '\(theirs)' AS theirs")
    for table in ["unit_ids", "units", "unit_sizes", "unit_targeting", "changes"] {
      let columns = table == "units" ? "unit, page, position, ad_manager_path, label_text" : "*"
      let difference = try database.prepare(
        """
        SELECT (SELECT count(*) FROM main.\(table)) - (SELECT count(*) FROM theirs.\(table))
          OR EXISTS (SELECT \(columns) FROM main.\(table)
            EXCEPT SELECT \(columns) FROM theirs.\(table))
        """)
      guard try difference.step(), difference.integer(0) == 0 else {
        throw Failure(description: "\(table) differs between ours and the C API's file")
      }
    }
  }

  private static func compareLookups(
    _ entries: [InventoryEntry], _ path: String, _ report: inout Report
  ) throws {
    var random = SystemRandomNumberGenerator()
    let ids = (0..<count).map { _ in
      entries[Int.random(in: 0..<entries.count, using: &random)].unit.id
    }
    let inventory = InventoryRepository(try AdDatabase(path: path, access: .readOnly))
    let direct = try DirectLookups(path: path)
    var values = 0
    var contenders: [() throws -> Double] = [
      {
        try Stopwatch.seconds {
          values += try inventory.read { inventory in
            var values = 0
            for id in ids { values += try inventory.entry(id).targeting.entries.count }
            return values
          }
        }
      },
      {
        try Stopwatch.seconds {
          try direct.begin()
          for id in ids { values += try direct.find(id.rawValue).targeting.count }
          try direct.end()
        }
      },
      {
        try Stopwatch.seconds {
          for id in ids {
            values += try inventory.read { try $0.entry(id).targeting.entries.count }
          }
        }
      },
      {
        try Stopwatch.seconds {
          for id in ids {
            try direct.begin()
            values += try direct.find(id.rawValue).targeting.count
            try direct.end()
          }
        }
      },
    ]
    #if WITH_GRDB
      let grdb = try GRDBInventory(path: path)
      let texts = ids.map(\.rawValue)
      contenders.append { try Stopwatch.seconds { values += try grdb.find(texts) } }
    #endif
    let medians = try Stopwatch.medians(rounds: 3, contenders)
    guard values == contenders.count * 3 * 3 * count else {
      throw Failure(description: "look-ups went wrong")
    }
    report.compare(
      "look-up with targeting, one read for all, each", ours: medians[0], "C API, three statements",
      medians[1], count: count, goal: .init(atMost: 1), told: "a unit with its targeting")
    #if WITH_GRDB
      report.compare(
        "look-up with targeting, one read for all, each", ours: medians[0],
        "GRDB 7.10", medians[4], count: count, told: "the same")
    #else
      report.note("skipped: GRDB, which could not be fetched")
    #endif
    report.compare(
      "look-up with targeting, a read for each", ours: medians[2], "C API, three statements",
      medians[3],
      count: count, goal: .init(atMost: 1))
  }
}
