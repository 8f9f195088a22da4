// SPDX-License-Identifier: MIT

/// A session of which a database may still have something to write.
protocol UnwrittenSession: AnyObject, Sendable {
  /// How many transitions are not on the disk.
  var pending: Int { get }
  /// Writes what is pending; what cannot be written is kept.
  func flush() throws
  /// Writes soon what waited for the database to be resumed.
  func wake()
}
