// SPDX-License-Identifier: MIT
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Remembers that the user pressed Ctrl-C.
enum Interruption {
  private static let requested = Atomic(false)

  /// Whether it was pressed.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Starts to watch, and takes closed pipes and files that may not grow any more for errors.
  static func watch() {
    _ = isRequested
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = { _ in
        Interruption.requested.store(true, ordering: .relaxed)
      }
    #else
      unsafe action.__sigaction_handler.sa_handler = { _ in
        Interruption.requested.store(true, ordering: .relaxed)
      }
    #endif
    // Without SA_RESTART a wait for input ends; with SA_RESETHAND a second Ctrl-C ends the process.
    action.sa_flags = CInt(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND))
    unsafe sigaction(SIGINT, &action, nil)
  }
}
