// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventoryEdit {
  /// Gives a page other thresholds; a page that is new starts from the seeds' defaults.
  /// - Parameter change: Changes the values that it is given; all but the name may change.
  /// - Throws: `InvalidValue` with `contradiction` for another name; whatever `change` throws;
  ///   ``StoreError``.
  public mutating func setPage(_ id: PageID, _ change: (inout InventoryPage) throws -> Void) throws
  {
    let stored = try inventory.storedPage(id)?.page
    var page = stored ?? InventoryPage(id: id)
    try change(&page)
    try FieldTable<InventoryPage>.pages.check(page)
    guard page.id == id else {
      throw InvalidValue(
        .contradiction, field: PageID.field,
        reason: "would become '\(page.id)'; rename the page instead")
    }
    guard page != stored else { return }
    try store(page, insteadOf: stored)
  }

  /// Gives a page another name; its units, its targeting and its log go with it. Sessions of the
  /// history keep the name that the page had.
  /// - Parameter newID: The name that it shall have.
  /// - Throws: ``StoreError`` with `noSuchPage`, with `pageExists` for the new name.
  public mutating func renamePage(_ id: PageID, to newID: PageID) throws {
    let (number, _) = try inventory.existingPage(id)
    guard id != newID else { return }
    if try inventory.storedPage(newID) != nil {
      throw StoreError(
        .pageExists, "page '\(newID)' exists already",
        advice: "remove '\(id)' and put its units on '\(newID)', or choose another name")
    }
    try connection.statement("UPDATE pages SET name = ? WHERE page = ?").run(
      newID.rawValue, number)
    pageNumbers = [:]
    try log(
      .rename, .page, .page(number, id),
      before: InventoryDocument.text { $0.member("page", id.rawValue) },
      after: InventoryDocument.text { $0.member("page", newID.rawValue) })
  }

  /// Deletes a page with its targeting and its experiments; its units, archived ones too, are put on another page or on
  /// none. The change log keeps what it was.
  /// - Parameter successor: The page that its units stand on then; nil for none.
  /// - Throws: ``StoreError`` with `noSuchPage`; `InvalidValue` with `contradiction` where both are
  ///   the same.
  /// - Complexity: O(*n*) in the units on the page.
  public mutating func removePage(_ id: PageID, movingUnitsTo successor: PageID? = nil) throws {
    let (number, page) = try inventory.existingPage(id)
    if let successor {
      _ = try inventory.existingPage(successor)
      guard successor != id else {
        throw InvalidValue(
          .contradiction, field: PageID.field, reason: "'\(id)' is the page that is removed")
      }
    }
    for experiment in try inventory.experiments(ofPage: number) {
      try removeExperiment(experiment.id)
    }
    for unit in try inventory.units(on: number) { try set(unit) { $0.page = successor } }
    let targeting = try inventory.targeting(of: .page(number))
    try connection.statement("DELETE FROM pages WHERE page = ?").run(number)
    pageNumbers[id] = nil
    try log(
      .remove, .page, .page(number, id),
      before: try InventoryDocument.text { object throws(JSONError) in
        try InventoryDocument.write(page, to: &object)
        InventoryDocument.write(targeting, to: &object)
      }, after: nil)
  }

  /// The pages that were added so far, each with another page whose name is so like it that it may
  /// be a mistake.
  /// - Returns: The names, in the order in which they were added.
  /// - Throws: ``StoreError``.
  package func addedPages() throws -> [(page: PageID, nearest: String?)] {
    let added = addedPageNames
    guard !added.isEmpty else { return [] }
    let names = Set(try inventory.pages().map(\.page.id.rawValue))
    let known = names.subtracting(added).sorted().map { ($0, $0.filter { !$0.isNumber }) }
    return try added.filter(names.contains).map { name in
      // feed-1 and feed-2 are no mistake.
      let letters = name.filter { !$0.isNumber }
      let others = known.filter { $0.1 != letters }.map(\.0)
      return (try PageID(name), Spelling.nearest(to: name, in: others))
    }
  }

  /// The number of a page, which is added where it is new.
  mutating func number(ofPage id: PageID) throws -> Int64 {
    if let number = pageNumbers[id] { return number }
    let known = try connection.statement("SELECT page FROM pages WHERE name = ?")
      .first(id.rawValue) { $0.int64(0) }
    let number = try known ?? store(InventoryPage(id: id), insteadOf: nil)
    pageNumbers[id] = number
    return number
  }

  @discardableResult
  private mutating func store(_ page: InventoryPage, insteadOf old: InventoryPage?) throws -> Int64
  {
    let table = FieldTable<InventoryPage>.pages
    let number = try connection.reuse(
      """
      INSERT INTO pages (page, name, \(table.columns)) VALUES (?, ?, \(table.placeholders))
      ON CONFLICT (name) DO UPDATE SET \(table.assignmentsOnConflict)
      RETURNING page
      """
    ) { statement in
      var rows = try statement.query(
        list: table.values(
          of: page, after: .integer(try newNumber(for: page.id)), .string(page.id.rawValue)))
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

  /// The number for a page that is added: the one that a removed page of its name left, else one
  /// that no page ever had.
  private func newNumber(for id: PageID) throws -> Int64 {
    let left = try connection.statement(
      """
      SELECT page FROM changes WHERE noun = 'page' AND verb = 'remove' AND name = ?
        AND page NOT IN (SELECT page FROM pages)
      ORDER BY change DESC LIMIT 1
      """
    ).first(id.rawValue) { $0.int64(0) }
    if let left { return left }
    let greatest = try connection.statement(
      """
      SELECT max(
        coalesce((SELECT max(page) FROM pages), 0),
        coalesce((SELECT max(page) FROM changes WHERE page IS NOT NULL), 0))
      """
    ).first { $0.int64(0) }
    return (greatest ?? 0) + 1
  }
}

extension InventorySnapshot {
  /// The units on a page, archived ones too, by id.
  func units(on page: Int64) throws -> [AdUnitID] {
    try connection.statement(
      "SELECT i.id FROM units u JOIN unit_ids i ON i.unit = u.unit WHERE u.page = ? ORDER BY i.id"
    ).all(page) { try AdUnitID($0.text(0)) }
  }
}

extension StoreError.Code {
  /// A page with the name exists already.
  public static let pageExists = Self(rawValue: "pageExists")
}
