// SPDX-License-Identifier: MIT
public import AdModel
import SQLiteKit

extension InventorySnapshot {
  /// Reads a page.
  /// - Parameter id: The page's name.
  /// - Returns: The page.
  /// - Throws: ``StoreError`` with `noSuchPage`, naming the nearest one.
  public func page(_ id: PageID) throws -> Page {
    try existingPage(id).page
  }

  /// Reads all pages.
  /// - Returns: The pages by name, each with the number of its units that are not archived.
  /// - Throws: ``StoreError``.
  public func pages() throws -> [(page: Page, unitCount: Int)] {
    try connection.statement(
      """
      SELECT
        p.page, p.name, p.fetch, p.display, p.unload, p.unloading, p.throttle, p.stability,
        p.remote_fetch, p.remote_render,
        (SELECT count(*) FROM units u WHERE u.page = p.page AND NOT u.archived)
      FROM pages p ORDER BY p.name
      """
    ).all { row in (try Self.page(of: row), row.int(10)) }
  }

  func existingPage(_ id: PageID) throws -> (number: Int64, page: Page) {
    guard let found = try storedPage(id) else {
      let names = try connection.statement("SELECT name FROM pages ORDER BY name").all {
        $0.text(0)
      }
      guard let near = Spelling.nearest(to: id.rawValue, in: names) else {
        throw StoreError(.noSuchPage, "page '\(id)' not found")
      }
      throw StoreError(
        .noSuchPage, "page '\(id)' not found; the closest is '\(near)'", suggestions: [near])
    }
    return found
  }

  func storedPage(_ id: PageID) throws -> (number: Int64, page: Page)? {
    try connection.statement(
      """
      SELECT
        p.page, p.name, p.fetch, p.display, p.unload, p.unloading, p.throttle, p.stability,
        p.remote_fetch, p.remote_render
      FROM pages p WHERE p.name = ?
      """
    ).first(id.rawValue) { row in (row.int64(0), try Self.page(of: row)) }
  }

  private static func page(of row: borrowing Row) throws -> Page {
    let name = row.text(1)
    do {
      var remote: RemoteThresholds?
      if let fetch = row.optionalDouble(8), let render = row.optionalDouble(9) {
        remote = try RemoteThresholds(fetch: fetch, render: render)
      }
      return Page(
        id: try PageID(name),
        thresholds: try LoadingThresholds(
          fetch: row.double(2), display: row.double(3), unload: row.double(4),
          unloadingEnabled: row.bool(5), throttle: row.int64(6), stabilityDelay: row.int64(7)),
        remote: remote)
    } catch {
      throw unreadable("page \(name.quotedForDisplay)", error)
    }
  }
}
