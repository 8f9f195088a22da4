// SPDX-License-Identifier: MIT
import Foundation

/// The program `adview-admin`, as another process that writes the same database.
struct AdminProgram {
  let path: String
  let database: String

  /// Runs a command without keeping the loop from turning.
  /// - Returns: Whether it said yes.
  @MainActor func run(_ arguments: String...) async -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--db", database] + arguments
    process.standardOutput = FileHandle.nullDevice
    return await withCheckedContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus == 0) }
      do {
        try process.run()
      } catch {
        continuation.resume(returning: false)
      }
    }
  }
}
