// SPDX-License-Identifier: MIT
import AdModel

extension StoreError.Code {
  /// The history has no session of that id.
  public static let noSuchSession = Self(rawValue: "noSuchSession")
  /// A session was to be recorded under an id that the history has already.
  public static let sessionExists = Self(rawValue: "sessionExists")
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
}
