// SPDX-License-Identifier: MIT
public import AdModel
import SQLiteKit

extension InventoryEdit {
  /// Gives a page other thresholds; a page that is new starts from the seeds' defaults.
  /// - Parameters:
  ///   - id: The page.
  ///   - change: Changes the values that it is given; all but the name may change.
  /// - Throws: `InvalidValue` with `contradiction` for another name; whatever `change` throws;
  ///   ``StoreError``.
  public mutating func setPage(_ id: PageID, _ change: (inout Page) throws -> Void) throws {
    let stored = try inventory.storedPage(id)?.page
    var page = stored ?? Page(id: id)
    try change(&page)
    try FieldTable<Page>.pages.check(page)
    guard page.id == id else {
      throw InvalidValue(
        .contradiction, field: PageID.field,
        reason: "would become '\(page.id)'; a page keeps its name")
    }
    guard page != stored else { return }
    try store(page, insteadOf: stored)
  }

  /// The number of a page, which is added where it is new.
  mutating func number(ofPage id: PageID) throws -> Int64 {
    if let number = pageNumbers[id] { return number }
    let known = try connection.statement("SELECT page FROM pages WHERE name = ?")
      .first(id.rawValue) { $0.int64(0) }
    let number = try known ?? store(Page(id: id), insteadOf: nil)
    pageNumbers[id] = number
    return number
  }

  @discardableResult
  private mutating func store(_ page: Page, insteadOf old: Page?) throws -> Int64 {
    let table = FieldTable<Page>.pages
    let number = try connection.reuse(
      """
      INSERT INTO pages (name, \(table.columns)) VALUES (?, \(table.placeholders))
      ON CONFLICT (name) DO UPDATE SET \(table.assignmentsOnConflict)
      RETURNING page
      """
    ) { statement in
      var rows = try statement.query(list: [page.id.rawValue] + table.values(of: page))
      return try rows.next() ? rows.row.int64(0) : nil
    }
    guard let number else {
      throw StoreError(.unexpected, "the page '\(page.id)' was not stored")
    }
    try log(
      old == nil ? .add : .set, .page, .page(number, page.id),
      before: try old.map(InventoryDocument.text(of:)),
      after: try InventoryDocument.text(of: page))
    return number
  }
}
