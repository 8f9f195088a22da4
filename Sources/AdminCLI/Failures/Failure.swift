// SPDX-License-Identifier: MIT
import AdModel

/// Why a command ended without doing what it was asked for: one exit code, one message, one hint.
///
/// Commands throw it for what they find themselves; errors of the other targets become one in
/// ``Failure/init(describing:)``. Personal values never go into a message.
package struct Failure: Error, Equatable, Sendable {
  /// What the process ends with.
  package let exit: ExitCode
  /// What was wrong, with which value: sentences, the first without a capital.
  package let message: String
  /// A command line to copy and paste, or what else to do next.
  package let hint: String?

  /// Describes a failure.
  /// - Parameter hint: A command line that helps, shown after `try:`.
  package init(_ exit: ExitCode, _ message: String, try hint: String? = nil) {
    self.exit = exit
    self.message = message
    self.hint = hint
  }

  /// The failure as lines for the error channel.
  package var text: String {
    var lines = "error: \(message.safeForTerminal)\n"
    if let hint {
      lines += "try: \(hint.safeForTerminal)\n"
    }
    return lines
  }
}
