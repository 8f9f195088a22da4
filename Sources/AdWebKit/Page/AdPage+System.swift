// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  import AdView
  import WebKit

  #if canImport(UIKit)
    public import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #endif

  extension AdPage {
    /// Opens an address with what the system has for it.
    static func openInBrowser(_ url: URL) {
      #if canImport(UIKit)
        UIApplication.shared.open(url)
      #elseif canImport(AppKit)
        NSWorkspace.shared.open(url)
      #endif
    }
  }

  #if canImport(UIKit)
    /// Tells a page when its scene comes and goes, as long as this is kept. That memory is low is told to
    /// all pages, whoever keeps what.
    @MainActor public final class AdSystemEvents {
      private let page: AdPage
      /// The scene that the page is shown in; events of others are passed over.
      private let scene: ObjectIdentifier?
      private let observations = Observations()

      /// Begins to listen.
      /// - Parameter scene: The scene that shows the page; nil where the app has but one.
      public init(_ page: AdPage, in scene: UIScene? = nil) {
        self.page = page
        // Kept as what it is told by: where the scene goes, others' events are still not its own.
        self.scene = scene.map(ObjectIdentifier.init)
        observe(UIScene.didEnterBackgroundNotification) { page in
          page.suspend()
        }
        observe(UIScene.willEnterForegroundNotification) { page in
          page.resume()
        }
      }

      private func observe(
        _ name: Notification.Name, _ body: @escaping @MainActor (AdPage) -> Void
      ) {
        let token = NotificationCenter.default.addObserver(
          forName: name, object: nil, queue: .main
        ) { [weak self] notification in
          let source = (notification.object as AnyObject?).map(ObjectIdentifier.init)
          MainActor.assumeIsolated {
            guard let self else { return }
            if let scene = self.scene, source != scene { return }
            body(self.page)
          }
        }
        observations.tokens.append(token)
      }
    }
  #endif
#endif
