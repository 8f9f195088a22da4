// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventorySnapshot {
  /// Reads the change log, the newest line first.
  /// - Parameters:
  ///   - filter: Which lines; without one, all.
  ///   - limit: How many lines at most.
  /// - Throws: ``StoreError``.
  /// - Complexity: One pass over the log.
  public func changes(
    matching filter: ChangeFilter = .all, limit: Int = .max
  ) throws -> [InventoryChange] {
    var changes: [InventoryChange] = []
    try forEachChange(matching: filter, limit: limit) { changes.append($0) }
    return changes
  }

  /// Hands on the change log line by line, the newest first.
  /// - Parameters:
  ///   - filter: Which lines; without one, all.
  ///   - limit: How many lines at most.
  /// - Throws: ``StoreError``, or whatever `body` throws, which ends the walk.
  /// - Complexity: One pass over the log; nothing is collected.
  package func forEachChange(
    matching filter: ChangeFilter = .all, limit: Int = .max,
    _ body: (InventoryChange) throws -> Void
  ) throws {
    var condition = "1"
    var values: [any Bindable] = []
    func add(_ text: String, _ bound: [any Bindable]) {
      condition += " AND " + text
      values += bound
    }
    if !filter.nouns.isEmpty {
      for noun in InventoryChange.Noun.allCases where !filter.nouns.contains(noun) {
        add("noun <> ?", [noun.rawValue])
      }
    }
    if let name = filter.name {
      add(
        """
        (name = ? OR unit = (SELECT unit FROM unit_ids WHERE id = ?)
          OR page = (SELECT page FROM pages WHERE name = ?))
        """, [name, name, name])
    }
    if let actor = filter.actor { add("actor = ?", [actor]) }
    if let since = filter.since { add("at >= ?", [since.milliseconds]) }
    if let until = filter.until { add("at < ?", [until.milliseconds]) }
    try connection.prepare(
      "SELECT \(LoggedChange.columns) FROM changes WHERE \(condition) ORDER BY change DESC LIMIT ?"
    ) { statement in
      var rows = try statement.query(list: values + [limit])
      while try rows.next() { try body(LoggedChange(rows.row).change) }
    }
  }

  /// Hands on lines of the change log in the order in which they were made.
  /// - Throws: ``StoreError``, or whatever `body` throws, which ends the walk.
  func forEachChange(
    numbered numbers: ClosedRange<Int64>, _ body: (InventoryChange) throws -> Void
  ) throws {
    try connection.prepare(
      "SELECT \(LoggedChange.columns) FROM changes WHERE change BETWEEN ? AND ? ORDER BY change"
    ) { statement in
      var rows = try statement.query(list: [numbers.lowerBound, numbers.upperBound])
      while try rows.next() { try body(LoggedChange(rows.row).change) }
    }
  }

  /// Reads the change log of a unit and its targeting, the newest line first; also of a unit that
  /// was renamed or removed since.
  /// - Parameter limit: How many lines at most.
  /// - Throws: ``StoreError`` with `noSuchUnit` where there never was such a unit.
  public func changes(of id: AdUnitID, limit: Int = .max) throws -> [InventoryChange] {
    guard try wasEverUnit(id) else { throw try unknownUnit(id) }
    return try connection.statement(
      """
      SELECT change, at, actor, noun, name, verb, before, after, reverts, message, unit, page
      FROM changes WHERE unit = (SELECT unit FROM unit_ids WHERE id = ?) ORDER BY change DESC LIMIT ?
      """
    ).all(id.rawValue, limit) { try LoggedChange($0).change }
  }

  /// Says whether an id is or was that of a unit.
  /// - Returns: Whether there is a log, or at least a number, under it.
  /// - Throws: ``StoreError``.
  package func wasEverUnit(_ id: AdUnitID) throws -> Bool {
    try connection.statement("SELECT unit FROM unit_ids WHERE id = ?").first(id.rawValue) {
      $0.int64(0)
    } != nil
  }

  /// The number of the newest line of the change log, 0 where it is empty: as long as it is the same,
  /// so is the inventory with its settings.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(log *n*).
  package func newestChange() throws -> Int64 {
    try connection.statement("SELECT max(change) FROM changes").first { $0.optionalInt64(0) }
      .flatMap { $0 } ?? 0
  }

  /// Reads a line of the log with what it refers to.
  /// - Throws: ``StoreError`` with `noSuchChange`.
  func logged(_ number: Int64) throws -> LoggedChange {
    let found = try connection.statement(
      """
      SELECT change, at, actor, noun, name, verb, before, after, reverts, message, unit, page
      FROM changes WHERE change = ?
      """
    ).first(number) { try LoggedChange($0) }
    guard let found else {
      throw StoreError(
        .noSuchChange, "the change log has no line \(number); the newest is \(try newestChange())")
    }
    return found
  }
}

/// A line of the change log with the numbers of the unit or page that it is about.
struct LoggedChange {
  /// The columns that a line is read from.
  static let columns =
    "change, at, actor, noun, name, verb, before, after, reverts, message, unit, page"

  let change: InventoryChange
  let unit: Int64?
  let page: Int64?

  /// Reads a row of ``columns``.
  /// - Throws: ``StoreError`` with `corrupt`.
  init(_ row: borrowing Row) throws {
    guard let noun = InventoryChange.Noun(rawValue: row.text(3)),
      let verb = InventoryChange.Verb(rawValue: row.text(5))
    else {
      throw StoreError(
        .corrupt, "line \(row.int64(0)) of the change log is of an unknown kind",
        recovery: .findDamage)
    }
    change = InventoryChange(
      number: row.int64(0), time: try row.time(1, of: "change \(row.int64(0)) of the log"),
      actor: row.text(2), noun: noun, name: row.text(4), verb: verb, before: row.optionalText(6),
      after: row.optionalText(7), reverts: row.optionalInt64(8),
      message: row.optionalText(9))
    unit = row.optionalInt64(10)
    page = row.optionalInt64(11)
  }
}

extension StoreError.Code {
  /// The change log has no line of the number.
  public static let noSuchChange = Self(rawValue: "noSuchChange")
}
