// SPDX-License-Identifier: MIT
internal import CWebKitGTK
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
  /// WebKitGTK knows no bound domains.
  open var limitsNavigationsToAppBoundDomains = false
  /// What the user agent ends with.
  open var applicationNameForUserAgent: String?
  open var userContentController = WKUserContentController()
  open var preferences = WKPreferences()
  open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = .all
  open var allowsInlineMediaPlayback = false
  open var allowsAirPlayForMediaPlayback = true
  open var allowsPictureInPictureMediaPlayback = true
  open var websiteDataStore = WKWebsiteDataStore.default()
  /// The view whose page opened the window that this is for.
  weak var opener: WKWebView?
}

/// What pages keep; here all of it is in memory, so that stores differ in when they are emptied.
@MainActor open class WKWebsiteDataStore: NSObject {
  nonisolated(unsafe) let context: UnsafeMutablePointer<WebKitWebContext>
  public let isPersistent: Bool
  private static let standard = WKWebsiteDataStore(isPersistent: true)

  private init(isPersistent: Bool) {
    self.isPersistent = isPersistent
    context = webkit_web_context_new_ephemeral()
  }

  isolated deinit { host_unref(context) }

  public static func `default`() -> WKWebsiteDataStore { standard }
  public static func nonPersistent() -> WKWebsiteDataStore {
    WKWebsiteDataStore(isPersistent: false)
  }
  public convenience init(forIdentifier identifier: UUID) { self.init(isPersistent: true) }

  public static func allWebsiteDataTypes() -> Set<String> { ["all"] }

  open func removeData(
    ofTypes dataTypes: Set<String>, modifiedSince date: Date,
    completionHandler: @escaping @MainActor @Sendable () -> Void
  ) {
    let box = Unmanaged.passRetained(Box(completionHandler)).toOpaque()
    host_clear(
      context,
      { data in
        nonisolated(unsafe) let data = data
        MainActor.assumeIsolated {
          guard let data else { return }
          Unmanaged<Box>.fromOpaque(data).takeRetainedValue().body()
        }
      }, box)
  }

  private final class Box {
    let body: @MainActor @Sendable () -> Void
    init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
  }
}
