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

  extension AdPage {
    /// Does what the page's scene asks for.
    func follow(_ step: SceneWatch.Step?) {
      switch step {
      case .resume: resume()
      case .pause: handle(.app(.background))
      case .suspend: suspend()
      case nil: break
      }
    }
  }

  #if canImport(UIKit)
    /// Tells a page when its scene comes and goes, as long as this is kept. That memory is low is told to
    /// all pages, whoever keeps what.
    @MainActor public final class AdSystemEvents {
      private let page: AdPage
      private var watch: SceneWatch
      private let observations = Observations()

      /// Begins to listen.
      /// - Parameter scene: The scene that shows the page; nil where the app has but one.
      public init(_ page: AdPage, in scene: UIScene? = nil) {
        self.page = page
        watch = SceneWatch(scene.map(ObjectIdentifier.init))
        observe(UIScene.didActivateNotification, .activated)
        observe(UIScene.willDeactivateNotification, .deactivated)
        observe(UIScene.didEnterBackgroundNotification, .enteredBackground)
        observe(UIScene.didDisconnectNotification, .disconnected)
        // Nobody tells of what the scene is already.
        guard let scene = scene ?? Self.onlyScene else { return }
        page.follow(watch.follow(Self.event(of: scene), of: ObjectIdentifier(scene)))
      }

      /// The one scene of an app that has but one; nil where it has several or none yet.
      private static var onlyScene: UIScene? {
        let scenes = UIApplication.shared.connectedScenes
        return scenes.count == 1 ? scenes.first : nil
      }

      /// What has happened to a scene last.
      private static func event(of scene: UIScene) -> SceneWatch.Event {
        let state = scene.activationState
        if state == .foregroundActive { return .activated }
        return state == .background ? .enteredBackground : .deactivated
      }

      private func observe(_ name: Notification.Name, _ event: SceneWatch.Event) {
        let token = NotificationCenter.default.addObserver(
          forName: name, object: nil, queue: .main
        ) { [weak self] notification in
          let source = (notification.object as AnyObject?).map(ObjectIdentifier.init)
          MainActor.assumeIsolated {
            guard let self else { return }
            self.page.follow(self.watch.follow(event, of: source))
          }
        }
        observations.tokens.append(token)
      }
    }
  #endif
#endif
