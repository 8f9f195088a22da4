// SPDX-License-Identifier: MIT
public import CWebKitGTK
public import Foundation
public import FoundationNetworking

#if canImport(UIKit)
  public import UIKit

  public typealias PlatformView = UIView
#else
  /// What a web view is besides: something with a place on the screen.
  @MainActor open class PlatformView: NSObject {
    public init(frame: CGRect) { self.frame = frame }
    open var frame: CGRect
    open func removeFromSuperview() {}
  }
#endif

/// Apple's web view over WebKitGTK's: what calls this compiles for Apple's systems as it is.
@MainActor open class WKWebView: PlatformView {
  public let configuration: WKWebViewConfiguration
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  open weak var uiDelegate: (any WKUIDelegate)?
  /// WebKitGTK's view, which the host puts on the screen.
  public nonisolated(unsafe) let native: UnsafeMutablePointer<WebKitWebView>
  open var allowsLinkPreview = true

  /// The loads that were asked for and have not begun, with their addresses.
  private var waiting: [(navigation: WKNavigation, url: String)] = []
  private var current: WKNavigation?
  private var isCurrentOver = false

  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    self.configuration = configuration
    let manager = configuration.userContentController.manager
    native = host_web_view(
      manager, configuration.opener?.native, configuration.websiteDataStore.context,
      configuration.mediaTypesRequiringUserActionForPlayback == []
        ? WEBKIT_AUTOPLAY_ALLOW
        : configuration.mediaTypesRequiringUserActionForPlayback == .audio
          ? WEBKIT_AUTOPLAY_ALLOW_WITHOUT_SOUND : WEBKIT_AUTOPLAY_DENY)
    super.init(frame: frame)
    configuration.userContentController.view = self
    let settings = webkit_web_view_get_settings(native)
    webkit_settings_set_javascript_can_open_windows_automatically(
      settings, configuration.preferences.javaScriptCanOpenWindowsAutomatically ? 1 : 0)
    webkit_settings_set_hardware_acceleration_policy(
      settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
    applyFrame()
    connect(to: Unmanaged.passUnretained(self).toOpaque())
  }

  #if canImport(UIKit)
    public required init?(coder: NSCoder) { nil }
  #endif

  isolated deinit {
    host_disconnect(native, Unmanaged.passUnretained(self).toOpaque())
    host_destroy_later(native)
  }

  open override var frame: CGRect { didSet { applyFrame() } }
  open override func removeFromSuperview() { host_remove(host_widget(native)) }

  private func applyFrame() {
    gtk_widget_set_size_request(
      host_widget(native), Int32(max(1, frame.width)), Int32(max(1, frame.height)))
  }

  #if canImport(UIKit)
    /// What the page scrolls in.
    public let scrollView = UIScrollView(frame: .zero)
  #endif

  open var url: URL? {
    webkit_web_view_get_uri(native).flatMap { URL(string: String(cString: $0)) }
  }
  open var isLoading: Bool { webkit_web_view_is_loading(native) != 0 }

  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? {
    guard let url = request.url?.absoluteString else { return nil }
    webkit_web_view_load_uri(native, url)
    return wait(for: url)
  }

  @discardableResult open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    webkit_web_view_load_html(native, string, baseURL?.absoluteString)
    return wait(for: baseURL?.absoluteString ?? "about:blank")
  }

  @discardableResult open func reload() -> WKNavigation? {
    guard let url = url?.absoluteString else { return nil }
    webkit_web_view_reload(native)
    return wait(for: url)
  }

  open func stopLoading() { webkit_web_view_stop_loading(native) }

  private func wait(for url: String) -> WKNavigation {
    let navigation = WKNavigation()
    waiting.append((navigation, url))
    return navigation
  }

  open func evaluateJavaScript(
    _ javaScriptString: String,
    completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {
    host_evaluate(
      native, javaScriptString,
      { data, json, error in
        let json = json.map { String(cString: $0) }
        let error = error.map { String(cString: $0) }
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
          guard let data else { return }
          let completion = Unmanaged<Completion>.fromOpaque(data).takeRetainedValue()
          completion.handler?(
            json.flatMap(foundationValue),
            error.map {
              NSError(
                domain: "WKErrorDomain", code: 4, userInfo: [NSLocalizedDescriptionKey: $0])
            })
        }
      }, Unmanaged.passRetained(Completion(completionHandler)).toOpaque())
  }

  private final class Completion {
    let handler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)?
    init(_ handler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)?) {
      self.handler = handler
    }
  }
}

