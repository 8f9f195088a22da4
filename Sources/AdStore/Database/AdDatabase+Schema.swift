// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
package import AdSQLite

extension AdDatabase {
  /// SHA-256 of the text of the schema that all migrations make, so that opening a file need not
  /// make it; a test computes it. Where it fits, nothing more is looked at.
  static let schemaFingerprint =
    "568ffa7a3c23b435aa87c1a02956fcd6dcdd4f1ee535e178870f2ef96abde0c0"

  /// The schema that all migrations make.
  private static let ownSchema = Result { try Schema(madeBy: schema.migrations) }

  /// What the file's schema has otherwise than the migrations make it: what is missing, foreign or
  /// changed among tables, indexes, triggers and views.
  ///
  /// - Returns: The deviations; empty where there is none.
  /// - Throws: ``StoreError``.
  /// - Complexity: Reads the schema alone.
  package func schemaDeviations() throws -> [SchemaDeviation] {
    try read { try Self.ownSchema.get().deviations(in: Schema(of: $0)) }
  }

  /// Runs `body` so that it may read views, where the file's schema is ours: others may have planted
  /// any.
  package static func withOwnViews<Result>(
    of connection: Connection, _ body: () throws -> Result
  ) throws -> Result {
    guard isOwn(try Schema(of: connection)) else { return try body() }
    return try connection.withViews(body)
  }

  private static func isOwn(_ found: Schema) -> Bool {
    ContentHasher.hash(found.text).hex == schemaFingerprint
  }

  /// Refuses a file whose schema is not ours: a planted trigger runs with every write.
  static func requireOwnSchema(of connection: Connection, path: String) throws {
    let found = try Schema(of: connection)
    guard !isOwn(found) else { return }
    try require(ownSchema.get(), found, path: path)
  }

  /// The same for a file that is to be migrated from a version.
  static func requireOwnSchema(
    of connection: Connection, atVersion version: Int, path: String
  ) throws {
    guard version > 0 else { return }
    let migrations = schema.migrations.filter { $0.version <= version }
    try require(Schema(madeBy: migrations), Schema(of: connection), path: path)
  }

  private static func require(_ own: Schema, _ found: Schema, path: String) throws {
    let deviations = own.deviations(in: found)
    guard !deviations.isEmpty else { return }
    let names = deviations.prefix(5).map(\.description) + (deviations.count > 5 ? ["..."] : [])
    throw StoreError(
      .alteredSchema,
      "'\(path)' was changed by other means and is not written: \(names.joined(separator: ", "))",
      advice: "restore a backup, or undo the change with the tool that made it")
  }
}

extension StoreError.Code {
  /// The file's tables, indexes, triggers or views are not the ones that the migrations make.
  public static let alteredSchema = Self(rawValue: "alteredSchema")
}
