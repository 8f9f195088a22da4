// SPDX-License-Identifier: MIT
#if canImport(UIKit) && canImport(SwiftUI) && canImport(WebKit)
  public import AdView
  public import SwiftUI
  import UIKit

  /// An ad in a SwiftUI layout; give the scroll view around it ``SwiftUICore/View/lazyLoadAd(_:)``.
  ///
  /// ```swift
  /// ScrollView {
  ///   WebAdView(adUnitId: "div-gpt-ad-mobile_1")
  ///     .customTargeting("section", "sport")
  ///     .showAdLabel()
  ///     .frame(maxWidth: .infinity)
  /// }
  /// .lazyLoadAd(page)
  /// ```
  ///
  /// What is given here comes on top of what the inventory says of the unit. What it cannot hold, an
  /// id that is none for example, shows nothing, and the debug log says why.
  @MainActor public struct WebAdView: View {
    private let adUnitId: String
    private var targeting: [(key: String, values: [String])] = []
    private let sizes: Result<SizeOverrides, InvalidValue>
    private var label: Result<LabelOverrides?, InvalidValue> = .success(nil)
    @Environment(\.adPage) private var page
    @State private var size: CGSize?

    /// Makes an ad with sizes and limits of its own, in points; what is not given stays as the
    /// inventory has it.
    /// - Parameters:
    ///   - initialWidth: The width until the ad tells its own.
    ///   - initialHeight: The height until the ad tells its own.
    ///   - minWidth: The least width.
    ///   - maxWidth: The greatest width.
    ///   - minHeight: The least height.
    ///   - maxHeight: The greatest height.
    public init(
      adUnitId: String, initialWidth: CGFloat? = nil, initialHeight: CGFloat? = nil,
      minWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
      maxHeight: CGFloat? = nil
    ) {
      self.adUnitId = adUnitId
      sizes = Result { () throws(InvalidValue) in
        try SizeOverrides(
          initialWidth: initialWidth.map(Double.init),
          initialHeight: initialHeight.map(Double.init),
          minimumWidth: minWidth.map(Double.init), maximumWidth: maxWidth.map(Double.init),
          minimumHeight: minHeight.map(Double.init), maximumHeight: maxHeight.map(Double.init))
      }
    }

    /// Targets by a key with one value; a later one of the same key takes its place.
    public func customTargeting(_ key: String, _ value: String) -> WebAdView {
      customTargeting(key, [value])
    }

    /// Targets by a key with several values; without any, nothing changes.
    public func customTargeting(_ key: String, _ values: [String]) -> WebAdView {
      guard !values.isEmpty else { return self }
      var copy = self
      copy.targeting.removeAll { $0.key == key }
      copy.targeting.append((key, values))
      return copy
    }

    /// Shows the label above the ad, or hides it; what is not given stays as the inventory has it.
    /// - Parameters:
    ///   - isShown: Whether it is shown.
    ///   - fontSize: The font's size in points, 1 to 100.
    ///   - weight: How heavy the font is.
    public func showAdLabel(
      _ isShown: Bool = true, text: String? = nil, fontSize: Double? = nil,
      weight: AdLabel.Weight? = nil
    ) -> WebAdView {
      var copy = self
      copy.label = Result { () throws(InvalidValue) in
        try LabelOverrides(
          isShown: isShown, text: text, fontSize: fontSize, fontWeight: weight)
      }
      return copy
    }

    /// Shows the label above the ad in a font, or hides it.
    public func showAdLabel(
      _ isShown: Bool = true, text: String? = nil, font: AdLabelFont
    ) -> WebAdView {
      showAdLabel(isShown, text: text, fontSize: font.size, weight: font.weight)
    }

    /// The slot, at the size that it has now.
    public var body: some View {
      // Always one view, and of the right size before anything of it was made: a row that is sometimes
      // none keeps a lazy stack from being lazy.
      let shown = shown
      Color.clear
        .frame(width: shown?.size.width ?? 0, height: shown?.size.height ?? 0)
        .overlay(
          shown.map { shown in
            SlotRepresentable(slot: shown.slot, page: shown.page, size: $size)
              .id(SlotPlace(unit: shown.slot.unit, page: ObjectIdentifier(shown.page)))
          }
        )
        .background(
          GeometryReader { geometry in
            Color.clear.preference(
              key: AdPlacesKey.self,
              value: AdPlaces(
                rows: shown.map {
                  [$0.slot.unit: AdRect(geometry.frame(in: .named(AdPlacesKey.space)))]
                } ?? [:]))
          })
    }

    /// What there is to show, and how large it is.
    private var shown: (slot: AdSlot, page: AdPage, size: CGSize)? {
      guard let page, let slot = slot(in: page) else { return nil }
      // The state only asks for another look: the page knows the size.
      _ = size
      return (slot, page, Self.size(page.session.size(for: slot)))
    }

    /// The slot as it is described here.
    private func slot(in page: AdPage) -> AdSlot? {
      do {
        var slot = AdSlot(unit: try AdUnitID(adUnitId))
        slot.targeting = try targeting.map { try TargetingEntry(key: $0.key, values: $0.values) }
        slot.sizes = try sizes.get()
        slot.label = try label.get()
        return slot
      } catch {
        page.debugLog("WebAdView: \(error)")
        return nil
      }
    }

    fileprivate static func size(_ size: SlotSize) -> CGSize {
      CGSize(width: size.width, height: size.height)
    }
  }

  /// A unit in a page: of another page, the view is another.
  private struct SlotPlace: Hashable {
    let unit: AdUnitID
    let page: ObjectIdentifier
  }

  /// The UIKit view of a slot.
  private struct SlotRepresentable: UIViewRepresentable {
    let slot: AdSlot
    let page: AdPage
    @Binding var size: CGSize?

    func makeUIView(context: Context) -> AdSlotUIView {
      let view = AdSlotUIView(slot, in: page)
      view.onResize = { resized in
        let change = { size = WebAdView.size(resized) }
        guard UIView.inheritedAnimationDuration > 0 else { return change() }
        withAnimation(
          .easeInOut(duration: Double(SlotSize.animationDuration) / 1000), change)
      }
      return view
    }

    func updateUIView(_ view: AdSlotUIView, context: Context) { view.describe(slot) }

    func sizeThatFits(
      _ proposal: ProposedViewSize, uiView: AdSlotUIView, context: Context
    ) -> CGSize? {
      CGSize(
        width: uiView.size.width.rounded(.down), height: uiView.size.height.rounded(.down))
    }

    static func dismantleUIView(_ view: AdSlotUIView, coordinator: ()) { view.remove() }
  }
#endif
