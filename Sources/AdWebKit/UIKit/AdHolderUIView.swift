// SPDX-License-Identifier: MIT
#if canImport(UIKit) && canImport(WebKit)
  import AdView
  import UIKit
  import WebKit

  /// Where the web views of a window's pages wait that no slot shows: left of all that is seen.
  @MainActor final class AdHolderUIView: UIView, AdViewHolder {
    /// The one of a window, which is made where there is none.
    static func of(_ window: UIWindow) -> AdHolderUIView {
      for view in window.subviews { if let holder = view as? AdHolderUIView { return holder } }
      let holder = AdHolderUIView(frame: CGRect(x: -20_000, y: 0, width: 1, height: 1))
      holder.isUserInteractionEnabled = false
      holder.accessibilityElementsHidden = true
      window.insertSubview(holder, at: 0)
      return holder
    }

    /// Takes a web view in.
    func hold(_ webView: WKWebView) {
      webView.frame.origin = .zero
      if webView.superview !== self { addSubview(webView) }
    }
  }

  extension AdPage {
    /// Has the views that no slot shows wait in a window.
    func wait(in window: UIWindow) {
      if let holder = holder as? AdHolderUIView, holder.window === window { return }
      holder = AdHolderUIView.of(window)
    }
  }
#endif
