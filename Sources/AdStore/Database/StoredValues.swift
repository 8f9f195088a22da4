// SPDX-License-Identifier: MIT
/// What is read of a database, and what is read of it after each change, whoever makes it: an
/// asynchronous sequence that begins with what is there, and gives each value that differs from the one
/// before.
///
/// ```swift
/// let inventory = InventoryRepository(database)
/// for try await units in inventory.values({ try $0.units() }) { show(units) }
/// ```
///
/// Whoever is slow gets the newest value and none of those between. What this process writes is seen at
/// once, what others write at the next look. It ends as its task is cancelled, and lets go of the database
/// then; nothing is read, and no thread waits, while nobody asks for the next value.
public struct StoredValues<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// What is read.
  public typealias Element = Value

  let database: AdDatabase
  let interval: Duration
  let read: @Sendable () throws -> Value

  /// Begins anew.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Reads, and waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    /// What is followed; nil as soon as it is over.
    private var followed: (values: StoredValues, changes: DatabaseChanges)?
    private var last: Value?
    private var isWaiting = false

    init(_ values: StoredValues) {
      followed = (values, DatabaseChanges(of: values.database, every: values.interval))
    }

    /// Waits for the next value.
    /// - Returns: The value; nil where the task was cancelled.
    /// - Throws: ``StoreError``, with `closed` after the database was closed, or what reading throws;
    ///   it is over then.
    nonisolated(nonsending) public mutating func next() async throws -> Value? {
      while let (values, changes) = followed {
        do {
          if isWaiting { try await changes.next() }
          isWaiting = true
          let value = try await values.database.read(within: .seconds(60), values.read)
          if value == last { continue }
          last = value
          return value
        } catch is CancellationError {
          followed = nil
        } catch let error as StoreError where error.code == .suspended {
          // It is read when the database has resumed.
        } catch {
          followed = nil
          throw error
        }
      }
      return nil
    }
  }
}

extension AdDatabase {
  /// What is read of the database, now and after each change.
  /// - Parameters:
  ///   - interval: How often it is looked whether other processes have written.
  ///   - read: Reads with any repository of the database; runs on a thread of the database.
  /// - Returns: The values, as long as somebody asks for them.
  public func values<Value: Equatable & Sendable>(
    every interval: Duration = .seconds(1), _ read: @escaping @Sendable () throws -> Value
  ) -> StoredValues<Value> {
    StoredValues(database: self, interval: interval, read: read)
  }
}

extension InventoryRepository {
  /// What is read of the inventory, now and after each change.
  /// - Parameters:
  ///   - interval: How often it is looked whether other processes have written.
  ///   - read: Reads the inventory as it is at one moment.
  /// - Returns: The values, as long as somebody asks for them.
  public func values<Value: Equatable & Sendable>(
    every interval: Duration = .seconds(1),
    _ read: @escaping @Sendable (borrowing InventorySnapshot) throws -> Value
  ) -> StoredValues<Value> {
    database.values(every: interval) { try self.read(read) }
  }
}
