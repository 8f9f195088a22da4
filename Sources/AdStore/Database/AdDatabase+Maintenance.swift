// SPDX-License-Identifier: MIT
import SQLiteKit

extension AdDatabase {
  /// Looks for damage: pages and rows that contradict themselves, and references to nothing.
  /// - Parameter limit: How many findings at most, of each kind.
  /// - Returns: The findings, a line each; empty where the file is sound.
  /// - Throws: ``StoreError``, with `corrupt` for a badly damaged file.
  /// - Complexity: Reads the whole file, some milliseconds a megabyte.
  public func findDamage(limit: Int = 100) throws -> [String] {
    try read { connection in
      let dangling = try connection.foreignKeyCheck().prefix(limit).map { violation in
        "a row of \(violation.table) refers to a row of \(violation.parent) that does not exist"
      }
      return try connection.quickCheck(limit: limit) + dangling
    }
  }

  /// Copies the whole database into a new file that its owner alone can read, while others go on
  /// reading and writing. It holds consent and history: keep it as you keep the original.
  /// - Parameters:
  ///   - path: The new file; one that exists is refused unless it is empty.
  ///   - progress: Takes how many pages are left and how many there are; returning false stops.
  /// - Throws: ``StoreError`` with `fileExists`, `cannotCreate`, `interrupted` or `full`. No file
  ///   is left then.
  public func backUp(
    to path: String, progress: (_ left: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws {
    try read { connection in
      do {
        try connection.backUp(to: path, progress: progress)
      } catch let error as OpenError {
        throw StoreError(creating: error)
      }
    }
  }
}
