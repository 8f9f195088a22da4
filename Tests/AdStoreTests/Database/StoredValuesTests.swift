// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdStore

/// What whoever observes a database sees of it.
@Suite(.timeLimit(.minutes(60))) struct StoredValuesTests {
  private let now = Timestamp(milliseconds: 1_795_132_800_000)
  private let database: AdDatabase
  private let inventory: InventoryRepository

  init() throws {
    database = try AdDatabase.inMemory(now: now)
    inventory = InventoryRepository(database)
  }

  private func add(_ ids: String..., in inventory: InventoryRepository? = nil) throws {
    try (inventory ?? self.inventory).change(by: "test", at: now) { edit in
      for id in ids { try edit.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID(id)))) }
    }
  }

  private func ids(
    every interval: Duration = .seconds(600)
  ) -> StoredValues<[AdUnitID]> {
    inventory.values(every: interval) { try $0.units().map(\.id) }
  }

  @Test func `the first value comes at once, and then each change`() async throws {
    var values = ids().makeAsyncIterator()
    #expect(try await values.next()?.count == 0)
    try add("a", "b")
    #expect(try await values.next()?.map(\.rawValue) == ["a", "b"])
    try add("c")
    #expect(try await values.next()?.map(\.rawValue) == ["a", "b", "c"])
  }

  @Test func `what is the same is told once, and of several changes the last`() async throws {
    var values = ids().makeAsyncIterator()
    _ = try await values.next()
    try inventory.change(by: "test", at: now) { try $0.setPage(PageID("home")) { _ in } }
    try add("a")
    try add("b")
    #expect(try await values.next()?.map(\.rawValue) == ["a", "b"])
  }

  @Test func `what another connection to the file writes is seen at the next look`() async throws {
    var values = ids(every: .milliseconds(5)).makeAsyncIterator()
    _ = try await values.next()
    let other = try AdDatabase(path: database.file, access: .readWrite)
    try add("a", in: InventoryRepository(other))
    #expect(try await values.next()?.map(\.rawValue) == ["a"])
    try other.close()
  }

  @Test func `it ends as its task is cancelled, and lets go of the database`() async throws {
    weak var gone: AdDatabase?
    let following = try {
      let database = try AdDatabase.inMemory(now: now)
      gone = database
      let values = InventoryRepository(database).values { try $0.units() }
      return Task {
        var count = 0
        for try await _ in values { count += 1 }
        return count
      }
    }()
    following.cancel()
    #expect(try await following.value <= 1)
    _ = consume following
    #expect(gone == nil)
  }

  @Test func `an iterator that is over keeps no database`() async throws {
    let ended = Task { [inventory] in
      var values = inventory.values { try $0.units() }.makeAsyncIterator()
      _ = try await values.next()
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return (try await values.next(), try await values.next())
    }
    let (first, second) = try await ended.value
    #expect(first == nil && second == nil)
  }

  @Test func `a database that is closed ends it with an error`() async throws {
    var values = ids().makeAsyncIterator()
    _ = try await values.next()
    try add("a")
    try database.close()
    await #expect(throws: StoreError.self) { _ = try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test func `what was written before a database was suspended is seen after it`() async throws {
    var values = ids(every: .milliseconds(5)).makeAsyncIterator()
    _ = try await values.next()
    try add("a")
    #expect(await database.suspend(within: .seconds(10)).isReleased)
    let seen = Task { [values] in
      var values = values
      return try await values.next()
    }
    database.resume()
    #expect(try await seen.value?.map(\.rawValue) == ["a"])
  }
}
