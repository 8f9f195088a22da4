// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  extension NavigationRequest {
    /// Describes what a web view is about to do, for ``HostedPage`` to decide.
    /// - Parameters:
    ///   - action: What the navigation or UI delegate was asked.
    ///   - isPopup: Whether it is of a window that the ad's page opened.
    @MainActor public init(_ action: WKNavigationAction, isPopup: Bool) {
      self.init(
        target: action.request.url?.absoluteString ?? "",
        hasTargetFrame: action.targetFrame != nil && !isPopup,
        isMainFrame: action.targetFrame?.isMainFrame ?? false, initialURL: nil,
        gesture: action.navigationType == .linkActivated ? .present : .unknown)
    }
  }

  extension NavigationDecision {
    /// The answer to a web view: only what stays in it is allowed there.
    public var actionPolicy: WKNavigationActionPolicy { self == .allow ? .allow : .cancel }
  }
#endif
