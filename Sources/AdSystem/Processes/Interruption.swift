// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Remembers that the user pressed Ctrl-C.
package enum Interruption {
  // The only kind of value that a signal handler may write.
  private nonisolated(unsafe) static var requested: sig_atomic_t = 0

  /// Whether it was pressed.
  package static var isRequested: Bool { unsafe requested != 0 }

  /// Starts to watch, and takes closed pipes and files that may not grow any more for errors.
  package static func watch() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = { _ in
        unsafe Interruption.requested = 1
      }
    #else
      unsafe action.__sigaction_handler.sa_handler = { _ in
        unsafe Interruption.requested = 1
      }
    #endif
    // Without SA_RESTART a wait for input ends; with SA_RESETHAND a second Ctrl-C ends the process.
    action.sa_flags = CInt(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND))
    unsafe sigaction(SIGINT, &action, nil)
  }
}
