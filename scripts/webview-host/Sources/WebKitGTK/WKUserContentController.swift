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
  let world: WKContentWorld

  public convenience init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool
  ) {
    self.init(
      source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly, in: .page)
  }

  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
    in contentWorld: WKContentWorld
  ) {
    self.source = source
    self.injectionTime = injectionTime
    isForMainFrameOnly = forMainFrameOnly
    world = contentWorld
  }
}

/// Worlds of scripts that share a page and see nothing of each other.
@MainActor open class WKContentWorld: NSObject {
  public let name: String?
  private static var worlds: [String: WKContentWorld] = [:]

  private init(_ name: String?) { self.name = name }

  public static let page = WKContentWorld(nil)
  public static func world(name: String) -> WKContentWorld {
    let world = worlds[name] ?? WKContentWorld(name)
    worlds[name] = world
    return world
  }
}

/// What a page posted.
///
/// WebKitGTK does not say which frame did. A script of this module in every frame of the page's own
/// world adds it to what is posted; a frame that gets round that counts as another than the main one.
@MainActor open class WKScriptMessage: NSObject {
  public let name: String
  public let body: Any
  public let frameInfo: WKFrameInfo
  public let world: WKContentWorld
  public private(set) weak var webView: WKWebView?

  init(
    name: String, body: Any, isMainFrame: Bool, world: WKContentWorld, webView: WKWebView?
  ) {
    self.name = name
    self.world = world
    self.body = body
    frameInfo = WKFrameInfo(isMainFrame: isMainFrame, url: webView?.url?.absoluteString)
    self.webView = webView
  }
}

@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor public protocol WKScriptMessageHandlerWithReply: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
    replyHandler: @escaping @MainActor @Sendable (Any?, String?) -> Void)
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
    enum Handler {
      case plain(any WKScriptMessageHandler)
      case replying(any WKScriptMessageHandlerWithReply)
    }

    let name: String
    let world: WKContentWorld
    let handler: Handler
    unowned let owner: WKUserContentController
    var connection: UInt = 0

    init(
      _ name: String, in world: WKContentWorld, _ handler: Handler,
      _ owner: WKUserContentController
    ) {
      self.name = name
      self.world = world
      self.handler = handler
      self.owner = owner
    }
  }

  public override init() {
    super.init()
    // With a handler there is a prototype of all of them, whose method tells the frame from here on.
    webkit_user_content_manager_register_script_message_handler(manager, Self.probe)
    addUserScript(
      WKUserScript(
        source: """
          (function () {
            var probe = window.webkit && webkit.messageHandlers.\(Self.probe);
            var kind = probe && Object.getPrototypeOf(probe);
            if (!kind || kind.tellsFrame) return;
            var post = kind.postMessage, isMainFrame = window === window.top;
            Object.defineProperty(kind, 'tellsFrame', { value: true });
            Object.defineProperty(kind, 'postMessage', { value: function (body) {
              return post.call(this, { isMainFrame: isMainFrame, body: body });
            } });
          })();
          """, injectionTime: .atDocumentStart, forMainFrameOnly: false))
    // What a phone scrolls by a program shows no bar.
    let sheet = webkit_user_style_sheet_new(
      "::-webkit-scrollbar { display: none }", WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
      WEBKIT_USER_STYLE_LEVEL_USER, nil, nil)
    webkit_user_content_manager_add_style_sheet(manager, sheet)
    webkit_user_style_sheet_unref(sheet)
  }

  private static let probe = "webviewHostProbe"

  isolated deinit {
    removeAllScriptMessageHandlers()
    host_unref(manager)
  }

  open func addUserScript(_ userScript: WKUserScript) {
    let frames =
      userScript.isForMainFrameOnly
      ? WEBKIT_USER_CONTENT_INJECT_TOP_FRAME : WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES
    let time =
      userScript.injectionTime == .atDocumentStart
      ? WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START : WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END
    let script =
      userScript.world.name.map {
        webkit_user_script_new_for_world(userScript.source, frames, time, $0, nil, nil)
      } ?? webkit_user_script_new(userScript.source, frames, time, nil, nil)
    webkit_user_content_manager_add_script(manager, script)
    webkit_user_script_unref(script)
  }

  open func removeAllUserScripts() { webkit_user_content_manager_remove_all_scripts(manager) }

  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    add(scriptMessageHandler, contentWorld: .page, name: name)
  }

  open func add(
    _ scriptMessageHandler: any WKScriptMessageHandler, contentWorld: WKContentWorld, name: String
  ) {
    let relay = keep(Relay(name, in: contentWorld, .plain(scriptMessageHandler), self))
    // Connected before it is registered, or early messages are lost.
    relay.connection = host_on_message(
      manager, name, contentWorld.name,
      { data, value in
        nonisolated(unsafe) let (data, value) = (data, value)
        MainActor.assumeIsolated {
          guard let data, let value else { return }
          Unmanaged<Relay>.fromOpaque(data).takeUnretainedValue().forward(value)
        }
      }, Unmanaged.passUnretained(relay).toOpaque())
  }

  open func addScriptMessageHandler(
    _ scriptMessageHandler: any WKScriptMessageHandlerWithReply, contentWorld: WKContentWorld,
    name: String
  ) {
    precondition(contentWorld.name == nil, "this stand-in asks in the world of pages alone")
    let relay = keep(Relay(name, in: contentWorld, .replying(scriptMessageHandler), self))
    relay.connection = host_on_question(
      manager, name,
      { data, value, reply in
        nonisolated(unsafe) let (data, value, reply) = (data, value, reply)
        MainActor.assumeIsolated {
          guard let data, let value, let reply else { return }
          Unmanaged<Relay>.fromOpaque(data).takeUnretainedValue().ask(value, reply)
        }
      }, Unmanaged.passUnretained(relay).toOpaque())
  }

  private func keep(_ relay: Relay) -> Relay {
    precondition(relays[relay.key] == nil, "a handler of this name is there already")
    relays[relay.key] = relay
    return relay
  }

  open func removeScriptMessageHandler(forName name: String) {
    removeScriptMessageHandler(forName: name, contentWorld: .page)
  }

  open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
    guard let relay = relays.removeValue(forKey: Relay.key(name, contentWorld)) else { return }
    host_off_message(manager, name, contentWorld.name, relay.connection)
  }

  open func removeAllScriptMessageHandlers() {
    for relay in relays.values {
      removeScriptMessageHandler(forName: relay.name, contentWorld: relay.world)
    }
  }
}

