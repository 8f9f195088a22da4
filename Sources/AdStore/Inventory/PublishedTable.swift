// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// A table that is published, and how its rows get into the published file.
struct PublishedTable {
  private let select: String
  private let insert: String
  /// What takes the place of the values of some columns, by the place of the column.
  private let withheld: [(place: Int, value: JSONValue)]

  /// A table with a field table's columns behind others.
  private init<Root>(
    select: String, insert: String, _ fields: FieldTable<Root>, behind others: Int
  ) {
    self.select = select
    self.insert = insert
    withheld = fields.withheld.map { ($0.place + others, $0.value) }
  }

  private init(select: String, insert: String) {
    self.select = select
    self.insert = insert
    withheld = []
  }

  private static let pages = FieldTable<InventoryPage>.pages
  private static let units = FieldTable<InventoryUnit>.units
  private static let settings = FieldTable<InventorySettings>.settings.fields.compactMap { field in
    field.isPublished ? field.settingName : nil
  }

  /// Everything that is published, parents first. What is not named here stays at home.
  static let all = [
    PublishedTable(
      select: "SELECT page, name, \(pages.columns) FROM pages ORDER BY page",
      insert:
        "INSERT INTO pages (page, name, \(pages.columns)) VALUES (?, ?, \(pages.placeholders))",
      pages, behind: 2),
    PublishedTable(
      select: "SELECT i.unit, i.id FROM unit_ids i JOIN units u ON u.unit = i.unit ORDER BY i.unit",
      insert: "INSERT INTO unit_ids (unit, id) VALUES (?, ?)"),
    PublishedTable(
      select: """
        SELECT unit, page, paused, archived, \(units.columns) FROM units ORDER BY unit
        """,
      insert: """
        INSERT INTO units (unit, page, paused, archived, \(units.columns))
        VALUES (?, ?, ?, ?, \(units.placeholders))
        """, units, behind: 4),
    PublishedTable(
      select: "SELECT unit, width, height, ordinal FROM unit_sizes",
      insert: "INSERT INTO unit_sizes VALUES (?, ?, ?, ?)"),
    PublishedTable(
      select: "SELECT unit, key, value, position, ordinal FROM unit_targeting",
      insert: "INSERT INTO unit_targeting VALUES (?, ?, ?, ?, ?)"),
    PublishedTable(
      select: "SELECT page, key, value, position, ordinal FROM page_targeting",
      insert: "INSERT INTO page_targeting VALUES (?, ?, ?, ?, ?)"),
    PublishedTable(
      select: "SELECT scope, key, value, position, ordinal FROM app_targeting",
      insert: "INSERT INTO app_targeting VALUES (?, ?, ?, ?, ?)"),
    PublishedTable(
      select: """
        SELECT name, value FROM settings
        WHERE name IN (\(settings.map { "'\($0)'" }.joined(separator: ", ")))
        """,
      insert: "INSERT INTO settings VALUES (?, ?)"),
  ]

  /// Copies every row.
  /// - Parameters:
  ///   - target: A database of the same schema, inside a transaction.
  ///   - progress: Told of each row; what it throws ends the work.
  /// - Throws: `SQLiteError`; what `progress` throws.
  func copy(
    from source: Connection, to target: Connection, progress: () throws -> Void
  ) throws {
    try target.prepare(insert) { insert in
      try source.prepare(select) { select in
        var rows = try select.query()
        while try rows.next() {
          try progress()
          var values: [any Bindable] = []
          for column in 0..<Int32(rows.row.count) { values.append(rows.row.bindable(column)) }
          for (place, value) in withheld { values[place] = value.bindable }
          try insert.run(list: values)
        }
      }
    }
  }
}

extension Row {
  /// The value of a column, ready to be stored elsewhere as it is.
  fileprivate borrowing func bindable(_ column: Int32) -> any Bindable {
    switch storage(column) {
    case .integer: int64(column)
    case .real: double(column)
    case .text: text(column)
    case .blob: blob(column)
    case .null: Int64?.none
    }
  }
}
