// SPDX-License-Identifier: MIT
#if canImport(UIKit) && canImport(WebKit)
  import AdView
  import UIKit

  /// Tells a page what the app shows above it, as long as this is kept: looks twice a second, for nobody
  /// is told of what comes and goes above a view.
  @MainActor final class AdCoverWatch {
    /// How long between two looks, in milliseconds: a second of an ad is enough to count.
    private static let interval = 500

    private let page: AdPage
    private weak var view: UIView?
    /// Nil before the first look: what an earlier watch told has to be taken back.
    private var told: [Obstruction]?
    private var looks: Task<Void, Never>?

    /// Begins to look.
    /// - Parameter view: What shows the page, which is not kept.
    init(_ view: UIView, for page: AdPage) {
      self.page = page
      self.view = view
      looks = Task { [weak self] in
        while !Task.isCancelled {
          guard self?.look() == true else { return }
          try? await Task.sleep(for: .milliseconds(Self.interval))
        }
      }
    }

    deinit { looks?.cancel() }

    /// - Returns: Whether there is still something to look at.
    private func look() -> Bool {
      guard let view else { return false }
      guard view.window != nil else { return true }
      var visible = view.bounds
      if let scrollView = view as? UIScrollView {
        visible = visible.inset(by: scrollView.adjustedContentInset)
      }
      let covers = CoverFinder.covers(
        over: AppView.view(view), visible: AdRect(view.convert(visible, to: nil)))
      if covers != told {
        told = covers
        page.handle(.covers(covers))
      }
      return true
    }
  }

  /// What an app shows, as it is looked at for what lies over ads.
  @MainActor private enum AppView {
    case view(UIView)
    /// All windows of a scene.
    case scene(UIWindowScene)
  }

  extension AppView: @MainActor CoveringView {
    static func == (one: AppView, other: AppView) -> Bool {
      switch (one, other) {
      case (.view(let one), .view(let other)): one === other
      case (.scene(let one), .scene(let other)): one === other
      default: false
      }
    }

    var container: AppView? {
      guard case .view(let view) = self else { return nil }
      if let window = view as? UIWindow { return window.windowScene.map(AppView.scene) }
      return view.superview.map(AppView.view)
    }

    var inner: [AppView] {
      switch self {
      case .view(let view): view.subviews.map(AppView.view)
      case .scene(let scene):
        // Those of one level lie above one another in the order in which they came.
        scene.windows.enumerated().map { (level: $1.windowLevel.rawValue, number: $0, window: $1) }
          .sorted { ($0.level, $0.number) < ($1.level, $1.number) }
          .map { .view($0.window) }
      }
    }

    var place: AdRect {
      switch self {
      case .view(let view): AdRect(view.convert(view.bounds, to: nil))
      case .scene(let scene): AdRect(scene.coordinateSpace.bounds)
      }
    }

    var opacity: Double {
      guard case .view(let view) = self else { return 1 }
      return view.isHidden ? 0 : Double(view.alpha)
    }

    var paint: Double {
      guard case .view(let view) = self else { return 0 }
      // A blurred ad is none that anybody sees; what has been drawn into a layer is taken for opaque.
      if view is UIVisualEffectView || view.layer.contents != nil { return 1 }
      return Double(view.backgroundColor?.cgColor.alpha ?? 0)
    }

    var clips: Bool {
      guard case .view(let view) = self else { return false }
      return view.clipsToBounds
    }

    var reason: Obstruction.Reason? {
      guard case .view(let view) = self else { return nil }
      if view is UINavigationBar || view is UITabBar || view is UIToolbar { return .bar }
      if view is UIWindow { return .window }
      return nil
    }
  }
#endif
