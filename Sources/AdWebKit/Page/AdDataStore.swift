// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  import AdView
  import WebKit

  /// What ads keep on the device: apart from the app's own web views, so that all of it can be removed.
  ///
  /// Systems before iOS 17 and macOS 14 have but one store that lasts, with the app's own cookies in it:
  /// there ads keep what they keep in memory, until the app ends.
  @MainActor enum AdDataStore {
    /// The store of ads that may keep something.
    static let lasting: WKWebsiteDataStore =
      if #available(iOS 17.0, macOS 14.0, *),
        let name = UUID(uuidString: "5B1D2C5E-7A6B-4C0B-9F6E-0D2A6E51AD00")
      {
        WKWebsiteDataStore(forIdentifier: name)
      } else {
        .nonPersistent()
      }

    /// Removes all that is in it.
    static func clear() {
      lasting.removeData(
        ofTypes: WKWebsiteDataStore.allWebsiteDataTypes(), modifiedSince: .distantPast
      ) {}
    }
  }
#endif
