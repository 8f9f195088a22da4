// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  extension NavigationRequest {
    /// Describes what a web view is about to do, for ``NavigationPolicy`` to decide.
    /// - Parameters:
    ///   - action: What the navigation or UI delegate was asked.
    ///   - initialURL: The URL that the web view was first told to load.
    @MainActor public init(_ action: WKNavigationAction, initialURL: String?) {
      self.init(
        target: action.request.url?.absoluteString ?? "",
        hasTargetFrame: action.targetFrame != nil,
        isMainFrame: action.targetFrame?.isMainFrame ?? false, initialURL: initialURL,
        gesture: action.navigationType == .linkActivated ? .present : .unknown)
    }
  }

  extension NavigationDecision {
    /// The answer to a web view: only what stays in it is allowed there.
    public var actionPolicy: WKNavigationActionPolicy { self == .allow ? .allow : .cancel }
  }
#endif
