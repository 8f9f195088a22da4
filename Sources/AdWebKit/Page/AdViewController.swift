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
    /// Whom the view tells and asks.
    struct Listener {
      /// Takes what the view reports.
      let report: (ViewReport) -> Void
      /// Answers where a navigation leads.
      let decide: (NavigationRequest) -> NavigationDecision
      /// Answers whether a server's status is an ad's page.
      let accepts: (Int) -> Bool
      /// Opens an address outside the app.
      let open: (URL) -> Void
    }

    /// What the app does to each view.
    struct Hooks {
      let configure: @MainActor (WKWebViewConfiguration, AdUnitID) -> Void
      let prepare: @MainActor (WKWebView, AdUnitID) -> Void
    }

    let id: ViewID
    let unit: AdUnitID
    let webView: WKWebView
    /// The bundle's message handlers.
    private let handlers: [String]
    /// Whether nobody listens to its pages any more.
    private var isSilenced = false
    /// Whether a page has come.
    private var hasCommitted = false
    /// The load that was asked for.
    private var navigation: WKNavigation?
    /// The address of a window that was allowed, and has not been asked for yet.
    private var allowedWindow: URL?
    /// Nil once the view is closed.
    private var listener: Listener?
    /// Gives the view its messages without keeping this object, which a configuration would.
    private let relay = MessageRelay()
    /// What the page is still to be told, and by what its questions are answered.
    private var calls = PageCalls<CallReply>()
    /// Windows that the ad's page opened and that have not gone anywhere yet, with when that was;
    /// nobody sees them.
    private var popups: [(view: WKWebView, opened: ContinuousClock.Instant)] = []

    /// Makes the view with a bundle's settings, handlers and scripts.
    init(
      _ id: ViewID, _ unit: AdUnitID, _ bundle: InjectionBundle, size: SlotSize,
      store: WKWebsiteDataStore, hooks: Hooks, listener: Listener
    ) {
      self.id = id
      self.unit = unit
      self.listener = listener
      handlers = bundle.messageHandlers
      let configuration = WKWebViewConfiguration(
        bundle: bundle, handlers: .init(messages: relay, calls: relay))
      configuration.websiteDataStore = store
      hooks.configure(configuration, unit)
      webView = WKWebView(
        // A view without area does nothing, and the slot of an ad that did not come may have none.
        frame: CGRect(
          x: 0, y: 0, width: max(size.creative.width, 1), height: max(size.creative.height, 1)),
        configuration: configuration)
      super.init()
      relay.controller = self
      webView.navigationDelegate = self
      webView.uiDelegate = self
      #if canImport(UIKit)
        webView.scrollView.isScrollEnabled = bundle.webView.isScrollEnabled
        // A bar over the page moves no ad, and a tap on the clock is the app's.
        webView.scrollView.contentInsetAdjustmentBehavior = .never
        webView.scrollView.bounces = false
        webView.scrollView.scrollsToTop = false
        // Nothing white flashes before the page is there.
        webView.isOpaque = false
        webView.backgroundColor = .clear
      #endif
      webView.allowsLinkPreview = false
      play(false)
      hooks.prepare(webView, unit)
    }

    func report(_ report: ViewReport) { listener?.report(report) }

    func load(_ url: String) {
      guard let url = URL(string: url) else { return report(.failed(.failed)) }
      navigation = webView.load(URLRequest(url: url))
    }

    /// Calls the page, now or as soon as it asks.
    func call(_ call: PageCall) { give(calls.append(call)) }

    /// Takes a question of the page; it counts like what is posted.
    fileprivate func take(_ question: PageQuestion, _ reply: @escaping CallReply) {
      report(.asked)
      if isSilenced { return reply(nil, nil) }
      let (done, answers) = calls.take(question, reply)
      for answer in answers { give(answer) }
      if done?.name == .onLoaded { report(.answered(question.answer)) }
    }

    private func give(_ answer: PageCalls<CallReply>.Answer?) { answer?.reply(answer?.text, nil) }

    /// Lets the view's media play, or stops them.
    func play(_ isPlaying: Bool) { webView.setAllMediaPlaybackSuspended(!isPlaying) }

    /// Listens to the view's pages no more, but for clicks. Other handlers than the bundle's are not ours to
    /// take.
    func silence() {
      let controller = webView.configuration.userContentController
      for name in handlers + [PageContract.callHandler] {
        controller.removeScriptMessageHandler(forName: name)
      }
      isSilenced = true
    }

    deinit {
      // A page that is let go of without being closed leaves no ads running where its views wait.
      Task { @MainActor [webView] in
        webView.stopLoading()
        webView.removeFromSuperview()
      }
    }

    /// Takes the view away for good.
    func close() {
      listener = nil
      give(calls.end())
      webView.navigationDelegate = nil
      webView.uiDelegate = nil
      webView.stopLoading()
      webView.configuration.userContentController.removeAllScriptMessageHandlers()
      webView.configuration.userContentController.removeAllUserScripts()
      webView.removeFromSuperview()
      for popup in popups { close(popup.view) }
    }

    private func close(_ popup: WKWebView) {
      popup.navigationDelegate = nil
      popup.uiDelegate = nil
      popup.stopLoading()
      popups.removeAll { $0.view === popup }
    }

    /// Closes a popup once it may go nowhere any more.
    private func closeLater(_ popup: WKWebView) {
      Task { [weak self, weak popup] in
        try? await Task.sleep(for: .milliseconds(NavigationPolicy.popupLifetime))
        if let self, let popup { close(popup) }
      }
    }

    /// Asks about a navigation, opens what is to leave the app, and gives the answer.
    private func decide(_ action: WKNavigationAction, in webView: WKWebView) -> NavigationDecision {
      guard let listener else { return .cancel }
      let decision = listener.decide(NavigationRequest(action, popupAge: age(of: webView)))
      if decision == .openExternally, let url = action.request.url {
        listener.open(url)
        report(.left)
      }
      return decision
    }
  }

  extension AdViewController {
    /// How long ago a popup was opened, in milliseconds; `nil` for the ad's own view.
    private func age(of webView: WKWebView) -> Int64? {
      guard let opened = popups.first(where: { $0.view === webView })?.opened else { return nil }
      let (seconds, attoseconds) = opened.duration(to: .now).components
      return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
  }

  extension AdViewController: WKNavigationDelegate {
    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      let isPopup = webView !== self.webView
      if navigationAction.shouldPerformDownload { return .cancel }
      // A link into a new window is asked about here first, and only what is allowed is then to be made.
      if navigationAction.targetFrame == nil {
        guard decide(navigationAction, in: webView) == .openPopup else { return .cancel }
        allowedWindow = navigationAction.request.url
        return .allow
      }
      let decision = decide(navigationAction, in: webView)
      if isPopup, decision != .allow { close(webView) }
      // WebKit tells nobody of a load that was refused before it began.
      if !isPopup, !hasCommitted, decision != .allow,
        navigationAction.targetFrame?.isMainFrame == true
      {
        report(.failed(.cancelled))
      }
      return decision.actionPolicy
    }

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
      guard webView === self.webView, navigationResponse.isForMainFrame, let listener,
        let answer = navigationResponse.response as? HTTPURLResponse
      else { return .allow }
      guard listener.accepts(answer.statusCode) else {
        report(.failed(.failed))
        return .cancel
      }
      return .allow
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      guard webView === self.webView else { return }
      hasCommitted = true
      calls.begin()
      report(.committed)
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
      if webView === self.webView { report(.finished) }
    }

    func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
      withError error: any Error
    ) {
      if isOurs(navigation, in: webView) { report(.failed(LoadFailure(error))) }
    }

    /// Whether something befell the load that was asked for, and not one before it.
    private func isOurs(_ navigation: WKNavigation?, in webView: WKWebView) -> Bool {
      guard webView === self.webView else { return false }
      // Some releases name none; a page that goes elsewhere by itself begins one of its own.
      guard let navigation, let asked = self.navigation, !hasCommitted else { return true }
      return navigation === asked
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
      let isAllowed = allowedWindow != nil && allowedWindow == navigationAction.request.url
      allowedWindow = nil
      guard isAllowed || decide(navigationAction, in: webView) == .openPopup else { return nil }
      // The window's page is not the ad's: it gets no scripts of ours, and no way to post to us.
      configuration.userContentController = WKUserContentController()
      let popup = WKWebView(frame: .zero, configuration: configuration)
      popup.navigationDelegate = self
      popup.uiDelegate = self
      popups.append((popup, .now))
      closeLater(popup)
      return popup
    }

    // Where nobody answers, the system asks the person, in the name of the app.
    func webView(
      _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
      initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
      decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
    ) { decisionHandler(.deny) }

    #if !os(macOS)
      func webView(
        _ webView: WKWebView,
        requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo,
        decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
      ) { decisionHandler(.deny) }
    #endif

    func webViewDidClose(_ webView: WKWebView) { if webView !== self.webView { close(webView) } }
  }

  /// Answers a page's question: with a text or nothing, or with an error.
  private typealias CallReply = @MainActor @Sendable (Any?, String?) -> Void

  /// Passes a view's messages on to whoever is still there.
  @MainActor private final class MessageRelay: NSObject {
    weak var controller: AdViewController?

    /// Reads a message; nil where it is beyond the limits, which has been reported then.
    private func read(_ message: WKScriptMessage) -> JSONValue? {
      let body = FoundationMessage(message.body)
      if let value = JSONValue(reading: body) { return value }
      body.keepForever()
      controller?.report(.excessiveMessage)
      return nil
    }

    private func report(_ message: WKScriptMessage, _ body: JSONValue) {
      controller?.report(
        .message(
          handler: message.name, body: body, isMainFrame: message.frameInfo.isMainFrame))
    }
  }

  extension MessageRelay: WKScriptMessageHandler {
    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      // Only the app's own script reaches this one.
      if message.name == PageContract.clickHandler, message.world == .app {
        controller?.report(.clicked)
      } else if let body = read(message) {
        report(message, body)
      }
    }
  }

  extension MessageRelay: WKScriptMessageHandlerWithReply {
    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void
    ) {
      guard let controller, let body = read(message) else { return replyHandler(nil, nil) }
      guard message.frameInfo.isMainFrame, let question = PageQuestion(body) else {
        replyHandler(nil, nil)
        return report(message, body)
      }
      controller.take(question, replyHandler)
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
