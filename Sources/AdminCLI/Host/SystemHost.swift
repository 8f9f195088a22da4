// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Host {
  /// The machine that the process runs on.
  ///
  /// From here on a closed pipe is an error that the program sees, not its end, and Ctrl-C asks the
  /// program to stop; a second Ctrl-C stops it at once.
  package static func system() -> Host {
    Interruption.watch()
    let terminal = Descriptor(STDOUT_FILENO)
    let errors = Descriptor(STDERR_FILENO)
    var host = Host(
      variable: { (name) throws(Failure) in try Environment.variable(name) },
      input: Descriptor(STDIN_FILENO), output: terminal, errors: errors, files: SystemFiles(),
      now: { Timestamp.now },
      isInterrupted: { Interruption.isRequested })
    guard terminal.isTerminal, Pager.isWanted, let rows = terminal.rows else { return host }
    let paged = PagedOutput(terminal, rows: rows, start: Pager.start)
    host.output = paged
    host.paged = paged
    host.errors = paged.beside(errors)
    return host
  }
}
