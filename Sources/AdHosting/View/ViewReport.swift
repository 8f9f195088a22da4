// SPDX-License-Identifier: MIT
public import AdModel

/// What a host reports of a web view. Cases may be added: `switch` over it with a `default`.
public enum ViewReport: Equatable, Sendable {
  /// The view has begun to show a page.
  case committed
  /// The page is complete.
  case finished
  /// A page could not be loaded, before or after it was committed.
  case failed(LoadFailure)
  /// The process of the view's page has ended.
  case terminated
  /// The page posted a message to one of the bundle's handlers.
  case message(handler: String, body: JSONValue)
  /// The value of the script that ``PageEffect/ask(_:script:)`` named; `nil` where it has none.
  case answered(String?)
  /// A finger or a pointer touched the view.
  case touched
}

/// Why a page was not loaded, as far as that matters.
/// Cases may be added: `switch` over it with a `default`.
public enum LoadFailure: String, CaseIterable, Hashable, Sendable {
  /// The load was called off: another one took its place, or the navigation policy refused it.
  case cancelled
  /// Anything else: no network, no such host, a bad answer.
  case failed
}
