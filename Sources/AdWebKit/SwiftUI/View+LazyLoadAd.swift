// SPDX-License-Identifier: MIT
#if canImport(UIKit) && canImport(SwiftUI) && canImport(WebKit)
  import AdView
  public import SwiftUI
  import UIKit

  /// Where the ads of a scroll view are, in the scroll view.
  enum AdPlacesKey: PreferenceKey {
    /// The coordinates of the scroll view that ``SwiftUICore/View/lazyLoadAd(_:)`` was given to.
    static let space = "AdView.lazyLoadAd"
    static let defaultValue = AdPlaces()

    static func reduce(value: inout AdPlaces, nextValue: () -> AdPlaces) {
      let next = nextValue()
      value.rows.merge(next.rows) { _, new in new }
      value.stack = value.stack ?? next.stack
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
            // The page keeps what hears of errors, which must not keep the page.
            let log = shown.debugLog
            shown.follow(DeviceConsentSource()) { log("consent: \($0)") }
            return shown
          }))
    }
  }

  extension View {
    /// Has ads of a lazy stack loaded as they come near, though the stack makes their rows only as they are
    /// seen. Give it to the stack, within the scroll view.
    ///
    /// ```swift
    /// LazyVStack { ForEach(rows) { RowView($0) } }
    ///   .lazyAdPlaces(["div-gpt-ad-mobile_1": 900, "div-gpt-ad-mobile_2": 2_700])
    /// ```
    /// - Parameter places: How far each ad is from the stack's top, in points, as far as the app knows; rows
    ///   that come correct it. What is no unit's id is passed over.
    /// - Returns: The stack.
    public func lazyAdPlaces(_ places: [String: CGFloat]) -> some View {
      var expected: [AdUnitID: Double] = [:]
      for (id, y) in places { if let unit = try? AdUnitID(id) { expected[unit] = Double(y) } }
      return background(
        GeometryReader { [expected] geometry in
          Color.clear.preference(
            key: AdPlacesKey.self,
            value: AdPlaces(
              stack: AdPlaces.Stack(
                tops: expected, frame: AdRect(geometry.frame(in: .named(AdPlacesKey.space))))))
        })
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
    @State private var told = ToldPlaces()

    func body(content: Content) -> some View {
      content
        .coordinateSpace(name: AdPlacesKey.space)
        .environment(\.adPage, page)
        .background(
          GeometryReader { geometry in
            Color.clear
              .onAppear { begin(geometry.size) }
              .onChange(of: geometry.size) { page?.handle(.viewport(Self.visible($0))) }
              .onDisappear { page?.handle(.viewport(nil)) }
              // A page that comes later, or instead of another, is told all of it anew.
              .id(page.map(ObjectIdentifier.init))
          }
        )
        // Above the scroll view, for what lies over it is looked for from there.
        .overlay(
          page.map { PageProbe(page: $0).allowsHitTesting(false).id(ObjectIdentifier($0)) }
        )
        // A row that is missing is not realised at the moment; that a slot is gone its container tells.
        .onPreferenceChange(AdPlacesKey.self) { [page, told] places in
          MainActor.assumeIsolated {
            told.places = places
            page?.place(places)
          }
        }
        // That of the scene which shows the page: another window's is none of its business.
        .onChange(of: scenePhase) { page?.follow(Self.step(in: $0)) }
        .onDisappear { page?.handle(.viewport(nil)) }
    }

    /// Tells a page that has come whether anybody looks, what they see, and where its ads are.
    private func begin(_ size: CGSize) {
      page?.follow(Self.step(in: scenePhase))
      page?.handle(.viewport(Self.visible(size)))
      page?.place(told.places)
    }

    private static func step(in phase: ScenePhase) -> SceneWatch.Step {
      if phase == .active { return .resume }
      return phase == .background ? .suspend : .pause
    }

    private static func visible(_ size: CGSize) -> AdRect {
      AdRect(x: 0, y: 0, width: size.width, height: size.height)
    }
  }

  /// Where the ads of a scroll view were last.
  @MainActor private final class ToldPlaces {
    var places = AdPlaces()
    nonisolated init() {}
  }

  /// Knows the window that a page is shown in, and what lies over the page.
  private struct PageProbe: UIViewRepresentable {
    let page: AdPage

    func makeUIView(context: Context) -> AdPageProbe { AdPageProbe(page) }

    func updateUIView(_ view: AdPageProbe, context: Context) {}
  }

  /// A clear view over a page.
  @MainActor final class AdPageProbe: UIView {
    private let page: AdPage
    private var covers: AdCoverWatch?

    init(_ page: AdPage) {
      self.page = page
      super.init(frame: .zero)
      isUserInteractionEnabled = false
    }

    required init?(coder: NSCoder) { nil }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      if let window { page.wait(in: window) }
      covers = window == nil ? nil : AdCoverWatch(self, for: page)
    }
  }
#endif
