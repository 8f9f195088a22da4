// SPDX-License-Identifier: MIT
public import Foundation
public import FoundationNetworking

/// One load of a view's page; the object tells loads apart.
@MainActor open class WKNavigation: NSObject {}

public enum WKNavigationType: Int, Sendable {
  case linkActivated, formSubmitted, backForward, reload, formResubmitted
  case other = -1
}

public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow, download }
public enum WKNavigationResponsePolicy: Int, Sendable { case cancel, allow, download }

@MainActor open class WKFrameInfo: NSObject {
  public let isMainFrame: Bool
  public let securityOrigin: WKSecurityOrigin
  /// On Apple's systems a frame that has shown nothing has none, and asking for it ends the app.
  public var request: URLRequest { fatalError("the request of a frame may be missing") }

  /// - Parameter url: The view's own address: WebKitGTK tells none of another frame.
  init(isMainFrame: Bool, url: String?) {
    self.isMainFrame = isMainFrame
    securityOrigin = WKSecurityOrigin(url.flatMap(URL.init(string:)))
  }
}

/// Where a page is from, which is empty for one that has shown nothing.
@MainActor open class WKSecurityOrigin: NSObject {
  public let `protocol`: String
  public let host: String
  /// 0 for the scheme's own.
  public let port: Int

  init(_ url: URL?) {
    `protocol` = url?.scheme ?? ""
    host = url?.host ?? ""
    port = url?.port ?? 0
  }
}

/// A navigation that is about to happen.
///
/// WebKitGTK does not say which frame it is of: one that the app asked for, and one that a person
/// did, count as the main frame's, and any other as another frame's.
@MainActor open class WKNavigationAction: NSObject {
  public let request: URLRequest
  public let navigationType: WKNavigationType
  public let targetFrame: WKFrameInfo?
  public let sourceFrame = WKFrameInfo(isMainFrame: true, url: nil)
  public let shouldPerformDownload = false

  init(url: String, type: WKNavigationType, targetFrame: WKFrameInfo?) {
    request = URL(string: url).map { URLRequest(url: $0) } ?? .blank
    navigationType = type
    self.targetFrame = targetFrame
  }
}

extension URLRequest {
  /// What stands for an address that Foundation cannot read.
  fileprivate static let blank: URLRequest = {
    var request = URLRequest(url: URL(fileURLWithPath: "/"))
    request.url = nil
    return request
  }()
}

/// An answer from the network, before its content is taken.
@MainActor open class WKNavigationResponse: NSObject {
  public let response: URLResponse
  public let isForMainFrame: Bool

  init(_ response: URLResponse, isForMainFrame: Bool) {
    self.response = response
    self.isForMainFrame = isForMainFrame
  }
}

@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy
  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy
  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!)
  func webView(
    _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
  )
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error)
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

/// All of them are optional.
extension WKNavigationDelegate {
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
  ) async -> WKNavigationActionPolicy { .allow }
  public func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy { .allow }
  public func webView(
    _ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!
  ) {}
  public func webView(
    _ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!
  ) {}
  public func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error
  ) {}
  public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {}
  public func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {}
  public func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
  ) {}
  public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {}
}

@MainActor open class WKWindowFeatures: NSObject {}

@MainActor public protocol WKUIDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  func webViewDidClose(_ webView: WKWebView)
  func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
    decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void)
  func webView(
    _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo,
    decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void)
}

public enum WKPermissionDecision: Int, Sendable { case prompt, grant, deny }
public enum WKMediaCaptureType: Int, Sendable { case camera, microphone, cameraAndMicrophone }

/// All of them are optional.
extension WKUIDelegate {
  public func webView(
    _ webView: WKWebView, requestMediaCapturePermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo, type: WKMediaCaptureType,
    decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
  ) { decisionHandler(.prompt) }
  public func webView(
    _ webView: WKWebView, requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
    initiatedByFrame frame: WKFrameInfo,
    decisionHandler: @escaping @MainActor @Sendable (WKPermissionDecision) -> Void
  ) { decisionHandler(.prompt) }
  public func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
    for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
  ) -> WKWebView? { nil }
  public func webViewDidClose(_ webView: WKWebView) {}
}
