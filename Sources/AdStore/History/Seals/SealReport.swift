// SPDX-License-Identifier: MIT
public import AdModel

/// What an audit of the history's seals found.
public struct SealReport: Hashable, Sendable {
  /// How many seals there are.
  public internal(set) var seals: Int64 = 0
  /// Up to which of them an earlier audit's word was taken; nil where none was.
  public internal(set) var resumed: Int64?
  /// How many sessions were held against theirs.
  public internal(set) var sessions: Int64 = 0
  /// How many of these nobody ended, or have not ended yet.
  public internal(set) var leftOpen: Int64 = 0
  /// How many sessions were pruned, and are known by their seals alone.
  public internal(set) var pruned: Int64 = 0
  /// What is wrong, in the order of the sessions; the first 1,000.
  public internal(set) var faults: [SealFault] = []
}

/// Something of the history that is not as it was sealed.
public struct SealFault: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of damage. Cases may be added: `switch` over it with a `default`.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Loads, or what else is kept of a session, are not what was sealed.
    case edited
    /// A load or a session was never sealed: it was added, or its seal is gone.
    case unsealed
    /// A session with seals is gone, and was not pruned.
    case missing
    /// A session with seals is called a simulation.
    case hidden
    /// The seals themselves are not as they were appended.
    case seals
  }

  /// The kind of damage.
  public let kind: Kind
  /// The session; nil where it is gone, or it is about the seals.
  public let session: SessionID?
  /// The first sequence number that it is about; nil where it is about the session as a whole.
  public let firstSequence: Int64?
  /// The last one.
  public let lastSequence: Int64?
  /// The finding in words.
  public let finding: String

  init(
    _ kind: Kind, _ finding: String, of session: SessionID? = nil,
    _ sequences: ClosedRange<Int64>? = nil
  ) {
    self.kind = kind
    self.session = session
    firstSequence = sequences?.lowerBound
    lastSequence = sequences?.upperBound
    self.finding = finding
  }

  /// One line for people.
  public var description: String {
    let place = session.map { "session \($0)" } ?? "seals"
    let range = firstSequence.map { first in
      lastSequence == first ? ", \(first)" : ", \(first) to \(lastSequence ?? first)"
    }
    return "\(place)\(range ?? "") \(kind.rawValue): \(finding)"
  }
}