extension WKUserContentController.Relay {
  static func key(_ name: String, _ world: WKContentWorld) -> String {
    "\(world.name ?? "") \(name)"
  }
  var key: String { Self.key(name, world) }

  /// What was posted, and by which frame: pages post it with what they say in their own world.
  private func message(_ value: UnsafeMutableRawPointer) -> WKScriptMessage {
    guard world.name == nil else {
      return WKScriptMessage(
        name: name, body: PostedValue.object(value), isMainFrame: false, world: world,
        webView: owner.view)
    }
    guard host_value_kind(value) == HOST_OBJECT else {
      return WKScriptMessage(
        name: name, body: PostedValue.object(value), isMainFrame: false, world: world,
        webView: owner.view)
    }
    let (frame, body) = (
      host_value_member(value, "isMainFrame"), host_value_member(value, "body")
    )
    defer {
      host_unref(frame)
      host_unref(body)
    }
    return WKScriptMessage(
      name: name, body: PostedValue.object(body), isMainFrame: host_value_boolean(frame) != 0,
      world: world, webView: owner.view)
  }

  fileprivate func forward(_ value: UnsafeMutableRawPointer) {
    guard case .plain(let handler) = handler else { return }
    handler.userContentController(owner, didReceive: message(value))
  }

  fileprivate func ask(_ value: UnsafeMutableRawPointer, _ reply: OpaquePointer) {
    guard case .replying(let handler) = handler else { return }
    let question = Question(value, reply)
    handler.userContentController(owner, didReceive: message(value)) { answer, error in
      question.answer(answer as? String, error)
    }
  }
}

/// What a page waits for an answer to; one that nobody answers is refused as it is let go of.
@MainActor private final class Question {
  private nonisolated(unsafe) let value: UnsafeMutableRawPointer
  private nonisolated(unsafe) let reply: OpaquePointer
  private var isAnswered = false

  init(_ value: UnsafeMutableRawPointer, _ reply: OpaquePointer) {
    self.value = value
    self.reply = reply
  }

  isolated deinit { answer(nil, "nobody answered") }

  func answer(_ text: String?, _ error: String?) {
    guard !isAnswered else { return }
    isAnswered = true
    host_answer_question(reply, value, text, error)
  }
}

/// JSON as WebKit hands values over: strings, numbers, arrays and dictionaries of Foundation.
func foundationValue(_ json: String) -> Any? {
  try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
}
