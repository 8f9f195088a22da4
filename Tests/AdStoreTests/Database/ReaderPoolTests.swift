// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem
import Dispatch
import Foundation
import Testing

@testable import AdStore

@Suite(.timeLimit(.minutes(60))) struct ReaderPoolTests {
  private let store: TemporaryStore
  private let database: AdDatabase

  init() throws {
    store = try TemporaryStore()
    database = try store.create()
  }

  /// A read that holds its connection until it is let go of.
  private final class HeldRead: Sendable {
    private let isReading = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ database: AdDatabase) {
      Thread.detachNewThread { [self] in
        try? database.read { _ in
          isReading.signal()
          end.wait()
        }
        hasEnded.signal()
      }
    }

    func begin() { isReading.wait() }

    func letGo() {
      end.signal()
      hasEnded.wait()
    }
  }

  private func hold(_ count: Int) -> [HeldRead] {
    (0..<count).map { _ in
      let read = HeldRead(database)
      read.begin()
      return read
    }
  }

  private func wait(for count: Int) {
    while database.readers.waiting < count { sched_yield() }
  }

  @Test func `whoever waits gets the first reader that becomes free, whichever it is`() {
    for free in 0..<4 {
      let reads = hold(4)
      let fifth = HeldRead(database)
      wait(for: 1)
      reads[free].letGo()
      fifth.begin()
      fifth.letGo()
      for (number, read) in reads.enumerated() where number != free { read.letGo() }
    }
  }

  @Test func `readers are given in the order of asking`() {
    let reads = hold(4)
    var later: [HeldRead] = []
    for number in 1...5 {
      later.append(HeldRead(database))
      wait(for: number)
    }
    reads[2].letGo()
    for read in later {
      read.begin()
      read.letGo()
    }
    for number in [0, 1, 3] { reads[number].letGo() }
  }

  @Test func `statistics leave a reader to a page, however many of them are made at once`() throws {
    let meet = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
    let running = Mutex((now: 0, most: 0))
    let all = DispatchGroup()
    for _ in 0..<2 {
      all.enter()
      Thread.detachNewThread { [database] in
        _ = try? database.concurrentRead { _ in
          running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
          meet.signal()
          end.wait()
          running.withLock { $0.now -= 1 }
        }
        all.leave()
      }
    }
    // The least that both get, whatever else the machine does.
    meet.wait()
    try database.read { _ in }
    for _ in 0..<6 { end.signal() }
    all.wait()
    #expect(running.withLock { $0.most } <= 3)
  }

  @Test func `one thread opens one reader`() throws {
    for _ in 0..<10 { try database.read { _ in } }
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      .compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
    #expect(files.filter { $0 == store.path }.count == 1)
  }
}
