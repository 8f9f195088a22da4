// SPDX-License-Identifier: MIT

/// Keeps an ad inside its web view and its links out of it.
///
/// | target | new window | main frame | other frame | popup |
/// |---|---|---|---|---|
/// | no URL, `javascript:` | cancel | cancel | cancel | cancel |
/// | `about:`; nothing, in a new window | popup | allow | allow | allow |
/// | `data:`, `blob:` | cancel | cancel | allow | cancel |
/// | the web, the template's host | leaves | allow | allow | leaves |
/// | the web, another host | leaves | leaves | allow; a clicked link leaves | leaves |
/// | another `LinkScheme` | leaves | leaves | leaves | leaves |
/// | any other scheme | cancel | cancel | cancel | cancel |
///
/// What leaves, and a popup, needs a click; without one it is cancelled. Where the engine does not
/// tell, a click in the view within the last second counts as one, once. A server's redirect was clicked if
/// the navigation that it answers was, whatever was clicked meanwhile; what happens in a popup was
/// clicked when the popup was asked for. In a frame, the host of that frame is none other.
///
/// Hosts are compared as a browser reads them, with their ports. A web view whose initial URL is
/// none of the web's has no host of its own: in its main frame, every host is another.
public enum NavigationPolicy {
  /// How long after a click a navigation counts as clicked, in milliseconds.
  package static let clickWindow: Int64 = 1_000
  /// How long a popup may wait for its address, in milliseconds.
  public static let popupLifetime: Int64 = 10_000

  /// Decides about one navigation; cost linear in the length of the URLs.
  ///
  /// - Returns: The answer, and whether it counts as clicked, which a redirect asks for.
  package static func decide(_ request: NavigationRequest) -> NavigationVerdict {
    let isClick = isClick(request)
    return NavigationVerdict(decision: decide(request, isClick: isClick), isClick: isClick)
  }

  private static func decide(_ request: NavigationRequest, isClick: Bool) -> NavigationDecision {
    let leaving = isClick ? NavigationDecision.openExternally : .cancel
    // The address of a new window may come later.
    let opening = isClick ? NavigationDecision.openPopup : .cancel
    guard let target = URLParts(request.target) else {
      let isNewAndEmpty = request.place == .newWindow && request.target.isEmpty
      return isNewAndEmpty ? opening : .cancel
    }
    switch target.scheme {
    case "javascript": return .cancel
    case "about": return request.place == .newWindow ? opening : .allow
    case "data", "blob": return request.place == .frame ? .allow : .cancel
    case "http", "https":
      switch request.place {
      case .newWindow, .popup: return leaving
      case .mainFrame: return target.isSamePlace(as: request.initialURL) ? .allow : leaving
      case .frame:
        let isWayOut =
          isClick && request.cause == .link && !target.isSamePlace(as: request.initialURL)
          && !target.isSamePlace(as: request.sourceURL)
        return isWayOut ? leaving : .allow
      }
    default:
      let isKnown =
        LinkScheme(rawValue: target.scheme) != nil
        || request.leavingSchemes.contains(target.scheme)
      return isKnown ? leaving : .cancel
    }
  }

  /// Whether an address is a page of the web.
  package static func isWebPage(_ address: String) -> Bool {
    URLParts(address).map(\.isWeb) ?? false
  }

  private static func isClick(_ request: NavigationRequest) -> Bool {
    if case .popup(let age) = request.place { return (0...popupLifetime).contains(age) }
    switch request.gesture {
    case .present: return true
    case .absent: return request.cause == .redirect && request.followsClick
    case .unknown:
      if request.cause == .redirect { return request.followsClick }
      return request.sinceClick.map { (0...clickWindow).contains($0) } ?? false
    }
  }
}

extension URLParts {
  /// Whether a text is a URL of the web with the same host and port.
  fileprivate func isSamePlace(as other: String?) -> Bool {
    guard let other = other.flatMap(URLParts.init), other.isWeb else { return false }
    return other.host == host && other.port == port
  }
}
