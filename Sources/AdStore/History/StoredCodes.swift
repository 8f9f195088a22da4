// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdSQLite

// The small integers that the schema of the history keeps instead of names.

extension LoadState {
  var databaseValue: Int64 {
    switch self {
    case .notLoaded: 0
    case .fetched: 1
    case .displayed: 2
    case .unloaded: 3
    }
  }
}

extension TransitionCause {
  var databaseValue: Int64 {
    switch self {
    case .enteredFetchZone: 0
    case .enteredDisplayZone: 1
    case .leftUnloadZone: 2
    case .reenteredFetchZone: 3
    case .consentWithdrawn: 4
    case .consentExpired: 5
    case .consentChanged: 6
    case .removed: 7
    case .evicted: 8
    case .processTerminated: 9
    case .loadFailed: 10
    case .noFill: 11
    case .reloaded: 12
    case .unitPaused: 13
    case .notRendered: 14
    }
  }
}

extension AdEvent {
  var databaseValue: Int64 {
    switch self {
    case .committed: 0
    case .parsed: 1
    case .finished: 2
    case .filled: 3
    case .empty: 4
    case .rendered: 5
    case .appeared: 6
    case .viewable: 7
    case .counted: 8
    case .clicked: 9
    case .silenced: 10
    case .missed: 11
    }
  }

  /// What `ad_event_kinds` calls them; a name's place is its number.
  static let storedNames = [
    "committed", "parsed", "finished", "filled", "empty", "rendered", "appeared", "viewable",
    "counted", "clicked", "silenced", "missed",
  ]

  /// Reads the columns `event` and `waited`, and behind them the size, where the statement has it.
  init(storedIn row: borrowing Row, from column: Int32, hasSize: Bool = true) throws(StoreError) {
    switch row.int64(column) {
    case 0: self = .committed
    case 1: self = .parsed
    case 2: self = .finished
    case 3: self = .filled
    case 4: self = .empty
    case 5:
      self = .rendered(
        !hasSize || row.isNull(column + 2)
          ? nil
          : CreativeSize(width: row.double(column + 2), height: row.double(column + 3)))
    case 6: self = .appeared(afterWaiting: row.int64(column + 1))
    case 7: self = .viewable
    case 8: self = .counted
    case 9: self = .clicked
    case 10: self = .silenced
    case 11: self = .missed(afterWaiting: row.int64(column + 1))
    case let code: throw .unknownCode(code, of: "event of an ad")
    }
  }
}

extension ServingMode {
  var databaseValue: Int64 {
    switch self {
    case .personalized: 0
    case .nonPersonalized: 1
    case .limited: 2
    }
  }
}

/// What the history has of all that a session's loading engine was told.
/// Cases may be added: `switch` over it with a `default`.
public enum TrackState: String, CaseIterable, Hashable, Sendable {
  /// Nothing: the session is older than tracks are, or had no loading engine.
  case none
  /// All of it, as far as the session is stored.
  case whole
  /// Not all, and so nothing: there was no memory for it.
  case broken
}

extension TrackState {
  var databaseValue: Int64 {
    switch self {
    case .none: 0
    case .whole: 1
    case .broken: 2
    }
  }

  init(databaseValue: Int64) throws(StoreError) {
    switch databaseValue {
    case 0: self = .none
    case 1: self = .whole
    case 2: self = .broken
    default: throw .unknownCode(databaseValue, of: "state of a track")
    }
  }
}

extension StoreError {
  static func unknownCode(_ code: Int64, of what: String) -> StoreError {
    StoreError(
      .corrupt, "the history holds \(code) as a \(what), which means nothing",
      recovery: .findDamage)
  }
}
