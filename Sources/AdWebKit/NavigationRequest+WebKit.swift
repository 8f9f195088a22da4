// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  extension NavigationRequest {
    /// Describes what a web view is about to do, for ``NavigationPolicy`` to decide.
    /// - Parameters:
    ///   - action: What the navigation or UI delegate was asked.
    ///   - sinceTouch: Milliseconds since the web view was last touched; `nil` for never.
    ///   - initialURL: The URL that the web view was first told to load.
    @MainActor public init(
      _ action: WKNavigationAction, sinceTouch: Int64?, initialURL: String?
    ) {
      let place: Place =
        switch action.targetFrame?.isMainFrame {
        case true?: .mainFrame
        case false?: .frame
        case nil: .newWindow
        }
      self.init(
        target: action.request.url?.absoluteString ?? "", place: place,
        cause: action.navigationType == .linkActivated ? .link : .other, sinceTouch: sinceTouch,
        initialURL: initialURL, sourceURL: action.sourceFrame.request.url?.absoluteString)
    }
  }

  extension NavigationDecision {
    /// The answer to a web view: only what stays in it is allowed there.
    public var actionPolicy: WKNavigationActionPolicy { self == .allow ? .allow : .cancel }
  }
#endif
