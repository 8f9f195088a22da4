// SPDX-License-Identifier: MIT

/// What became of suspending a database.
public struct SuspensionReport: Hashable, Sendable {
  /// Whether the file is let go of: no connection is open, and no lock is held.
  public internal(set) var isReleased = false
  /// How many transitions of all sessions are not on the disk; they are kept, and written after the
  /// database resumes.
  public internal(set) var pending = 0
  /// Why something is pending, or the file is still held.
  public internal(set) var failure: StoreError?
}
