// SPDX-License-Identifier: MIT

/// The one place that debug lines go through; while it is off, a line is not even built.
///
/// ```swift
/// let log = DebugLog { line in print(line) }
/// log("fetched \(unit)")
/// ```
public struct DebugLog: Sendable {
  private let sink: (@Sendable (String) -> Void)?

  /// A log that prints nothing and costs one comparison a line.
  public static let off = DebugLog(sink: nil)

  private init(sink: (@Sendable (String) -> Void)?) {
    self.sink = sink
  }

  /// A log that is on.
  /// - Parameter sink: Takes each line, without a line end; called on the caller's thread.
  public init(_ sink: @escaping @Sendable (String) -> Void) {
    self.init(sink: sink)
  }

  /// Whether lines are taken.
  package var isOn: Bool { sink != nil }

  /// Takes a line where the log is on.
  /// - Parameter line: The line; built only where the log is on.
  package func callAsFunction(_ line: @autoclosure () -> String) {
    sink?(line())
  }
}
