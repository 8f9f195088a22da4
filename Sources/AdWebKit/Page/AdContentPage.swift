// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  /// A web page of the app's own over whose placeholders native ads are laid.
  ///
  /// Give ``prepare(_:)`` the configuration that the app's web view is made with, and call
  /// ``didCommit()`` from its navigation delegate. Geometry is in points from the top left of the
  /// web view: tell ``AdPage`` its size as the viewport, and follow ``AdPage/onMove``.
  @MainActor public final class AdContentPage: NSObject {
    private let page: AdPage
    private let scripts: HostScripts.ContentPage

    /// Lays ads over a page.
    /// - Parameter contract: The names that the content page knows; nil for those of the settings.
    public init(_ page: AdPage, contract: PageContract? = nil) {
      self.page = page
      scripts = HostScripts(contract: contract ?? page.session.settings.contract).contentPage
    }

    /// Has placeholders followed in every page that a web view loads: in the app's own world, where no script
    /// of the page or of a frame in it reaches the handler.
    /// - Parameter configuration: What the web view is going to be made with; it keeps this object.
    public func prepare(_ configuration: WKWebViewConfiguration) {
      let controller = configuration.userContentController
      for source in [scripts.tracker.source, scripts.startTracking.source] {
        controller.addUserScript(
          WKUserScript(
            source: source, injectionTime: .atDocumentEnd, forMainFrameOnly: true, in: .app))
      }
      for name in scripts.messageHandlers {
        controller.add(self, contentWorld: .app, name: name)
      }
    }

    /// Takes that the web view begins to show another page, or the same anew.
    public func didCommit() { page.handle(.contentPageReloaded) }
  }

  extension AdContentPage: WKScriptMessageHandler {
    /// Takes what the tracker in the page posted.
    public func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) {
      if let text = message.body as? String { page.handle(.placeholders(text)) }
    }
  }
#endif
