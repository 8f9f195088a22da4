// SPDX-License-Identifier: MIT

/// The answer to a navigation. Cases may be added: `switch` over it with a `default`.
public enum NavigationDecision: String, Sendable, CaseIterable {
  /// Let the web view do it.
  case allow
  /// Cancel it in the web view and open the URL in the system's browser, or in the app for which
  /// the system keeps its scheme.
  case openExternally
  /// Make an invisible popup with the configuration that the engine gives, and ask again for each
  /// navigation in it. Drop it once one of them leaves, or after ``NavigationPolicy/popupLifetime``.
  case openPopup
  /// Cancel it, and open nothing.
  case cancel
}

/// The answer to a navigation, and whether it was clicked.
package struct NavigationVerdict: Equatable, Sendable {
  /// The answer.
  package let decision: NavigationDecision
  /// Whether the navigation counts as clicked by the person.
  package let isClick: Bool
}
