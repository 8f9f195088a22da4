// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program such as `less` that shows what is written to it screen by screen.
@safe final class Pager: OutputChannel {
  private let stream: UnsafeMutablePointer<FILE>
  private let channel: Descriptor

  let isTerminal = true
  let columns: Int? = nil

  /// Starts the pager that the environment names, as git does: `$PAGER`, else less, which ends by
  /// itself where everything fits, passes colours on and leaves the text on the screen.
  /// - Returns: The pager; nil where it could not be started.
  static func start() -> Pager? {
    let named = Environment.text("PAGER") ?? "less"
    Environment.suggest("LESS", "FRX")
    Environment.suggest("LV", "-c")
    // Where there is no such program, what was to be shown is shown all the same.
    guard let stream = unsafe popen("(\(named)) || [ $? -ne 127 ] || cat", "w") else { return nil }
    return unsafe Pager(stream)
  }

  /// Whether the environment allows one: `PAGER` empty or `cat`, and a dumb terminal, ask for none.
  static var isWanted: Bool {
    let named = Environment.text("PAGER")
    return named != "" && named != "cat" && Environment.text("TERM") != "dumb"
  }

  private init(_ stream: UnsafeMutablePointer<FILE>) {
    unsafe self.stream = unsafe stream
    channel = Descriptor(unsafe fileno(stream))
  }

  func write(_ bytes: [UInt8]) throws(ChannelError) { try channel.write(bytes) }

  /// Waits until the person has seen enough.
  func end() {
    // Ctrl-C is the pager's now: whoever presses it there stops a search, not the pager.
    signal(SIGINT, SIG_IGN)
    unsafe pclose(stream)
  }
}
