// SPDX-License-Identifier: MIT
import AdLoading

extension RecordedEvent {
  /// Whether the page is on the screen or has places for ads by it.
  var showsPage: Bool {
    switch self {
    case .told(.viewport(let rect), _): rect != nil
    case .told(.frame, _), .told(.layout, _), .changed, .became: true
    case .told: false
    }
  }
}
