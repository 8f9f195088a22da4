// SPDX-License-Identifier: MIT

/// Why bytes could not be written or read.
package enum ChannelError: Error, Equatable, Sendable {
  /// Nobody reads the output any more, as after `| head`. The program ends quietly.
  case closedByReader
  /// The user pressed Ctrl-C while the program waited.
  case interrupted
  /// There is more to read than may be.
  case tooLarge(limit: Int)
  /// The system refused, and says why.
  case failed(reason: String)
}

/// Where output goes: a terminal, a pipe, a file, or a test.
package protocol OutputChannel: AnyObject {
  /// Whether a person watches.
  var isTerminal: Bool { get }
  /// How many characters a line of the terminal has; nil where there is none or it does not tell.
  var columns: Int? { get }

  /// Writes all of the bytes.
  /// - Throws: ``ChannelError``.
  func write(_ bytes: [UInt8]) throws(ChannelError)
}

/// Where input comes from.
package protocol InputChannel: AnyObject {
  /// Whether a person types.
  var isTerminal: Bool { get }

  /// Reads the next line.
  /// - Returns: The line without its end, or nil at the end of the input.
  /// - Throws: ``ChannelError``.
  func readLine() throws(ChannelError) -> String?

  /// Reads to the end of the input, unless it holds too much.
  /// - Returns: The bytes.
  /// - Throws: ``ChannelError``, with `tooLarge` as soon as there is one byte more.
  func readAll(atMost limit: Int) throws(ChannelError) -> [UInt8]
}
