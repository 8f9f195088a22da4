// SPDX-License-Identifier: MIT
import AdModel

/// Why an ad is unloaded and kept from loading until it is released.
/// Cases may be added: `switch` over it with a `default`.
public enum HoldCause: String, CaseIterable, Hashable, Sendable {
  /// The process of its web view ended.
  case processTerminated
  /// Its page could not be loaded.
  case loadFailed
  /// Its creative did not come in time, whatever its page answered.
  case notRendered
  /// The ad tag had no ad for it.
  case noFill
  /// It is to be loaded anew.
  case reloaded
  /// Its memory is needed, and nobody sees it.
  case freed
  /// Its unit is paused or archived.
  case unitPaused

  /// The cause that the unloading gets.
  var transitionCause: TransitionCause {
    switch self {
    case .processTerminated: .processTerminated
    case .loadFailed: .loadFailed
    case .notRendered: .notRendered
    case .noFill: .noFill
    case .reloaded: .reloaded
    case .freed: .evicted
    case .unitPaused: .unitPaused
    }
  }
}
