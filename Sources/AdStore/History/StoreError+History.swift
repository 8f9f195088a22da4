// SPDX-License-Identifier: MIT
import AdModel

extension StoreError.Code {
  /// The history has no session of that id.
  public static let noSuchSession = Self(rawValue: "noSuchSession")
  /// A session was to be recorded under an id that the history has already.
  public static let sessionExists = Self(rawValue: "sessionExists")
  /// A session cannot be replayed, for the history has not kept what its loading engine was told.
  public static let noTrack = Self(rawValue: "noTrack")
  /// A cursor into the history is not one that this program wrote.
  public static let badCursor = Self(rawValue: "badCursor")
  /// A cursor of an export is one of another database or of another export, or counts to what this
  /// database does not hold, as after it went back to a backup.
  public static let foreignCursor = Self(rawValue: "foreignCursor")
}

extension StoreError {
  static func sessionExists(_ id: SessionID) -> StoreError {
    StoreError(
      .sessionExists, "the history has a session '\(id)' already", advice: "another session id")
  }

  static func noSuchSession(_ id: SessionID) -> StoreError {
    StoreError(
      .noSuchSession, "the history has no session '\(id)'",
      recovery: .listSessions)
  }

  static func noTrack(_ session: SessionSummary) -> StoreError {
    let reason =
      session.track == .broken
      ? "there was not enough memory to keep all that happened in it"
      : "it was recorded without its scroll"
    return StoreError(
      .noTrack, "session '\(session.id)' cannot be replayed: \(reason)",
      advice: "another session, or a trace of the page")
  }
}
