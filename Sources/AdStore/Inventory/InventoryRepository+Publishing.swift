// SPDX-License-Identifier: MIT
public import AdModel
import AdSQLite

extension InventoryRepository {
  /// The content of a published file, for the manifest beside it.
  public struct Publication: Hashable, Sendable {
    /// The number of the last change in it: it rises with every change of the inventory.
    public let generation: Int64
    /// The schema version that a reader has to know.
    public let schemaVersion: Int
    /// How many units it holds.
    public let unitCount: Int
  }

  /// Describes the file that publishing would make now.
  /// - Returns: The generation and the numbers for a manifest.
  /// - Throws: ``StoreError``.
  public func publication() throws -> Publication {
    try database.read { try Self.publication(of: $0) }
  }

  /// Writes the inventory into a new file of its own, for clients to open with
  /// ``AdDatabase/Access/snapshot``.
  ///
  /// Only pages, units, sizes, targeting and the settings of apps are copied, table by table:
  /// consent, history, the change log, the debug switch and the units' notes never enter the file.
  /// - Parameters:
  ///   - path: The new file; whatever exists there is refused and not touched.
  ///   - time: The time to record for the schema.
  /// - Throws: ``StoreError`` with `fileExists`, `cannotCreate` or `full`. No file is left then.
  public func publish(to path: String, at time: Timestamp) throws -> Publication {
    try StoreError.translating(path) {
      do {
        return try Connection.makeFile(at: path) { try publish(into: $0, named: path, at: time) }
      } catch let error as OpenError {
        throw StoreError(creating: OpenError(path: path, reason: error.reason))
      }
    }
  }

  /// Writes the inventory into an empty file, as ``publish(to:at:)`` does.
  /// - Parameters:
  ///   - draft: The empty file.
  ///   - progress: Told after each row how many are copied; what it throws ends the work.
  /// - Throws: ``StoreError``; what `progress` throws.
  package func publish(
    into draft: String, named path: String, at time: Timestamp,
    progress: (_ rows: Int64) throws -> Void = { _ in }
  ) throws -> Publication {
    try database.read { source in
      try StoreError.translating(path) {
        let target = try Connection(
          path: draft, mode: .create, configuration: AdDatabase.configuration)
        try AdDatabase.schema.migrate(target, now: time.milliseconds)
        try target.transaction(.write) {
          var rows: Int64 = 0
          for table in PublishedTable.all {
            try table.copy(from: source, to: target) {
              rows += 1
              try progress(rows)
            }
          }
        }
        // Whoever reads a published file need not be able to write beside it.
        try target.execute("PRAGMA journal_mode = DELETE")
        try target.close()
      }
      return try Self.publication(of: source)
    }
  }

  private static func publication(of source: Connection) throws -> Publication {
    let generation = try source.statement("SELECT max(change) FROM changes").first { $0.int64(0) }
    let count = try source.statement("SELECT count(*) FROM units").first { $0.int(0) }
    return Publication(
      generation: generation ?? 0, schemaVersion: AdDatabase.schema.newestVersion,
      unitCount: count ?? 0)
  }
}
