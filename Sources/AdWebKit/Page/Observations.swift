// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  import Foundation

  /// Ends observations of notifications when it is let go of, on whatever thread that is.
  final class Observations {
    var tokens: [any NSObjectProtocol] = []
    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }
#endif
