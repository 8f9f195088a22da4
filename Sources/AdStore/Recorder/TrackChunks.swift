// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// Stores the track of one session in chunks, each of which grows until it is full.
struct TrackChunks: Sendable {
  /// The most bytes of a chunk, as the schema has it.
  ///
  /// SQLite keeps up to 1,002 bytes of a row in a page of such a table, the numbers and the row's head
  /// among them; what is longer takes a page of its own.
  private static let size = 980

  private var chunk: Int64 = 0
  /// How many bytes the chunk has.
  private var filled = 0
  /// How the track stands.
  private(set) var state = TrackState.none

  /// The last chunk, where it is not full, and how many bytes it has.
  var last: (number: Int64, count: Int)? {
    state == .whole && filled > 0 ? (chunk, filled) : nil
  }

  /// Adds a part; one that is not whole any more is taken out of the database.
  /// - Parameter sealed: Takes what is stored; nil where nobody seals it.
  mutating func append(
    _ part: RecordedTrack, to session: Int64, _ sealed: inout SealedSession?,
    _ connection: Connection
  ) throws {
    guard part.isWhole else {
      if state == .whole {
        try connection.statement("DELETE FROM tracks WHERE session = ?1").run(session)
        state = .broken
        sealed?.dropTrack()
      }
      return
    }
    var rest = part.bytes[...]
    while !rest.isEmpty {
      state = .whole
      let piece = Array(rest.prefix(Self.size - filled))
      try connection.statement(
        """
        INSERT INTO tracks (session, chunk, content) VALUES (?1, ?2, ?3)
        ON CONFLICT (session, chunk) DO UPDATE SET content = CAST(content || ?3 AS BLOB)
        """
      ).run(session, chunk, piece)
      rest = rest.dropFirst(piece.count)
      filled += piece.count
      sealed?.append(track: piece)
      if filled == Self.size {
        sealed?.endChunk(chunk, count: filled)
        (chunk, filled) = (chunk + 1, 0)
      }
    }
  }
}
