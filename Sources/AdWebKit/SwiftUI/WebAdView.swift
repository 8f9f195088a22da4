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

    /// The slot, at the size that it has now.
    public var body: some View {
      if let page, let slot = slot(in: page) {
        let size = size ?? Self.size(page.session.size(of: slot.unit))
        SlotRepresentable(slot: slot, page: page, size: $size)
          .frame(width: size.width, height: size.height)
          .background(
            GeometryReader { geometry in
              Color.clear.preference(
                key: AdFramesKey.self,
                value: [slot.unit: geometry.frame(in: .named(AdFramesKey.space))])
            })
      }
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

  /// The UIKit view of a slot.
  private struct SlotRepresentable: UIViewRepresentable {
    let slot: AdSlot
    let page: AdPage
    @Binding var size: CGSize?

    func makeUIView(context: Context) -> AdSlotUIView {
      let view = AdSlotUIView(slot, in: page)
      view.onResize = { resized in
        withAnimation(.easeInOut(duration: Double(SlotSize.animationDuration) / 1000)) {
          size = WebAdView.size(resized)
        }
      }
      return view
    }

    func updateUIView(_ view: AdSlotUIView, context: Context) { view.describe(slot) }

    static func dismantleUIView(_ view: AdSlotUIView, coordinator: ()) { view.remove() }
  }
#endif
