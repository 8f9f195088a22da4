// SPDX-License-Identifier: MIT

/// A terminal that shows what is longer than its screen through a pager.
///
/// What is written is held back until it is more than a screen, and goes to the pager then; at the
/// end, or before anything is said beside it, what was held back goes straight to the terminal.
package final class PagedOutput: OutputChannel {
  /// Where more than a screen goes.
  package struct Screen {
    let write: ([UInt8]) throws(ChannelError) -> Void
    let end: () -> Void
  }

  private enum State {
    case holding([UInt8], lines: Int)
    case direct
    case paging(Screen)
  }

  private let terminal: any OutputChannel
  private let rows: Int
  private let start: () -> Screen?
  private var state = State.holding([], lines: 0)

  /// Shows on a terminal.
  /// - Parameter start: Starts a pager; nil where none can be.
  package init(_ terminal: any OutputChannel, rows: Int, start: @escaping () -> Screen?) {
    self.terminal = terminal
    self.rows = rows
    self.start = start
  }

  package var isTerminal: Bool { terminal.isTerminal }
  package var columns: Int? { terminal.columns }

  package func write(_ bytes: [UInt8]) throws(ChannelError) {
    switch state {
    case .direct: try terminal.write(bytes)
    case .paging(let screen): try screen.write(bytes)
    case .holding(let held, let lines):
      let lines = lines + bytes.count { $0 == UInt8(ascii: "\n") }
      if lines < rows {
        state = .holding(held + bytes, lines: lines)
      } else if let screen = start() {
        state = .paging(screen)
        try screen.write(held + bytes)
      } else {
        state = .direct
        try terminal.write(held + bytes)
      }
    }
  }

  /// Has everything go straight to the terminal from now on, but what a pager shows already.
  package func settle() throws(ChannelError) {
    guard case .holding(let held, _) = state else { return }
    state = .direct
    if !held.isEmpty { try terminal.write(held) }
  }

  /// Shows what is held back, and waits for the pager.
  package func end() throws(ChannelError) {
    if case .paging(let screen) = state {
      state = .direct
      screen.end()
    } else {
      try settle()
    }
  }

  /// What is said beside the output: it comes after what was written before it, and into the pager
  /// where that has the screen.
  package func beside(_ errors: any OutputChannel) -> any OutputChannel {
    Beside(errors, self)
  }

  private final class Beside: OutputChannel {
    private let errors: any OutputChannel
    private let output: PagedOutput

    init(_ errors: any OutputChannel, _ output: PagedOutput) {
      self.errors = errors
      self.output = output
    }

    var isTerminal: Bool { errors.isTerminal }
    var columns: Int? { errors.columns }

    func write(_ bytes: [UInt8]) throws(ChannelError) {
      if case .paging(let screen) = output.state, errors.isTerminal {
        return try screen.write(bytes)
      }
      // Nothing held back: what comes may still be paged.
      if case .holding(let held, _) = output.state, !held.isEmpty { try output.settle() }
      try errors.write(bytes)
    }
  }
}