// What WebKitGTK tells, as the delegates hear it.
extension WKWebView {
  fileprivate func loadChanged(_ event: WebKitLoadEvent) {
    switch event {
    case WEBKIT_LOAD_STARTED:
      let url = webkit_web_view_get_uri(native).map { String(cString: $0) } ?? ""
      if let index = waiting.lastIndex(where: { Self.same($0.url, url) }) {
        current = waiting[index].navigation
        waiting.removeSubrange(...index)
      } else {
        current = WKNavigation()
      }
      isCurrentOver = false
      navigationDelegate?.webView(self, didStartProvisionalNavigation: current)
    case WEBKIT_LOAD_REDIRECTED:
      navigationDelegate?.webView(
        self, didReceiveServerRedirectForProvisionalNavigation: current)
    case WEBKIT_LOAD_COMMITTED:
      navigationDelegate?.webView(self, didCommit: current)
    case WEBKIT_LOAD_FINISHED where !isCurrentOver:
      isCurrentOver = true
      navigationDelegate?.webView(self, didFinish: current)
    default: break
    }
  }

  /// An address as it was asked for is one with its path written out.
  private static func same(_ asked: String, _ loaded: String) -> Bool {
    asked == loaded || asked + "/" == loaded
  }

  fileprivate func loadFailed(_ event: WebKitLoadEvent, code: Int, message: String) {
    guard !isCurrentOver else { return }
    isCurrentOver = true
    let error = NSError(
      domain: code == 102 ? "WebKitErrorDomain" : NSURLErrorDomain,
      code: code == 102 ? 102 : code == 302 ? NSURLErrorCancelled : NSURLErrorCannotConnectToHost,
      userInfo: [NSLocalizedDescriptionKey: message])
    if event == WEBKIT_LOAD_COMMITTED {
      navigationDelegate?.webView(self, didFail: current, withError: error)
    } else {
      navigationDelegate?.webView(self, didFailProvisionalNavigation: current, withError: error)
    }
  }

  fileprivate func terminated() {
    isCurrentOver = true
    navigationDelegate?.webViewWebContentProcessDidTerminate(self)
  }

  /// Asks the delegate, whose answer comes later; until then the engine waits.
  fileprivate func decide(
    _ decision: UnsafeMutablePointer<WebKitPolicyDecision>, kind: WebKitPolicyDecisionType
  ) -> Bool {
    guard let navigationDelegate else { return false }
    nonisolated(unsafe) let decision = decision
    switch kind {
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
      let action = self.action(host_navigation_action(decision), hasFrame: true)
      host_ref(decision)
      Task {
        answer(
          decision,
          await navigationDelegate.webView(self, decidePolicyFor: action) == .allow)
      }
    case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
      guard let response = self.response(decision) else { return false }
      host_ref(decision)
      Task {
        answer(
          decision,
          await navigationDelegate.webView(self, decidePolicyFor: response) == .allow)
      }
    // A new window goes to the UI delegate alone, as it does on Apple's systems.
    default: return false
    }
    return true
  }

  private func answer(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>, _ isAllowed: Bool) {
    if isAllowed {
      webkit_policy_decision_use(decision)
    } else {
      webkit_policy_decision_ignore(decision)
    }
    host_unref(decision)
  }

  private func response(
    _ decision: UnsafeMutablePointer<WebKitPolicyDecision>
  ) -> WKNavigationResponse? {
    guard let uri = host_response_uri(decision), let url = URL(string: String(cString: uri)),
      let response = HTTPURLResponse(
        url: url, statusCode: Int(host_response_status(decision)), httpVersion: nil,
        headerFields: nil)
    else { return nil }
    return WKNavigationResponse(response, isForMainFrame: host_response_is_main(decision) != 0)
  }

