// SPDX-License-Identifier: MIT

/// Collects what a command prints and hands it to a channel in pieces of 64 KiB.
package final class OutputBuffer {
  /// Where the bytes go.
  package let channel: any OutputChannel
  /// Whether a terminal shows it, found once: asking the system for each line would take longer
  /// than writing it.
  package let isWatched: Bool
  /// Whether what is printed only tells of work that is stored whatever becomes of the output.
  package var reportsStoredWork = false
  /// Whether nobody reads any more, as after `| head`: what else is printed goes nowhere, and the work
  /// goes on to its own end.
  private(set) var isClosed = false
  private var bytes: [UInt8] = []
  private var steps: [() throws -> Void] = []
  private static let limit = 65_536

  /// Starts empty.
  /// - Parameter channel: Where the bytes go.
  package init(_ channel: any OutputChannel) {
    self.channel = channel
    isWatched = channel.isTerminal
  }

  /// Appends a text.
  /// - Throws: ``ChannelError`` of a full buffer that could not be handed on.
  package func write(_ text: String) throws(ChannelError) {
    bytes.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  /// Appends bytes as they are.
  /// - Throws: ``ChannelError`` of a full buffer that could not be handed on.
  package func write(bytes raw: [UInt8]) throws(ChannelError) {
    bytes.append(contentsOf: raw)
    try flushIfFull()
  }

  /// Appends a JSON document, or a part of one; on a terminal as JSON that cannot steer it.
  /// - Throws: ``ChannelError`` of a full buffer that could not be handed on.
  func write(json: [UInt8]) throws(ChannelError) {
    try write(bytes: isWatched ? json.jsonSafeForTerminal : json)
  }

  /// Lets a writer append in place, without a copy of its own.
  /// - Parameter append: Appends to the bytes that wait.
  /// - Throws: ``ChannelError`` of a full buffer that could not be handed on.
  func write(_ append: (inout [UInt8]) -> Void) throws(ChannelError) {
    append(&bytes)
    try flushIfFull()
  }

  /// Hands on everything that waits, or forgets it where nobody reads any more.
  /// - Throws: ``ChannelError``, never `closedByReader`.
  package func flush() throws(ChannelError) {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard !bytes.isEmpty, !isClosed else { return }
    do throws(ChannelError) {
      try channel.write(isWatched ? bytes.shownOnTerminal : bytes)
    } catch .closedByReader {
      isClosed = true
    }
  }

  /// Has something done once all output has arrived where it goes, and not before.
  func afterwards(_ step: @escaping () throws -> Void) { steps.append(step) }

  /// Does what was to be done once the output has arrived, if it has.
  package func finish() throws {
    defer { steps = [] }
    guard !isClosed else { return }
    for step in steps { try step() }
  }

  private func flushIfFull() throws(ChannelError) {
    if bytes.count >= Self.limit {
      try flush()
    }
  }
}
