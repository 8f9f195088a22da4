// SPDX-License-Identifier: MIT

/// What an app's list of bound domains (`WKAppBoundDomains` in its Info.plist) means for its ads.
///
/// Where an app has such a list, every web view that is not limited to it loses its scripts and message
/// handlers in silence, and one that is limited goes nowhere else. Source: webkit.org/blog/10882.
/// These cases are all; none will be added.
public enum AppBoundDomains: Equatable, Sendable {
  /// The app has no list, and nothing is limited.
  case none
  /// The template's host is on the list: views are to be limited to it.
  case limited
  /// The template's host is not on the list: no ad can load.
  case missing(host: String)

  /// Looks whether a template may load.
  /// - Parameter domains: The app's list; nil where it has none.
  public init(_ domains: [String]?, template: TemplateURL) {
    guard let domains else {
      self = .none
      return
    }
    let host = URLParts(template.description)?.host ?? ""
    let isListed = domains.contains { domain in
      guard let domain = HostName.comparable(domain), !domain.isEmpty else { return false }
      return host == domain || host.hasSuffix("." + domain)
    }
    self = isListed ? .limited : .missing(host: host)
  }

  /// What the app has to do; nil where nothing.
  public var advice: String? {
    guard case .missing(let host) = self else { return nil }
    return
      "no ad can load: the app's WKAppBoundDomains do not name '\(host)'; add it to the list in "
      + "Info.plist, of at most 10 domains, or take the list away"
  }
}
