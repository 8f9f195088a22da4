// SPDX-License-Identifier: MIT
package import AdLoading
public import AdModel

/// One load of one ad, from its fetch until its view went or its session ended.
///
/// Store, session, unit and sequence together name it for good. One that has ended does not change any
/// more; of one that stands, the row with the greatest ``revision`` holds.
public struct ExportedLoad: Hashable, Sendable {
  /// The session in which it happened, as it is now.
  public let session: ExportedSession
  /// Where an export goes on after this row.
  public let cursor: ExportCursor
  /// The ad unit.
  public let unit: AdUnitID
  /// The number in the session of the transition with which the load begins; 0 where all of them are
  /// lost, and an ad is only known to have become viewable.
  public let sequence: Int64
  /// When the ad was fetched; `nil` where that transition was lost.
  public internal(set) var fetchedAt: Timestamp?
  /// When it was displayed; `nil` where it never was, or where that transition was lost.
  public internal(set) var displayedAt: Timestamp?
  /// When its creative was there; of several, the first. This and what follows of creatives is known
  /// of sessions that measured it.
  public internal(set) var renderedAt: Timestamp?
  /// When something of the creative was first on the screen.
  public internal(set) var appearedAt: Timestamp?
  /// For how many milliseconds its place had been on the screen by then, while it was loaded.
  public internal(set) var timeToAd: Int64?
  /// For how many milliseconds its place was on the screen while it was loaded, where nothing of its
  /// creative ever was; `nil` where something was, where its place was not, and where nobody could tell.
  public internal(set) var timeMissed: Int64?
  /// How many creatives there were: each document in its view, and each new ad, is another.
  public internal(set) var impressions = 0
  /// How many of them became viewable.
  public internal(set) var viewableImpressions = 0
  /// When the first of them became viewable.
  public internal(set) var viewableAt: Timestamp?
  /// When its view went; `nil` where it stood until the session's end.
  public internal(set) var endedAt: Timestamp?
  /// Why its view went; `nil` where it stood, or where that transition was lost.
  public internal(set) var endCause: TransitionCause?
  /// Whether it was unloaded, rather than removed or standing.
  public internal(set) var isUnloaded = false
  /// Whether the ad's place was on the screen before it; where that was not measured, whether it was as
  /// the ad was displayed.
  public internal(set) var isLate = false
  /// Whether the same ad was unloaded at most 30 seconds before the fetch.
  public internal(set) var isChurn = false
  /// What is wrong with it, and why; `nil` where nothing is.
  package internal(set) var fault: LoadFault?
  /// The serving mode under which it was loaded, where it is known.
  public internal(set) var mode: ServingMode?
  /// The consent record that allowed it, by its number in the store's ledger.
  public internal(set) var consentRecord: ConsentRecordID?
  /// The hash of the record's ledger entry, as 64 hexadecimal digits, which says the same anywhere.
  public internal(set) var entryHash: String?

  /// The row's version: of two rows of one load, the one with the greater number is newer.
  public var revision: Int64 { session.revision }

  /// Milliseconds from fetch to display, where both are known: how early the ad was asked for.
  public var leadTime: Int64? {
    guard let fetchedAt, let displayedAt else { return nil }
    // As the statistics keep it.
    return Int64(Int32(clamping: displayedAt.milliseconds - fetchedAt.milliseconds))
  }

  /// For how many milliseconds its creative was there, until the session's last sign where it stood;
  /// where that was not measured, for how many the ad was displayed. `nil` where it never was.
  public internal(set) var timeDisplayed: Int64?

  /// Whether it was fetched and nothing of its creative was ever on the screen; where that was not
  /// measured, whether it was fetched and never displayed.
  public var isWasted: Bool {
    let seenAt = session.summary.measuresViewability ? appearedAt : displayedAt
    return fetchedAt != nil && seenAt == nil
  }
  /// Whether it was displayed and its creative never came, as far as that was measured.
  public var isBlank: Bool {
    session.summary.measuresViewability && displayedAt != nil && renderedAt == nil
  }
}

/// One session, as an analysis elsewhere gets it.
///
/// Store and session together name it for good; the row with the greatest ``revision`` holds.
public struct ExportedSession: Hashable, Sendable {
  /// The database's random id, as 32 hexadecimal digits.
  public let store: String
  /// The row's version: grows with every change in the store, and is that of the row's last.
  public let revision: Int64
  /// The session.
  public let summary: SessionSummary
  /// Where an export goes on after this row.
  public let cursor: ExportCursor
  /// The distances that held; `nil` for a session without a track, and in rows of loads.
  package internal(set) var distances: ExportedDistances?
}
