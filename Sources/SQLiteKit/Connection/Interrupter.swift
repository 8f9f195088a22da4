// SPDX-License-Identifier: MIT
import CSQLite
import Synchronization

/// Stops the running statement of a connection; safe to use from any thread, at any time.
package final class Interrupter: Sendable {
  private let address: Mutex<UInt>

  @unsafe init(handle: OpaquePointer) {
    address = Mutex(UInt(bitPattern: handle))
  }

  /// Makes the running statement, if any, throw `interrupted`; does nothing on a closed connection.
  package func interrupt() {
    // Under the lock, so that the connection cannot close in between.
    address.withLock { address in
      guard let handle = unsafe OpaquePointer(bitPattern: address) else { return }
      unsafe sqlite3_interrupt(handle)
    }
  }

  func disarm() {
    address.withLock { $0 = 0 }
  }
}
