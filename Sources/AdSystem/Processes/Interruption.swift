// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Remembers that somebody wants the program to end: Ctrl-C (INT), a service that is stopped (TERM),
/// a terminal that is gone (HUP).
package enum Interruption {
  // The only kind of value that a signal handler may write.
  private nonisolated(unsafe) static var received: sig_atomic_t = 0

  /// The number of the signal; nil where there was none.
  package static var number: Int32? { unsafe received == 0 ? nil : Int32(received) }

  /// Whether anybody does.
  package static var isRequested: Bool { number != nil }

  /// Starts to watch, and takes closed pipes and files that may not grow any more for errors.
  package static func watch() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = { number in
        unsafe Interruption.received = number
      }
    #else
      unsafe action.__sigaction_handler.sa_handler = { number in
        unsafe Interruption.received = number
      }
    #endif
    // Without SA_RESTART a wait for input ends; with SA_RESETHAND a second one ends the process.
    action.sa_flags = CInt(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND))
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // What was started so that it outlives its terminal (nohup) does.
      let before = signal(number, SIG_IGN)
      let isIgnored =
        unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if !isIgnored { unsafe sigaction(number, &action, nil) }
    }
  }
}
