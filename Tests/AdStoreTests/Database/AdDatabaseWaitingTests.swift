// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdSystem
import Dispatch
import Foundation
import Testing

@testable import AdStore

/// What tasks get that have no thread to lend.
@Suite(.timeLimit(.minutes(60))) struct AdDatabaseWaitingTests {
  private let store: TemporaryStore
  private let database: AdDatabase
  private let subject: SubjectKey

  init() throws {
    store = try TemporaryStore()
    try store.create().close()
    database = try AdDatabase(path: store.path, access: .readWrite, busyTimeout: 600_000)
    subject = try SubjectKey("user-1")
  }

  private func record() -> @Sendable () throws -> Void {
    { [database, subject] in
      _ = try ConsentRepository(database).set(.answer(.enabled), for: subject, at: .now)
    }
  }

  private func stored() throws -> Int {
    try ConsentRepository(database).history(of: subject).count
  }

  @Test func `a write is on the disk when it returns, and a read sees it`() async throws {
    try await database.write(within: .seconds(60), record())
    let count = try await database.read(within: .seconds(60)) { try stored() }
    #expect(count == 1)
  }

  @Test func `a write that was cancelled while another process held the file is not stored`()
    async throws
  {
    let outsider = try store.outsider()
    try outsider.execute("BEGIN IMMEDIATE")
    let (begun, hasBegun) = AsyncStream<Void>.makeStream()
    let record = record()
    let task = Task { [database] in
      try await database.write(within: .seconds(600)) {
        hasBegun.finish()
        try record()
      }
    }
    for await _ in begun {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try outsider.execute("ROLLBACK")
    // Whatever is left of it has run before this one.
    try await database.write(within: .seconds(60)) {}
    #expect(try stored() == 0)
  }

  @Test func `a write that another process keeps out gives up in time, and frees the thread`()
    async throws
  {
    let outsider = try store.outsider()
    try outsider.execute("BEGIN IMMEDIATE")
    do {
      try await database.write(within: .milliseconds(20), record())
      Issue.record("it was stored beside another writer")
    } catch let error as StoreError {
      #expect(error.code == .busy)
    }
    // It would be waited for for ten minutes.
    database.writing.drain()
    try outsider.execute("ROLLBACK")
    #expect(try stored() == 0)
    try await database.write(within: .seconds(60), record())
    #expect(try stored() == 1)
  }

  @Test func `however many tasks read for long, a page's thread finds a reader`() async throws {
    let (reads, begun) = AsyncStream<Void>.makeStream()
    let mayEnd = DispatchSemaphore(value: 0)
    async let all: Void = withThrowingTaskGroup(of: Void.self) { [database] group in
      for _ in 0..<8 {
        group.addTask {
          try await database.read(within: .seconds(600)) {
            try database.read { _ in
              begun.yield()
              mayEnd.wait()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    var reading = 0
    for await _ in reads {
      reading += 1
      if reading == database.readers.size - 1 { break }
    }
    #expect(try stored() == 0)
    for _ in 0..<8 { mayEnd.signal() }
    try await all
  }

  @Test func `whoever asks for changes while another thread does looks instead of waiting`() throws
  {
    _ = try database.pollChanges()
    #expect(try !database.pollChanges())
    #expect(try database.watcher.use { _ in try database.pollChanges() })
  }

  @Test func `a hundred tasks that write and read beside a held lock leave the pool alone`()
    async throws
  {
    let outsider = try store.outsider()
    try outsider.execute("BEGIN IMMEDIATE")
    let record = record()
    let (writers, started) = AsyncStream<Void>.makeStream()
    async let all: Void = withThrowingTaskGroup(of: Void.self) { [database] group in
      for number in 0..<100 {
        group.addTask {
          if number.isMultiple(of: 10) {
            started.yield()
            try await database.write(within: .seconds(600), record)
          } else {
            _ = try await database.read(within: .seconds(600)) { try stored() }
          }
        }
      }
      try await group.waitForAll()
    }
    var writing = 0
    for await _ in writers {
      writing += 1
      if writing == 10 { break }
    }
    // Reads go on, and so does whatever has nothing to do with the database.
    _ = try await database.read(within: .seconds(600)) { try stored() }
    for _ in 0..<100 { await Task.detached { await Task.yield() }.value }
    try outsider.execute("ROLLBACK")
    try await all
    #expect(try stored() == 1)
  }

  @Test func `a closed database refuses tasks, too`() async throws {
    try database.close()
    await #expect(throws: StoreError.closed) {
      try await database.write(within: .seconds(60), record())
    }
  }
}
