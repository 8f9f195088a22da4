// SPDX-License-Identifier: MIT
import AdModel

/// Why a trace was refused, and in which line.
package struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  /// The fault, the value, and the allowed ones.
  package let reason: String

  init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// Takes over the fault of a line's JSON.
  init(line: Int, _ error: JSONError) {
    self.line = line
    let column = error.position.map { "column \($0.column): " } ?? ""
    let path = error.path.steps.isEmpty ? "" : "\(error.path): "
    reason = column + path + error.message
  }

  /// The line and what is wrong there.
  package var description: String { "line \(line): \(reason)" }
}
