// SPDX-License-Identifier: MIT
public import AdModel

/// One transition as the history holds it.
public struct HistoryEntry: Hashable, Sendable {
  /// The session in which it happened.
  public let session: SessionID
  /// Its number in the session, from 1; a missing number is a transition that was lost.
  public let sequence: Int64
  /// The transition; its time is the time of day, in milliseconds since 1970.
  public let transition: Transition
  /// The consent record that allowed a load; also known where the mode is not.
  public let consentRecord: ConsentRecordID?
  /// The serving mode of a load; `nil` for loads of before permits carried it.
  public let mode: ServingMode?
  /// Where the entry stands in a list, for asking what comes after it.
  public let position: HistoryPosition

  /// The time of day.
  public var at: Timestamp { Timestamp(milliseconds: transition.time) }
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
