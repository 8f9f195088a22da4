// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  extension WKWebViewConfiguration {
    /// Whom a view's pages reach.
    @MainActor struct Handlers {
      /// Takes what pages post, and the person's clicks.
      let messages: any WKScriptMessageHandler
      /// Answers what pages ask.
      let calls: any WKScriptMessageHandlerWithReply
    }

    /// Sets up a web view for a bundle: its scripts in their order, its message handlers and its
    /// settings. Load the bundle's template only after the view was made with this.
    /// - Parameters:
    ///   - bundle: The bundle, which must be loadable.
    ///   - handlers: Whom its pages reach; the configuration keeps them.
    convenience init(bundle: InjectionBundle, handlers: Handlers) {
      self.init()
      let controller = WKUserContentController()
      for script in bundle.scripts { controller.addUserScript(WKUserScript(script)) }
      for name in bundle.messageHandlers { controller.add(handlers.messages, name: name) }
      controller.add(
        handlers.messages, contentWorld: .app, name: PageContract.clickHandler)
      controller.addScriptMessageHandler(
        handlers.calls, contentWorld: .page, name: PageContract.callHandler)
      userContentController = controller
      let settings = bundle.webView
      mediaTypesRequiringUserActionForPlayback =
        settings.mediaTypesRequiringUserActionForPlayback.contains("audio") ? .audio : []
      preferences.javaScriptCanOpenWindowsAutomatically =
        settings.javaScriptCanOpenWindowsAutomatically
      #if canImport(UIKit)
        allowsInlineMediaPlayback = settings.allowsInlineMediaPlayback
        allowsPictureInPictureMediaPlayback = false
      #endif
      allowsAirPlayForMediaPlayback = false
    }
  }

  extension WKContentWorld {
    /// The world of the app's own scripts.
    static var app: WKContentWorld { .world(name: PageContract.world) }
  }

  extension WKUserScript {
    /// Makes the script as a web view takes it.
    public convenience init(_ script: UserScript) {
      let time: WKUserScriptInjectionTime =
        switch script.injectionTime {
        case .documentStart: .atDocumentStart
        case .documentEnd: .atDocumentEnd
        }
      let world: WKContentWorld =
        switch script.world {
        case .page: .page
        case .isolated: .app
        }
      self.init(
        source: script.source, injectionTime: time, forMainFrameOnly: script.forMainFrameOnly,
        in: world)
    }
  }
#endif
