// SPDX-License-Identifier: MIT
public import AdModel

/// One transition as the history holds it.
public struct HistoryEntry: Hashable, Identifiable, Sendable {
  /// Where it stands in the history.
  public var id: HistoryPosition { position }

  /// The session in which it happened.
  public let session: SessionID
  /// Its number in the session, from 1; a missing number is a transition that was lost.
  public let sequence: Int64
  /// The time of day.
  public let at: Timestamp
  /// The ad unit that changed.
  public let unit: AdUnitID
  /// The state before.
  public let from: LoadState
  /// The state after.
  public let to: LoadState
  /// Why it changed.
  public let cause: TransitionCause
  /// The consent record that allowed a load; also known where the mode is not.
  public let consentRecord: ConsentRecordID?
  /// The serving mode of a load; `nil` for loads of before permits carried it.
  public let mode: ServingMode?
  /// Where ad and viewport were; `nil` where the session's track was given up, and in lists that were
  /// not asked to replay it.
  public internal(set) var geometry: TransitionGeometry?
  /// Where the entry stands in a list, for asking what comes after it.
  public let position: HistoryPosition

  init(
    _ stored: StoredTransition, of session: SessionID, startedAt: Timestamp, unit: AdUnitID,
    geometry: TransitionGeometry?
  ) {
    self.session = session
    sequence = stored.sequence
    at = startedAt.advanced(by: stored.elapsed)
    self.unit = unit
    from = stored.kind.from
    to = stored.kind.to
    cause = stored.kind.cause
    consentRecord = stored.consent.map(ConsentRecordID.init)
    mode = stored.kind.mode
    self.geometry = geometry
    position = HistoryPosition(
      at: at.milliseconds, session: stored.session, sequence: stored.sequence)
  }

  /// The same as a lazy-loading manager tells it, by the time of day in milliseconds since 1970;
  /// with empty rectangles where the geometry is not known.
  public var transition: LoadTransition {
    let none = AdRect(x: 0, y: 0, width: 0, height: 0)
    var permit: LoadPermit?
    if let consentRecord, let mode { permit = LoadPermit(record: consentRecord, mode: mode) }
    return LoadTransition(
      time: at.milliseconds, unit: unit, from: from, to: to, cause: cause,
      frame: geometry?.frame ?? none, viewport: geometry?.viewport ?? none, permit: permit)
  }
}

/// Where an ad and the viewport were when the ad changed its state, in points.
public struct TransitionGeometry: Hashable, Sendable {
  /// Where the ad was.
  public let frame: AdRect
  /// Where the viewport was, in the same coordinates.
  public let viewport: AdRect
}

/// A place in a list of the history, newest first.
public struct HistoryPosition: Hashable, Sendable, CustomStringConvertible {
  let at: Int64
  let session: Int64
  let sequence: Int64

  init(at: Int64, session: Int64, sequence: Int64) {
    self.at = at
    self.session = session
    self.sequence = sequence
  }

  /// Reads the text form.
  /// - Parameter text: What ``description`` gave.
  /// - Throws: ``StoreError`` with `badCursor`.
  public init(_ text: String) throws(StoreError) {
    let numbers = try CursorText.numbers(text, count: 3, of: "list position")
    self.init(at: numbers[0], session: numbers[1], sequence: numbers[2])
  }

  /// A short text without spaces, for passing to the next command.
  public var description: String { "\(at).\(session).\(sequence)" }
}

/// Some entries of a list.
public struct HistoryPage: Hashable, Sendable {
  /// The entries, newest first.
  public let entries: [HistoryEntry]
  /// Where the next page begins; `nil` where this is the last one.
  public let next: HistoryPosition?
}

extension HistoryPosition: Codable, CodedAsText {}
