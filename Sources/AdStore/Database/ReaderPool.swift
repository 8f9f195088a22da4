// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem
import Dispatch

/// A few read-only connections that any thread may read on, each with the statements it has
/// prepared so far.
///
/// Connections are opened when they are first needed, so a program that reads from one thread
/// opens one. Whoever waits gets the first that becomes free, in the order of asking.
final class ReaderPool: Sendable {
  private struct State {
    var free: [Int]
    var waiting: [Waiter] = []
    /// Those who leave one free.
    var patient: [Waiter] = []
  }

  private final class Waiter: Sendable {
    let reader = Mutex<Int?>(nil)
    let isServed = DispatchSemaphore(value: 0)
  }

  let connections: [SharedConnection]
  private let state: Mutex<State>

  /// How many threads can read at the same time.
  var size: Int { connections.count }
  /// How many threads wait for a connection.
  var waiting: Int { state.withLock { $0.waiting.count + $0.patient.count } }

  /// Prepares a pool without opening anything.
  /// - Parameters:
  ///   - size: How many threads can read at the same time, at least 2.
  ///   - admit: Throws where nobody may read now.
  ///   - open: Opens a connection.
  init(
    size: Int, admit: @escaping @Sendable () throws -> Void,
    open: @escaping @Sendable () throws -> Connection
  ) {
    connections = (0..<max(size, 2)).map { _ in SharedConnection(admit: admit, open: open) }
    // The last one is taken first: who has the most pages in its cache.
    state = Mutex(State(free: Array(connections.indices.reversed())))
  }

  /// Runs `body` on a connection that nobody else uses; waits where all are in use.
  /// - Parameters:
  ///   - leavesOneFree: Whether it also waits where only one is free.
  ///   - body: Reads on the connection without keeping it.
  /// - Throws: ``StoreError`` with `closed` or `suspended`, or whatever `body` throws.
  func read<Result: Sendable>(
    leavesOneFree: Bool = false, _ body: (Connection) throws -> Result
  ) throws -> Result {
    let reader = take(leavesOneFree: leavesOneFree)
    defer { give(reader) }
    return try connections[reader].use(body)
  }

  private func take(leavesOneFree: Bool) -> Int {
    let waiter = Waiter()
    let reader = state.withLock { state -> Int? in
      if state.free.count > (leavesOneFree ? 1 : 0) { return state.free.removeLast() }
      if leavesOneFree { state.patient.append(waiter) } else { state.waiting.append(waiter) }
      return nil
    }
    if let reader { return reader }
    while true {
      waiter.isServed.wait()
      if let reader = waiter.reader.withLock({ $0 }) { return reader }
    }
  }

  private func give(_ reader: Int) {
    let served = state.withLock { state -> Waiter? in
      var next: Waiter?
      if !state.waiting.isEmpty {
        next = state.waiting.removeFirst()
      } else if !state.free.isEmpty, !state.patient.isEmpty {
        next = state.patient.removeFirst()
      } else {
        state.free.append(reader)
      }
      next?.reader.withLock { $0 = reader }
      return next
    }
    served?.isServed.signal()
  }

  /// Closes every connection; later reads throw `closed`.
  /// - Throws: `SQLiteError`.
  func close() throws {
    for connection in connections { try connection.close() }
  }
}
