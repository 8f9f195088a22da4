// SPDX-License-Identifier: MIT
import Dispatch
import Testing

@testable import AdSystem

@Suite(.timeLimit(.minutes(60))) struct WorkQueueTests {
  /// Holds the only thread of a queue until it is let go of.
  private final class Hold: Sendable {
    private let isHeld = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    init(_ queue: WorkQueue) {
      queue.add { [self] in
        isHeld.signal()
        end.wait()
      }
      isHeld.wait()
    }

    func letGo() { end.signal() }
  }

  private let queue = WorkQueue("tests", width: 1)
  private let ran = Mutex<[Int]>([])

  private func note(_ number: Int) { ran.withLock { $0.append(number) } }

  @Test func `work runs in order, and its caller gets what it returns or throws`() async throws {
    struct Refusal: Error {}
    for number in 0..<100 { queue.add { note(number) } }
    #expect(try await queue.run(within: .seconds(60)) { 7 } == 7)
    #expect(ran.withLock { $0 } == Array(0..<100))
    await #expect(throws: Refusal.self) {
      try await queue.run(within: .seconds(60)) { throw Refusal() }
    }
  }

  @Test func `as many pieces of work run at once as there are threads, and no more`() {
    let wide = WorkQueue("tests", width: 3)
    let meet = DispatchSemaphore(value: 0)
    let end = DispatchSemaphore(value: 0)
    let running = Mutex((now: 0, most: 0))
    for _ in 0..<9 {
      wide.add {
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        meet.signal()
        end.wait()
        running.withLock { $0.now -= 1 }
      }
    }
    for _ in 0..<3 { meet.wait() }
    #expect(running.withLock { $0.now } == 3)
    for _ in 0..<9 { end.signal() }
    wide.drain()
    #expect(running.withLock { $0.most } == 3)
  }

  @Test
  func `what is cancelled before it begins never runs, and its caller does not wait for its turn`()
    async throws
  {
    let hold = Hold(queue)
    let task = Task { try await queue.run(within: .seconds(600)) { note(1) } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    hold.letGo()
    queue.drain()
    #expect(ran.withLock { $0 } == [])
  }

  @Test func `what has not begun in time never runs, and its caller goes on`() async throws {
    let hold = Hold(queue)
    await #expect(throws: WorkQueue.TooLate.self) {
      try await queue.run(within: .milliseconds(1)) { note(1) }
    }
    hold.letGo()
    queue.drain()
    #expect(ran.withLock { $0 } == [])
  }

  @Test func `what has begun is carried to its end, whoever cancels it`() async throws {
    let (begun, hasBegun) = AsyncStream<Void>.makeStream()
    let end = DispatchSemaphore(value: 0)
    let task = Task {
      try await queue.run(within: .seconds(600)) {
        try WorkQueue.begin()
        hasBegun.finish()
        end.wait()
        note(1)
        return WorkQueue.isAbandoned
      }
    }
    for await _ in begun {}
    task.cancel()
    end.signal()
    #expect(try await task.value == false)
    #expect(ran.withLock { $0 } == [1])
  }

  @Test func `work that was cancelled while it waited is refused as it begins`() async throws {
    let (waiting, isWaiting) = AsyncStream<Void>.makeStream()
    let isCancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await queue.run(within: .seconds(600)) {
        isWaiting.finish()
        isCancelled.wait()
        #expect(WorkQueue.isAbandoned)
        try WorkQueue.begin()
        note(1)
      }
    }
    for await _ in waiting {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    isCancelled.signal()
    queue.drain()
    #expect(ran.withLock { $0 } == [])
  }

  @Test func `a hundred tasks that wait hold no thread of the pool`() async throws {
    let hold = Hold(queue)
    async let results = withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask { try await queue.run(within: .seconds(600)) { number } }
      }
      return try await group.reduce(into: 0) { $0 += $1 }
    }
    // More than the pool has threads, and each needs one to get on.
    for _ in 0..<100 { await Task.detached { await Task.yield() }.value }
    hold.letGo()
    #expect(try await results == 4_950)
  }
}
