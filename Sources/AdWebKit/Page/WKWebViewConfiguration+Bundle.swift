// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  extension WKWebViewConfiguration {
    /// Sets up a web view for a bundle: its scripts in their order, its message handlers and its
    /// settings. Load the bundle's template only after the view was made with this.
    /// - Parameters:
    ///   - bundle: The bundle, which must be loadable.
    ///   - handler: Takes the page's messages; the configuration keeps it.
    public convenience init(bundle: InjectionBundle, handler: any WKScriptMessageHandler) {
      self.init()
      let controller = WKUserContentController()
      for script in bundle.scripts { controller.addUserScript(WKUserScript(script)) }
      for name in bundle.messageHandlers { controller.add(handler, name: name) }
      userContentController = controller
      mediaTypesRequiringUserActionForPlayback = []
      preferences.javaScriptCanOpenWindowsAutomatically =
        bundle.webView.javaScriptCanOpenWindowsAutomatically
      #if canImport(UIKit)
        allowsInlineMediaPlayback = bundle.webView.allowsInlineMediaPlayback
      #endif
    }
  }

  extension WKUserScript {
    /// Makes the script as a web view takes it.
    public convenience init(_ script: UserScript) {
      let time: WKUserScriptInjectionTime =
        switch script.injectionTime {
        case .documentStart: .atDocumentStart
        case .documentEnd: .atDocumentEnd
        }
      self.init(
        source: script.source, injectionTime: time, forMainFrameOnly: script.forMainFrameOnly)
    }
  }
#endif
