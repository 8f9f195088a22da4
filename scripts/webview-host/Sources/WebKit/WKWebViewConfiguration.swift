// SPDX-License-Identifier: MIT
public import Foundation

@MainActor open class WKPreferences: NSObject {
  public override init() {}
  open var javaScriptCanOpenWindowsAutomatically = true
}

public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let audio = WKAudiovisualMediaTypes(rawValue: 1)
  public static let video = WKAudiovisualMediaTypes(rawValue: 2)
  public static let all: WKAudiovisualMediaTypes = [.audio, .video]
}

/// What a view is made with.
@MainActor open class WKWebViewConfiguration: NSObject {
  public override init() {}
  open var userContentController = WKUserContentController()
  open var preferences = WKPreferences()
  open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = .all
  open var allowsInlineMediaPlayback = false
  /// The view whose page opened the window that this is for.
  weak var opener: WKWebView?
}
