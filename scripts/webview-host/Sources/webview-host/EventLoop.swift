// SPDX-License-Identifier: MIT
import CWebKitGTK

/// GTK's loop, in which the main actor runs too.
@MainActor enum EventLoop {
  /// The time of a clock that never goes back, in milliseconds.
  static var now: Int64 { Int64(g_get_monotonic_time()) / 1_000 }

  /// Calls `body` after a time, and again after the same time as long as it says so.
  static func after(_ milliseconds: Int, _ body: @escaping @MainActor () -> Bool) {
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    g_timeout_add_full(
      G_PRIORITY_DEFAULT, UInt32(max(0, milliseconds)),
      { data in
        nonisolated(unsafe) let data = data
        return MainActor.assumeIsolated {
          guard let data else { return 0 }
          return Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().body() ? 1 : 0
        }
      }, box, { if let data = $0 { Unmanaged<Box>.fromOpaque(data).release() } })
  }

  /// Calls `body` once after a time.
  static func once(_ milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
    after(milliseconds) {
      body()
      return false
    }
  }

  /// Waits without keeping the loop from turning.
  static func sleep(_ milliseconds: Int) async {
    await withCheckedContinuation { continuation in
      once(milliseconds) { continuation.resume() }
    }
  }

  private final class Box {
    let body: @MainActor () -> Bool
    init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
  }
}
