// SPDX-License-Identifier: MIT

/// How a recorder is doing, in numbers of transitions where nothing else is said.
public struct RecorderReport: Hashable, Sendable {
  /// Handed over since the session began.
  public internal(set) var handedOver = 0
  /// On the disk.
  public internal(set) var stored = 0
  /// Handed over and not yet on the disk; what a kill would lose now.
  public internal(set) var pending = 0
  /// Dropped, because the memory for pending ones was full or the recorder was closed.
  public internal(set) var dropped = 0
  /// What became of ads, dropped for the same reasons.
  public internal(set) var droppedEvents = 0
  /// Refused by the schema: impossible ones, and loads without a known consent record.
  public internal(set) var refused = 0
  /// How many batches could not be written when they were due; they are tried again.
  public internal(set) var failedBatches = 0
  /// Why the last of them failed, or old sessions could not be deleted.
  public internal(set) var lastFailure: StoreError?
  /// How many old sessions this recorder has deleted, because the history was beyond the bounds that
  /// the settings give it.
  public internal(set) var droppedSessions = 0

  /// Dropped and refused transitions together: what the history lacks.
  public var lost: Int { dropped + refused }
}
