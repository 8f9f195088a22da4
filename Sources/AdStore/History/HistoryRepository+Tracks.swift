// SPDX-License-Identifier: MIT
package import AdLoading
package import AdModel
import AdSQLite
import AdSystem

extension HistoryRepository {
  /// Reads all that the loading engine was told in a session, so that it can be replayed.
  /// - Returns: The session and its track; its times count from the session's beginning.
  /// - Throws: ``StoreError`` with `noSuchSession`; with `noTrack` for a session that was recorded
  ///   before there were tracks, without a loading engine, or with too little memory for it.
  /// - Complexity: O(n) in the events.
  package func track(of id: SessionID) throws -> (session: SessionSummary, track: SessionTrack) {
    try database.read { connection in
      let session = try Self.session(id, connection)
      return (session, try Self.track(of: session, connection))
    }
  }

  /// Reads the tracks of many sessions with their loads, and makes something of each, on several
  /// processors at once.
  /// - Returns: What it made, in the order of the sessions.
  /// - Throws: ``StoreError`` with `noTrack`, also for a session that was deleted meanwhile.
  package func mapTracks<Result: Sendable>(
    of sessions: [SessionSummary],
    _ body: @Sendable (SessionSummary, SessionTrack, [LoadLife]) throws -> Result
  ) throws -> [Result] {
    let taken = Mutex(0)
    let parts = try database.concurrentRead { connection in
      var part: [(place: Int, result: Result)] = []
      while true {
        let place = taken.withLock { taken in
          defer { taken += 1 }
          return taken
        }
        guard place < sessions.count else { return part }
        let track = try Self.track(of: sessions[place], connection)
        let lives = try Self.lives(of: sessions[place], connection)
        part.append((place, try body(sessions[place], track, lives)))
      }
    }
    return parts.joined().sorted { $0.place < $1.place }.map(\.result)
  }

  static func track(
    of session: SessionSummary, _ connection: Connection
  ) throws -> SessionTrack {
    guard session.track == .whole else { throw StoreError.noTrack(session) }
    var bytes: [UInt8] = []
    var chunks = try connection.statement(
      "SELECT chunk, content FROM tracks WHERE session = ?1 ORDER BY chunk"
    ).query(session.number)
    var next: Int64 = 0
    while try chunks.next() {
      guard chunks.row.int64(0) == next else { break }
      bytes += chunks.row.blob(1)
      next += 1
    }
    do throws(TrackError) {
      return try SessionTrack(bytes)
    } catch {
      throw StoreError(
        .corrupt, "the track of session '\(session.id)' cannot be read: \(error)",
        recovery: .findDamage)
    }
  }

  /// Replays a session for where ads and viewport were; nil for one without a track.
  /// - Throws: ``StoreError`` with `corrupt` where it cannot be read.
  static func geometry(
    of session: SessionSummary, _ connection: Connection
  ) throws -> TrackGeometry? {
    guard session.track == .whole else { return nil }
    return TrackGeometry(try track(of: session, connection), of: session)
  }
}
