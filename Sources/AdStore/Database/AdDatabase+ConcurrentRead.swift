// SPDX-License-Identifier: MIT
import AdSQLite
import AdSystem
import Dispatch

extension AdDatabase {
  /// Reads on several processors at once, and waits for all of them. One reader stays free for
  /// others.
  ///
  /// Each part reads one moment, and the moments may differ where somebody writes meanwhile.
  /// - Parameter body: Reads its share on a connection that it must not keep.
  /// - Throws: ``StoreError``, or what a part throws.
  func concurrentRead<Result: Sendable>(
    _ body: @Sendable (Connection) throws -> Result
  ) throws -> [Result] {
    let results = Mutex<[Swift.Result<Result, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: readers.size - 1) { _ in
      let result = Swift.Result { try read(leavesOneFree: true, body) }
      results.withLock { $0.append(result) }
    }
    return try results.withLock { try $0.map { try $0.get() } }
  }
}
