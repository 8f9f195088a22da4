// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command of the shell that is written to.
@safe package final class WrittenProcess {
  private let stream: UnsafeMutablePointer<FILE>

  /// Starts a command; nil where the system starts none.
  package init?(_ command: String) {
    guard let stream = unsafe popen(command, "w") else { return nil }
    unsafe self.stream = unsafe stream
  }

  /// The descriptor of its standard input.
  package var input: CInt { unsafe fileno(stream) }

  /// Ends its input and waits for it; from here on Ctrl-C is the command's own.
  package func end() {
    signal(SIGINT, SIG_IGN)
    unsafe pclose(stream)
  }
}
