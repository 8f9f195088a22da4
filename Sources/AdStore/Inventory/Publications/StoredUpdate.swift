// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import AdUpdate

/// What a database keeps between two updates: the metadata that is trusted, which generation the
/// inventory is, and what arrived of a file whose line was cut.
struct StoredUpdate: Sendable {
  let database: AdDatabase

  // MARK: Metadata

  /// The metadata that is trusted, by its names.
  func files() throws -> [String: [UInt8]] {
    try database.read { connection in
      var files: [String: [UInt8]] = [:]
      var rows = try connection.statement("SELECT name, bytes FROM update_files").query()
      while try rows.next() { files[rows.row.text(0)] = rows.row.blob(1) }
      return files
    }
  }

  /// Keeps what is trusted from here on, all of it or nothing.
  func keep(_ files: [StoredFile]) throws {
    guard !files.isEmpty else { return }
    try database.write { connection in
      for file in files {
        if let bytes = file.bytes {
          try connection.statement("INSERT OR REPLACE INTO update_files VALUES (?, ?)")
            .run(file.name, bytes)
        } else {
          try connection.statement("DELETE FROM update_files WHERE name = ?").run(file.name)
        }
      }
    }
  }

  // MARK: The generation

  /// The generation that the inventory is, as far as anybody knows.
  struct Generation: Hashable, Sendable {
    /// Its number.
    let number: Int64
    /// The SHA-256 of its document.
    let document: ContentHash
    /// The form in which the inventory has it.
    let form: Int64
  }

  /// The generation that the inventory is; nil where it is none, or nobody knows which.
  func generation() throws -> Generation? {
    try database.read { try Self.generation(on: $0) }
  }

  static func generation(on connection: Connection) throws -> Generation? {
    try connection.statement("SELECT generation, document, form FROM update_state").first { row in
      row.isNull(0)
        ? nil
        : ContentHash(bytes: row.blob(1)).map {
          Generation(number: row.int64(0), document: $0, form: row.int64(2))
        }
    } ?? nil
  }

  /// Notes a generation that is taken over in the same transaction.
  static func note(
    _ generation: Generation, at time: Timestamp, on connection: Connection
  ) throws {
    try connection.statement(
      """
      INSERT INTO update_state (one, generation, document, form, adopted_at, checked_at)
      VALUES (1, ?1, ?2, ?3, ?4, ?4)
      ON CONFLICT (one) DO UPDATE SET
        generation = ?1, document = ?2, form = ?3, adopted_at = ?4, checked_at = ?4
      """
    ).run(generation.number, generation.document.bytes, generation.form, time.milliseconds)
    try connection.statement("DELETE FROM update_part").run()
  }

  /// Notes that nobody knows which generation the inventory is.
  func forgetGeneration() throws {
    try database.write {
      try $0.statement("UPDATE update_state SET generation = NULL, document = NULL, form = NULL")
        .run()
    }
  }

  /// Notes that the publication says that nothing is newer.
  func noteCheck(at time: Timestamp) throws {
    try database.write {
      try $0.statement("UPDATE update_state SET checked_at = ?").run(time.milliseconds)
    }
  }

  /// Notes why something was refused; what had arrived of it is not gone on with.
  func noteRefusal(_ reason: String, at time: Timestamp) throws {
    try database.write { connection in
      try connection.statement(
        """
        INSERT INTO update_state (one, refused_at, refusal) VALUES (1, ?1, ?2)
        ON CONFLICT (one) DO UPDATE SET refused_at = ?1, refusal = ?2
        """
      ).run(time.milliseconds, String(reason.prefix(1000)))
      try connection.statement("DELETE FROM update_part").run()
    }
  }

  // MARK: What arrived of a file

  /// The beginning of a file that was cut off.
  func part(of path: String) throws -> [UInt8] {
    try database.read { connection in
      try connection.statement("SELECT bytes FROM update_part WHERE path = ?").first(path) {
        $0.blob(0)
      }
    } ?? []
  }

  /// Keeps the beginning of a file, which takes the place of that of any other.
  func keep(part bytes: [UInt8], of path: String) throws {
    try database.write {
      try $0.statement("INSERT OR REPLACE INTO update_part VALUES (1, ?, ?)").run(path, bytes)
    }
  }
}

extension StoredUpdate.Generation {
  /// What a database is once it took a generation over.
  init(_ described: PublishedGeneration) {
    self.init(number: described.number, document: described.document, form: described.keptForm)
  }
}
