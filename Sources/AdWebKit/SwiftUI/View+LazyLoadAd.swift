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
    /// - Parameter page: The page that the ads are in; keep it as long as the view, in `@State`.
    /// - Returns: The scroll view, whose ads are shown in the page.
    public func lazyLoadAd(_ page: AdPage) -> some View { modifier(LazyLoadAd(page: page)) }
  }

  private struct LazyLoadAd: ViewModifier {
    let page: AdPage
    @State private var placed: Set<AdUnitID> = []
    @State private var events: AdSystemEvents?

    func body(content: Content) -> some View {
      content
        .coordinateSpace(name: AdFramesKey.space)
        .environment(\.adPage, page)
        .background(
          GeometryReader { geometry in
            Color.clear
              .onAppear { page.handle(.viewport(Self.visible(geometry.size))) }
              .onChange(of: geometry.size) { page.handle(.viewport(Self.visible($0))) }
          }
        )
        .onPreferenceChange(AdFramesKey.self) { frames in
          MainActor.assumeIsolated { place(frames) }
        }
        .onAppear { events = AdSystemEvents(page) }
        .onDisappear {
          events = nil
          page.handle(.viewport(nil))
        }
    }

    private static func visible(_ size: CGSize) -> AdRect {
      AdRect(x: 0, y: 0, width: size.width, height: size.height)
    }

    private func place(_ frames: [AdUnitID: CGRect]) {
      for unit in placed.subtracting(frames.keys).sorted() { page.handle(.remove(unit)) }
      placed = Set(frames.keys)
      let sorted = frames.sorted { $0.key < $1.key }
      if !sorted.isEmpty {
        page.handle(.place(sorted.map { AdFrame(unit: $0.key, frame: AdRect($0.value)) }))
      }
    }
  }
#endif
