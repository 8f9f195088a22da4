// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem

/// Counts the changes of a database that pages go by: all that others commit, and what the database
/// itself writes other than history.
final class DataWatch: Sendable {
  private struct Seen {
    var watcher: Int64?
    var writer: Int64?
    var own = 0
    var others = 0
    /// How many changes of others were told.
    var told: Int?
  }

  private struct Observers {
    /// Who is told of our own changes.
    var all: [ObjectIdentifier: (ofInventory: Bool, tell: @Sendable () -> Void)] = [:]
  }

  private let seen = Mutex(Seen())
  private let observers = Mutex(Observers())

  /// Looks what others have committed.
  ///
  /// A connection's data version moves with the commits of every other connection. What moved that
  /// of the watching connection and not that of the writing one was written by us.
  /// - Parameters:
  ///   - connection: The watching connection, outside a transaction.
  ///   - writer: The writing connection, which is not waited for.
  /// - Returns: How many changes of others and of our own there were; never too few.
  /// - Throws: What SQLite reports.
  func look(_ connection: Connection, _ writer: SharedConnection) throws -> (others: Int, all: Int)
  {
    let version = try Self.version(connection)
    return try seen.withLock { seen in
      if seen.watcher != version {
        let written = try writer.useIfOpen(Self.version)
        if written == nil || written != seen.writer { seen.others += 1 }
        seen.writer = written ?? seen.writer
        seen.watcher = version
      }
      return (seen.others, seen.own + seen.others)
    }
  }

  /// Notes a change of our own, and tells of it.
  func noteOwn() {
    seen.withLock { $0.own += 1 }
    tellObservers(ofInventory: false)
  }

  /// Tells of a change of our own of the inventory, which ``noteOwn()`` has noted.
  func noteInventory() { tellObservers(ofInventory: true) }

  private func tellObservers(ofInventory: Bool) {
    let told = observers.withLock { $0.all.values.filter { $0.ofInventory == ofInventory } }
    for observer in told { observer.tell() }
  }

  /// Has somebody told of our own changes, on the thread that made them, after they are on the disk.
  /// - Parameter ofInventory: Whether of those of the inventory alone.
  func add(
    _ observer: ObjectIdentifier, ofInventory: Bool, _ tell: @escaping @Sendable () -> Void
  ) {
    observers.withLock { $0.all[observer] = (ofInventory, tell) }
  }

  /// Tells somebody no longer.
  func remove(_ observer: ObjectIdentifier) {
    observers.withLock { $0.all[observer] = nil }
  }

  /// Whether changes of others were not told yet.
  func isUntold(_ others: Int) -> Bool { seen.withLock { $0.told != others } }

  /// Notes that so many changes of others were told.
  func noteTold(_ others: Int) { seen.withLock { $0.told = others } }

  /// Forgets the data versions of connections that are closed.
  func forget() { seen.withLock { ($0.watcher, $0.writer) = (nil, nil) } }

  private static func version(_ connection: Connection) throws -> Int64? {
    try connection.statement("PRAGMA data_version").first { $0.int64(0) }
  }
}
