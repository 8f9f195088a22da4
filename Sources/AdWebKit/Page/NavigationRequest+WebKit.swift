// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  extension NavigationRequest {
    /// Describes what a web view is about to do, for ``LazyLoadingManager`` to decide.
    ///
    /// WebKit does not tell whether somebody clicked: a script that clicks a link is a followed link
    /// too. The clicks that views report decide.
    /// - Parameters:
    ///   - action: What the navigation or UI delegate was asked.
    ///   - popupAge: For a navigation in a popup, the milliseconds since that was opened.
    @MainActor public init(_ action: WKNavigationAction, popupAge: Int64?) {
      let place: Place =
        switch action.targetFrame?.isMainFrame {
        case true?: popupAge.map(Place.popup(age:)) ?? .mainFrame
        case false?: .frame
        case nil: .newWindow
        }
      let isLink = action.navigationType == .linkActivated
      self.init(
        target: action.request.url?.absoluteString ?? "", place: place,
        cause: isLink ? .link : .other, gesture: .unknown, initialURL: nil,
        sourceURL: action.targetFrame?.securityOrigin.address)
    }
  }

  extension WKSecurityOrigin {
    /// The address of a page of this origin; nil where a frame has shown nothing yet.
    ///
    /// A frame's request says more, and ends the app where there is none: WebKit declared it to be
    /// there always, and had frames without one up to iOS 18.4.
    fileprivate var address: String? {
      host.isEmpty ? nil : `protocol` + "://" + host + (port == 0 ? "" : ":\(port)") + "/"
    }
  }

  extension NavigationDecision {
    /// The answer to a web view: only what stays in it is allowed there.
    public var actionPolicy: WKNavigationActionPolicy { self == .allow ? .allow : .cancel }
  }
#endif
