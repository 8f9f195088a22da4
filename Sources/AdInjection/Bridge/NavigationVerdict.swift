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

/// Why a navigation gets its answer.
package enum NavigationReason: String, Sendable, CaseIterable {
  /// It stays with the template's host.
  case ownPage
  /// It fills a frame of the ad.
  case content
  /// It shows an empty page.
  case emptyPage
  /// The person clicked a way out of the ad.
  case clicked
  /// The person clicked, and the address of the new window comes later.
  case addressComesLater
  /// It leads out of the ad, and nobody clicked.
  case notClicked
  /// It would fill a whole view with content that has no host.
  case noHost
  /// No link of an ad has this scheme.
  case scheme
  /// It is a script.
  case script
  /// It is no absolute URL.
  case malformed
}

/// The answer to a navigation with its reason.
package struct NavigationVerdict: Equatable, Sendable {
  /// The answer.
  package let decision: NavigationDecision
  /// Why it is that.
  package let reason: NavigationReason
  /// Whether the navigation counts as clicked by the person.
  package let isClick: Bool
}