  private func action(_ action: OpaquePointer?, hasFrame: Bool) -> WKNavigationAction {
    let url = host_action_uri(action).map { String(cString: $0) } ?? ""
    let isAsked = waiting.contains { Self.same($0.url, url) }
    let isPersons = webkit_navigation_action_is_user_gesture(action) != 0
    let type: WKNavigationType =
      switch webkit_navigation_action_get_navigation_type(action) {
      case WEBKIT_NAVIGATION_TYPE_LINK_CLICKED: .linkActivated
      case WEBKIT_NAVIGATION_TYPE_FORM_SUBMITTED: .formSubmitted
      case WEBKIT_NAVIGATION_TYPE_BACK_FORWARD: .backForward
      case WEBKIT_NAVIGATION_TYPE_RELOAD: .reload
      case WEBKIT_NAVIGATION_TYPE_FORM_RESUBMITTED: .formResubmitted
      default: .other
      }
    return WKNavigationAction(
      url: url, type: type,
      targetFrame: hasFrame
        ? WKFrameInfo(
          isMainFrame: isAsked || isPersons || current == nil, url: self.url?.absoluteString) : nil)
  }

  fileprivate func create(_ action: OpaquePointer?) -> UnsafeMutablePointer<GtkWidget>? {
    let inner = WKWebViewConfiguration()
    inner.preferences = configuration.preferences
    inner.userContentController = configuration.userContentController
    inner.opener = self
    let view = uiDelegate?.webView(
      self, createWebViewWith: inner, for: self.action(action, hasFrame: false),
      windowFeatures: WKWindowFeatures())
    // A view that shares its opener's scripts must not take the opener's messages from it.
    configuration.userContentController.view = self
    return view.map { host_widget($0.native) }
  }

  /// Asks the delegate; Apple's asks the person where there is none, which here counts as a yes.
  fileprivate func permit(_ request: OpaquePointer) -> Bool {
    guard host_is_capture(request) != 0, let uiDelegate else { return false }
    host_ref(UnsafeMutableRawPointer(request))
    nonisolated(unsafe) let request = request
    uiDelegate.webView(
      self, requestMediaCapturePermissionFor: WKSecurityOrigin(url),
      initiatedByFrame: WKFrameInfo(isMainFrame: false, url: nil), type: .cameraAndMicrophone
    ) { decision in
      if decision == .deny {
        webkit_permission_request_deny(request)
      } else {
        webkit_permission_request_allow(request)
      }
      host_unref(UnsafeMutableRawPointer(request))
    }
    return true
  }

  /// Nothing of WebKitGTK's stops media: they go on, and nobody hears them.
  public func setAllMediaPlaybackSuspended(
    _ suspended: Bool, completionHandler: (@MainActor @Sendable () -> Void)? = nil
  ) {
    webkit_web_view_set_is_muted(native, suspended ? 1 : 0)
    completionHandler?()
  }
  fileprivate func closed() { uiDelegate?.webViewDidClose(self) }

  fileprivate func connect(to data: UnsafeMutableRawPointer) {
    host_show_no_dialogs(native)
    host_on_load(native, { _, event, data in of(data) { $0.loadChanged(event) } }, data)
    host_on_load_failed(
      native,
      { _, event, _, error, data in
        let code = error.map { Int($0.pointee.code) } ?? 0
        let message = error.map { String(cString: $0.pointee.message) } ?? ""
        of(data) { $0.loadFailed(event, code: code, message: message) }
        return 1
      }, data)
    host_on_terminated(native, { _, _, data in of(data) { $0.terminated() } }, data)
    host_on_decide(
      native,
      { _, decision, kind, data in
        guard let decision else { return 0 }
        nonisolated(unsafe) let asked = decision
        return of(data) { $0.decide(asked, kind: kind) } == true ? 1 : 0
      }, data)
    host_on_create(
      native,
      { _, action, data in
        nonisolated(unsafe) let action = action
        nonisolated(unsafe) var widget: UnsafeMutablePointer<GtkWidget>?
        of(data) { widget = $0.create(action) }
        return widget
      }, data)
    host_on_permission(
      native,
      { _, request, data in
        guard let request else { return 0 }
        nonisolated(unsafe) let asked = request
        return of(data) { $0.permit(asked) } == true ? 1 : 0
      }, data)
    host_on_close(native, { _, data in of(data) { $0.closed() } }, data)
  }
}

/// Does something with the view that a signal was connected for; GTK calls on the main thread.
@discardableResult private func of<Value: Sendable>(
  _ data: UnsafeMutableRawPointer?, _ body: @MainActor (WKWebView) -> Value
) -> Value? {
  nonisolated(unsafe) let data = data
  return MainActor.assumeIsolated {
    data.map { body(Unmanaged<WKWebView>.fromOpaque($0).takeUnretainedValue()) }
  }
}
