// SPDX-License-Identifier: MIT

/// The sessions of a database that this process records.
struct OwnSessions {
  /// Those that may still have something to write.
  var unwritten: [ObjectIdentifier: any UnwrittenSession] = [:]
  /// The numbers of those that have begun and not ended, so that nobody ends them for this process.
  var running: Set<Int64> = []
}
