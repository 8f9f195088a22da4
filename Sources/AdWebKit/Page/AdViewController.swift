// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  import AdView
  import WebKit

  // A web view is a view of the system's, whose members come from there.
  #if canImport(UIKit)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  /// One ad's web view: does what the page is told to do with it, and reports what happens to it.
  @MainActor final class AdViewController: NSObject {
    let id: ViewID
    let unit: AdUnitID
    let webView: WKWebView
    private weak var page: AdPage?
    /// Gives the view its messages without keeping this object, which a configuration would.
    private let relay = MessageRelay()
    /// Windows that the ad's page opened and that have not gone anywhere yet; nobody sees them.
    private var popups: [WKWebView] = []

    /// Makes the view with a bundle's settings, handlers and scripts.
    init(_ id: ViewID, _ unit: AdUnitID, _ bundle: InjectionBundle, size: SlotSize, page: AdPage) {
      self.id = id
      self.unit = unit
      self.page = page
      webView = WKWebView(
        frame: CGRect(x: 0, y: 0, width: size.creative.width, height: size.creative.height),
        configuration: WKWebViewConfiguration(bundle: bundle, handler: relay))
      super.init()
      relay.controller = self
      webView.navigationDelegate = self
      webView.uiDelegate = self
      #if canImport(UIKit)
        webView.scrollView.isScrollEnabled = bundle.webView.isScrollEnabled
        webView.addGestureRecognizer(TouchRecognizer { [weak self] in self?.report(.touched) })
      #endif
    }

    func report(_ report: ViewReport) { page?.handle(.view(id, report)) }

    func load(_ url: String) {
      guard let url = URL(string: url) else { return report(.failed(.failed)) }
      webView.load(URLRequest(url: url))
    }

    func evaluate(_ script: String) { webView.evaluateJavaScript(script) }

    func ask(_ script: String) {
      webView.evaluateJavaScript(script) { [weak self] value, _ in
        self?.report(.answered(value as? String))
      }
    }

    /// Takes the view away for good.
    func close() {
      webView.navigationDelegate = nil
      webView.uiDelegate = nil
      webView.stopLoading()
      webView.configuration.userContentController.removeAllScriptMessageHandlers()
      webView.configuration.userContentController.removeAllUserScripts()
      webView.removeFromSuperview()
      popups.forEach(close)
    }

    private func close(_ popup: WKWebView) {
      popup.navigationDelegate = nil
      popup.uiDelegate = nil
      popup.stopLoading()
      popups.removeAll { $0 === popup }
    }

    /// Asks the page about a navigation, opens what is to leave the app, and gives the answer.
    private func decide(_ action: WKNavigationAction, isPopup: Bool) -> NavigationDecision {
      guard let page else { return .cancel }
      let decision = page.session.decide(NavigationRequest(action, isPopup: isPopup), in: id)
      if decision == .openExternally, let url = action.request.url { page.openURL(url) }
      return decision
    }
  }

  extension AdViewController: WKNavigationDelegate {
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      let isPopup = webView !== self.webView
      let decision = decide(navigationAction, isPopup: isPopup)
      if isPopup, decision != .allow { close(webView) }
      return decision.actionPolicy
    }

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
      guard webView === self.webView, navigationResponse.isForMainFrame, let page,
        let answer = navigationResponse.response as? HTTPURLResponse
      else { return .allow }
      guard page.session.accepts(status: answer.statusCode) else {
        report(.failed(.failed))
        return .cancel
      }
      return .allow
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      if webView === self.webView { report(.committed) }
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      if webView === self.webView { report(.finished) }
    }

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
      withError error: any Error
    ) {
      if webView === self.webView { report(.failed(LoadFailure(error))) }
    }

    func webView(
      _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
    ) {
      if webView === self.webView { report(.failed(LoadFailure(error))) }
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
      if webView === self.webView { report(.terminated) } else { close(webView) }
    }
  }

  extension AdViewController: WKUIDelegate {
    func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      guard decide(navigationAction, isPopup: true) == .allow else { return nil }
      // The window's page is not the ad's: it gets no scripts of ours, and no way to post to us.
      configuration.userContentController = WKUserContentController()
      let popup = WKWebView(frame: .zero, configuration: configuration)
      popup.navigationDelegate = self
      popup.uiDelegate = self
      popups.append(popup)
      return popup
    }

    func webViewDidClose(_ webView: WKWebView) { if webView !== self.webView { close(webView) } }
  }

  /// Passes a view's messages on to whoever is still there.
  @MainActor private final class MessageRelay: NSObject, WKScriptMessageHandler {
    weak var controller: AdViewController?

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      controller?.report(
        .message(handler: message.name, body: JSONValue(messageBody: message.body)))
    }
  }

  extension LoadFailure {
    /// What a navigation delegate's error says. WebKit's code 102 is a load that the delegate itself
    /// refused.
    fileprivate init(_ error: any Error) {
      let error = error as NSError
      let isCancelled =
        error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
        || error.domain == "WebKitErrorDomain" && error.code == 102
      self = isCancelled ? .cancelled : .failed
    }
  }
#endif
