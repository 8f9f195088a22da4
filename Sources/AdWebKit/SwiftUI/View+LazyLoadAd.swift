// SPDX-License-Identifier: MIT
#if canImport(UIKit) && canImport(SwiftUI) && canImport(WebKit)
  import AdView
  public import SwiftUI

  /// Where the ads of a scroll view are, in the scroll view.
  enum AdFramesKey: PreferenceKey {
    /// The coordinates of the scroll view that ``SwiftUICore/View/lazyLoadAd(_:)`` was given to.
    static let space = "AdView.lazyLoadAd"
    static let defaultValue: [AdUnitID: CGRect] = [:]

    static func reduce(
      value: inout [AdUnitID: CGRect], nextValue: () -> [AdUnitID: CGRect]
    ) {
      value.merge(nextValue()) { _, new in new }
    }
  }

  private struct AdPageKey: EnvironmentKey {
    static let defaultValue: AdPage? = nil
  }

  extension EnvironmentValues {
    /// The page that ads are shown in.
    var adPage: AdPage? {
      get { self[AdPageKey.self] }
      set { self[AdPageKey.self] = newValue }
    }
  }

  extension View {
    /// Loads the ads in a scroll view as they come near, and unloads them as the page says.
    ///
    /// The distances are those of the page in the inventory.
    /// - Parameter page: The page that the ads are in. Keep it as long as the view, in an ``AdPageHolder``:
    ///   an expression in `@State` is evaluated whenever the view is made. Nil, for one that
    ///   cannot be opened, shows no ads.
    /// - Returns: The scroll view, whose ads are shown in the page.
    public func lazyLoadAd(_ page: AdPage?) -> some View { modifier(LazyLoadAd(page: page)) }
  }

  extension View {
    /// Loads the ads in a scroll view as they come near, without an inventory: units are what is placed, and
    /// consent is what a consent platform leaves on the device. Nothing is kept.
    /// - Parameters:
    ///   - fetchThreshold: How far from the screen ads are fetched, in points.
    ///   - displayThreshold: How far from the screen they are displayed, in points.
    ///   - unloadThreshold: How far from the screen they are unloaded, in points.
    ///   - unloadingEnabled: Whether they are unloaded at all.
    /// - Returns: The scroll view; distances that cannot be show no ads.
    public func lazyLoadAd(
      fetchThreshold: Double = 800, displayThreshold: Double = 200,
      unloadThreshold: Double = 1_600, unloadingEnabled: Bool = false
    ) -> some View {
      modifier(
        LazyLoadUnstored(
          holder: AdPageHolder {
            let page = try PageID("page")
            let thresholds = try LoadingThresholds(
              fetch: fetchThreshold, display: displayThreshold, unload: unloadThreshold,
              unloadingEnabled: unloadingEnabled)
            let shown = try AdPage(
              AdDatabase.holding(page, thresholds: thresholds), page: page,
              subject: try SubjectKey("device"))
            shown.follow(DeviceConsentSource()) { shown.debugLog("consent: \($0)") }
            return shown
          }))
    }
  }

  private struct LazyLoadUnstored: ViewModifier {
    @StateObject var holder: AdPageHolder

    init(holder: @autoclosure @escaping () -> AdPageHolder) {
      _holder = StateObject(wrappedValue: holder())
    }

    func body(content: Content) -> some View { content.lazyLoadAd(holder.page) }
  }

  private struct LazyLoadAd: ViewModifier {
    let page: AdPage?
    @Environment(\.scenePhase) private var scenePhase

    func body(content: Content) -> some View {
      content
        .coordinateSpace(name: AdFramesKey.space)
        .environment(\.adPage, page)
        .background(
          GeometryReader { geometry in
            Color.clear
              .onAppear { page?.handle(.viewport(Self.visible(geometry.size))) }
              .onChange(of: geometry.size) { page?.handle(.viewport(Self.visible($0))) }
          }
        )
        .onPreferenceChange(AdFramesKey.self) { frames in
          MainActor.assumeIsolated { place(frames) }
        }
        // That of the scene which shows the page: another window's is none of its business.
        .onChange(of: scenePhase) { phase in
          switch phase {
          case .active: page?.resume()
          case .inactive: page?.handle(.app(.background))
          case .background: page?.suspend()
          }
        }
        .onDisappear { page?.handle(.viewport(nil)) }
    }

    private static func visible(_ size: CGSize) -> AdRect {
      AdRect(x: 0, y: 0, width: size.width, height: size.height)
    }

    private func place(_ frames: [AdUnitID: CGRect]) {
      // A row that is missing is not realised at the moment; that a slot is gone its container tells.
      let sorted = frames.sorted { $0.key < $1.key }
      if !sorted.isEmpty {
        page?.handle(.place(sorted.map { AdFrame(unit: $0.key, frame: AdRect($0.value)) }))
      }
    }
  }
#endif
