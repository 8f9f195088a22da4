// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventorySnapshot {
  /// Reads a page.
  /// - Throws: ``StoreError`` with `noSuchPage`, naming the nearest one.
  public func page(_ id: PageID) throws -> InventoryPage {
    try existingPage(id).page
  }

  /// Reads all pages.
  /// - Returns: The pages by name, each with the number of its units that are not archived.
  /// - Throws: ``StoreError``.
  public func pages() throws -> [(page: InventoryPage, unitCount: Int)] {
    try connection.reuse(
      """
      SELECT p.page, p.name,
        (SELECT count(*) FROM units u WHERE u.page = p.page AND NOT u.archived),
        \(Self.pageTable.qualifiedColumns)
      FROM pages p ORDER BY p.name
      """
    ) { try $0.all { row in (try Self.page(of: row, from: 3), row.int(2)) } }
  }

  func existingPage(_ id: PageID) throws -> (number: Int64, page: InventoryPage) {
    guard let found = try storedPage(id) else {
      let names = try connection.statement("SELECT name FROM pages ORDER BY name").all {
        $0.text(0)
      }
      throw StoreError.notFound(.noSuchPage, "page", id.rawValue, among: names)
    }
    return found
  }

  func storedPage(_ id: PageID) throws -> (number: Int64, page: InventoryPage)? {
    try connection.reuse(
      "SELECT p.page, p.name, \(Self.pageTable.qualifiedColumns) FROM pages p WHERE p.name = ?"
    ) { try $0.first(id.rawValue) { row in (row.int64(0), try Self.page(of: row, from: 2)) } }
  }

  /// The page of a number, however it is called now.
  func storedPage(numbered number: Int64) throws -> InventoryPage? {
    try connection.reuse(
      "SELECT p.page, p.name, \(Self.pageTable.qualifiedColumns) FROM pages p WHERE p.page = ?"
    ) { try $0.first(number) { row in try Self.page(of: row, from: 2) } }
  }

  private static let pageTable = FieldTable<InventoryPage>.pages

  private static func page(of row: borrowing Row, from first: Int32) throws -> InventoryPage {
    let name = row.text(1)
    do {
      var page = InventoryPage(id: try PageID(name))
      try pageTable.read(row, from: first, into: &page)
      return page
    } catch {
      throw StoreError.unreadable("page \(name.quotedForDisplay)", error)
    }
  }
}
