// SPDX-License-Identifier: MIT
internal import CWebKitGTK
// Where Foundation is not Apple's, requests are in a module of their own.
@_exported public import Foundation
@_exported public import FoundationNetworking

/// When a script runs.
public enum WKUserScriptInjectionTime: Int, Sendable { case atDocumentStart, atDocumentEnd }

/// A script that runs in every page of a view.
@MainActor open class WKUserScript: NSObject {
  public let source: String
  public let injectionTime: WKUserScriptInjectionTime
  public let isForMainFrameOnly: Bool

  public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
    self.source = source
    self.injectionTime = injectionTime
    isForMainFrameOnly = forMainFrameOnly
  }
}

/// What a page posted. WebKitGTK does not say which frame did.
@MainActor open class WKScriptMessage: NSObject {
  public let name: String
  public let body: Any
  public private(set) weak var webView: WKWebView?

  init(name: String, body: Any, webView: WKWebView?) {
    self.name = name
    self.body = body
    self.webView = webView
  }
}

@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

/// A view's scripts and message handlers; it keeps its handlers, as Apple's does.
@MainActor open class WKUserContentController: NSObject {
  nonisolated(unsafe) let manager: UnsafeMutablePointer<WebKitUserContentManager> =
    webkit_user_content_manager_new()
  /// The view that was made with this.
  weak var view: WKWebView?
  private var relays: [String: Relay] = [:]

  /// Carries one handler's messages; it must outlive the connection that points at it.
  @MainActor fileprivate final class Relay {
    let name: String
    let handler: any WKScriptMessageHandler
    unowned let owner: WKUserContentController
    var connection: UInt = 0

    init(_ name: String, _ handler: any WKScriptMessageHandler, _ owner: WKUserContentController) {
      self.name = name
      self.handler = handler
      self.owner = owner
    }
  }

  public override init() {}

  isolated deinit {
    removeAllScriptMessageHandlers()
    host_unref(manager)
  }

  open func addUserScript(_ userScript: WKUserScript) {
    let script = webkit_user_script_new(
      userScript.source,
      userScript.isForMainFrameOnly
        ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES,
      userScript.injectionTime == .atDocumentStart
        ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END,
      nil, nil)
    webkit_user_content_manager_add_script(manager, script)
    webkit_user_script_unref(script)
  }

  open func removeAllUserScripts() { webkit_user_content_manager_remove_all_scripts(manager) }

  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    precondition(relays[name] == nil, "a handler of this name is there already")
    let relay = Relay(name, scriptMessageHandler, self)
    relays[name] = relay
    // Connected before it is registered, or early messages are lost.
    relay.connection = host_on_message(
      manager, name,
      { data, json in
        let text = json.map { String(cString: $0) } ?? "null"
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
          guard let data else { return }
          Unmanaged<Relay>.fromOpaque(data).takeUnretainedValue().forward(text)
        }
      }, Unmanaged.passUnretained(relay).toOpaque())
  }

  open func removeScriptMessageHandler(forName name: String) {
    guard let relay = relays.removeValue(forKey: name) else { return }
    host_off_message(manager, name, relay.connection)
  }

  open func removeAllScriptMessageHandlers() {
    for name in relays.keys { removeScriptMessageHandler(forName: name) }
  }
}

extension WKUserContentController.Relay {
  fileprivate func forward(_ json: String) {
    let message = WKScriptMessage(
      name: name, body: foundationValue(json) ?? NSNull(), webView: owner.view)
    handler.userContentController(owner, didReceive: message)
  }
}

/// JSON as WebKit hands values over: strings, numbers, arrays and dictionaries of Foundation.
func foundationValue(_ json: String) -> Any? {
  try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
}
