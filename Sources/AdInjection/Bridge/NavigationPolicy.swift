// SPDX-License-Identifier: MIT

/// A navigation that a web view is about to make, as its navigation or UI delegate learns of it.
public struct NavigationRequest: Equatable, Sendable {
  /// Whether the person asked for it, as far as that is known.
  public enum Gesture: Sendable, CaseIterable {
    /// A tap or click led to it.
    case present
    /// A script did it by itself.
    case absent
    /// The engine does not say.
    case unknown
  }

  /// Where it leads.
  public var target: String
  /// Whether an existing frame will show it; a popup and `target="_blank"` have none.
  public var hasTargetFrame: Bool
  /// Whether that frame is the main frame.
  public var isMainFrame: Bool
  /// The URL that the web view was first told to load, if any.
  public var initialURL: String?
  /// Whether the person asked for it, as far as that is known.
  public var gesture: Gesture

  /// Describes a navigation.
  public init(
    target: String, hasTargetFrame: Bool, isMainFrame: Bool, initialURL: String?,
    gesture: Gesture = .unknown
  ) {
    self.target = target
    self.hasTargetFrame = hasTargetFrame
    self.isMainFrame = isMainFrame
    self.initialURL = initialURL
    self.gesture = gesture
  }
}

/// The answer to a navigation.
public enum NavigationDecision: String, Sendable, CaseIterable {
  /// Let the web view do it.
  case allow
  /// Cancel it in the web view and open the URL in the system's browser.
  case openExternally
  /// Cancel it, and open nothing.
  case cancel
}

/// Keeps an ad inside its web view and its links out of it.
///
/// | target | popup | main frame | other frame |
/// |---|---|---|---|
/// | `javascript:`, no URL | cancel | cancel | cancel |
/// | `about:` | cancel | allow | allow |
/// | `data:`, `blob:` | cancel | cancel | allow |
/// | `http:`, `https:`, the template's host | leaves | allow | allow |
/// | `http:`, `https:`, another host | leaves | leaves | allow |
/// | any other scheme | leaves | leaves | leaves |
///
/// A navigation that leaves opens in the system's browser, unless nobody tapped: an ad that
/// redirects by itself is stopped. Hosts are compared without regard to case, trailing dots and
/// default ports; where the web view has no initial URL, no host is another.
public enum NavigationPolicy {
  /// Decides about one navigation; cost linear in the length of the URLs.
  public static func decide(_ request: NavigationRequest) -> NavigationDecision {
    guard let target = URLParts(request.target) else { return .cancel }
    let leaving = request.gesture == .absent ? NavigationDecision.cancel : .openExternally
    switch target.scheme {
    case "javascript":
      return .cancel
    case "about":
      return request.hasTargetFrame ? .allow : .cancel
    case "data", "blob":
      return request.hasTargetFrame && !request.isMainFrame ? .allow : .cancel
    case "http", "https":
      if !request.hasTargetFrame { return leaving }
      guard request.isMainFrame, let initial = request.initialURL.flatMap(URLParts.init),
        initial.isWeb
      else { return .allow }
      return initial.host == target.host && initial.port == target.port ? .allow : leaving
    default:
      return leaving
    }
  }
}
