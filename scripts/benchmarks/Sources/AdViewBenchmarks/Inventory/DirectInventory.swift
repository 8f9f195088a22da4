// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// The statements of the inventory, run through the C API directly.
struct DirectInventory {
  /// Stores units as `InventoryEdit.add` does; the log's texts are given, not made.
  static func insert(
    _ entries: [InventoryEntry], logTexts: [String], into path: String
  ) throws {
    let database = try DirectDatabase(path: path, writes: true)
    defer { database.close() }
    let id = try database.prepare("INSERT INTO unit_ids (id) VALUES (?) ON CONFLICT DO NOTHING")
    let findPage = try database.prepare("SELECT page FROM pages WHERE name = ?")
    let unit = try database.prepare(
      """
      INSERT INTO units (
        unit, page, position, ad_manager_path, initial_width, initial_height, minimum_width,
        maximum_width, minimum_height, maximum_height, label_shown, label_text, label_font_size,
        label_font_weight, notes, paused, archived
      ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let size = try database.prepare("INSERT INTO unit_sizes VALUES (?, ?, ?, ?)")
    let targeting = try database.prepare("INSERT INTO unit_targeting VALUES (?, ?, ?, ?, ?)")
    let log = try database.prepare(
      """
      INSERT INTO changes (at, actor, noun, name, verb, unit, page, before, after)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)

    try database.execute("BEGIN IMMEDIATE")
    for (index, entry) in entries.enumerated() {
      let number = Int64(index + 1)
      id.bind(1, entry.unit.id.rawValue)
      try id.run()
      findPage.bind(1, entry.unit.page?.rawValue ?? "")
      guard try findPage.step() else { throw Failure(description: "a page is missing") }
      let page = findPage.integer(0)
      findPage.reset()
      try insert(entry.unit, number: number, page: page, with: unit)
      for (ordinal, declared) in entry.unit.declaredSizes.enumerated() {
        let (width, height): (Int, Int) =
          if case .fixed(let width, let height) = declared { (width, height) } else { (0, 0) }
        for (column, value) in [number, Int64(width), Int64(height), Int64(ordinal)].enumerated() {
          size.bind(Int32(column + 1), value)
        }
        try size.run()
      }
      for (position, line) in entry.targeting.entries.enumerated() {
        for (ordinal, value) in line.values.enumerated() {
          targeting.bind(1, number)
          targeting.bind(2, line.key)
          targeting.bind(3, value)
          targeting.bind(4, Int64(position))
          targeting.bind(5, Int64(ordinal))
          try targeting.run()
        }
      }
      log.bind(1, SampleUnits.now.milliseconds)
      for (column, text) in ["bench", "unit", entry.unit.id.rawValue, "add"].enumerated() {
        log.bind(Int32(column + 2), text)
      }
      log.bind(6, number)
      log.bindNull(7)
      log.bindNull(8)
      log.bind(9, logTexts[index])
      try log.run()
    }
    try database.execute("COMMIT")
  }

  private static func insert(
    _ unit: InventoryUnit, number: Int64, page: Int64, with statement: DirectStatement
  ) throws {
    statement.bind(1, number)
    statement.bind(2, page)
    statement.bind(3, Int64(unit.position ?? 0))
    statement.bind(4, unit.adManagerPath?.rawValue ?? "")
    statement.bind(5, unit.constraints.initial.width)
    statement.bind(6, unit.constraints.initial.height)
    for column in Int32(7)...10 { statement.bindNull(column) }
    statement.bind(11, unit.label.isShown ? Int64(1) : 0)
    statement.bind(12, unit.label.text)
    statement.bind(13, unit.label.fontSize)
    statement.bind(14, unit.label.fontWeight.rawValue)
    statement.bind(15, unit.notes)
    statement.bind(16, Int64(0))
    statement.bind(17, Int64(0))
    try statement.run()
  }
}

/// Look-ups of single units with sizes and targeting, through the C API directly.
final class DirectLookups {
  /// What a look-up makes: plain values, nothing checked.
  struct Unit {
    var texts: [String] = []
    var numbers: [Double] = []
    var sizes: [(Int64, Int64)] = []
    var targeting: [(key: String, values: [String])] = []
  }

  private let database: DirectDatabase
  private let unit: DirectStatement
  private let sizes: DirectStatement
  private let targeting: DirectStatement

  init(path: String) throws {
    database = try DirectDatabase(path: path, writes: false)
    unit = try database.prepare(Self.unitQuery)
    sizes = try database.prepare(Self.sizesQuery)
    targeting = try database.prepare(Self.targetingQuery)
  }

  static let unitQuery = """
    SELECT
      u.unit, i.id, p.name, u.position, u.ad_manager_path, u.initial_width, u.initial_height,
      u.minimum_width, u.maximum_width, u.minimum_height, u.maximum_height, u.label_shown,
      u.label_text, u.label_font_size, u.label_font_weight, u.notes, u.paused, u.archived
    FROM unit_ids i
      JOIN units u ON u.unit = i.unit
      LEFT JOIN pages p ON p.page = u.page
    WHERE i.id = ?
    """
  static let sizesQuery = "SELECT width, height FROM unit_sizes WHERE unit = ? ORDER BY ordinal"
  static let targetingQuery = """
    SELECT key, value, position, ordinal FROM unit_targeting WHERE unit = ? ORDER BY key, value
    """

  func begin() throws { try database.execute("BEGIN") }
  func end() throws { try database.execute("COMMIT") }

  func find(_ id: String) throws -> Unit {
    var found = Unit()
    unit.bind(1, id)
    guard try unit.step() else { throw Failure(description: "a unit is missing") }
    let number = unit.integer(0)
    for column: Int32 in [1, 2, 4, 12, 14, 15] { found.texts.append(unit.text(column)) }
    for column: Int32 in [3, 5, 6, 7, 8, 9, 10, 11, 13, 16, 17] where !unit.isNull(column) {
      found.numbers.append(unit.double(column))
    }
    unit.reset()
    sizes.bind(1, number)
    while try sizes.step() { found.sizes.append((sizes.integer(0), sizes.integer(1))) }
    sizes.reset()
    targeting.bind(1, number)
    while try targeting.step() {
      let key = targeting.text(0)
      if found.targeting.last?.key != key { found.targeting.append((key, [])) }
      found.targeting[found.targeting.count - 1].values.append(targeting.text(1))
    }
    targeting.reset()
    return found
  }
}
