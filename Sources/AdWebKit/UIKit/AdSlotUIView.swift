// SPDX-License-Identifier: MIT
#if canImport(UIKit) && canImport(WebKit)
  public import AdView
  public import UIKit
  public import WebKit

  /// An ad's place in a UIKit layout: the label, and the web view below it.
  ///
  /// Its intrinsic size is that of the slot. Where it is in a scroll view, ``AdScrollFollower`` tells.
  @MainActor public final class AdSlotUIView: UIView, AdSlotView {
    /// The slot's ad unit.
    public var unit: AdUnitID { slot.unit }
    private var slot: AdSlot
    private let page: AdPage
    private let label = UILabel()
    private var webView: WKWebView?
    private var size: SlotSize
    /// Hears that the slot has another size; in an animation where the change is to be seen.
    public var onResize: ((SlotSize) -> Void)?

    /// Makes a place for an ad.
    /// - Parameters:
    ///   - slot: The ad's place as the app describes it.
    ///   - page: The page that it is in.
    public init(_ slot: AdSlot, in page: AdPage) {
      self.slot = slot
      self.page = page
      page.handle(.describe(slot))
      size = page.session.size(of: slot.unit)
      super.init(frame: CGRect(x: 0, y: 0, width: size.width, height: size.height))
      clipsToBounds = true
      label.textAlignment = .center
      addSubview(label)
      write(page.session.label(of: unit))
      page.attach(self, to: unit)
    }

    /// Takes another description of the slot, which holds from its next load on.
    /// - Parameter slot: The description; of another unit, it is passed over.
    public func describe(_ slot: AdSlot) {
      guard slot.unit == unit, slot != self.slot else { return }
      self.slot = slot
      page.handle(.describe(slot))
      write(page.session.label(of: unit))
    }

    /// Takes the slot out of its page: the ad goes, and comes again where the slot is placed again.
    public func remove() {
      page.detach(self, from: unit)
      page.handle(.remove(unit))
    }

    private func write(_ text: AdLabel) {
      label.text = text.text
      label.font = .systemFont(ofSize: text.fontSize, weight: UIFont.Weight(text.fontWeight))
    }

    /// Slots are made in code.
    public required init?(coder: NSCoder) { nil }

    public override var intrinsicContentSize: CGSize {
      CGSize(width: size.width, height: size.height)
    }

    public override func layoutSubviews() {
      super.layoutSubviews()
      label.isHidden = size.labelHeight == 0
      label.frame = CGRect(x: 0, y: 0, width: bounds.width, height: size.labelHeight)
      webView?.frame = CGRect(
        x: max(0, (bounds.width - size.creative.width) / 2), y: size.labelHeight,
        width: min(size.creative.width, bounds.width), height: size.creative.height)
    }

    /// Shows a web view below the label.
    public func show(_ webView: WKWebView?) {
      guard webView !== self.webView else { return }
      self.webView?.removeFromSuperview()
      self.webView = webView
      if let webView { addSubview(webView) }
      setNeedsLayout()
    }

    /// Takes another size, and has the layout around follow.
    public func resize(to size: SlotSize, isAnimated: Bool) {
      self.size = size
      let change = { [self] in
        invalidateIntrinsicContentSize()
        setNeedsLayout()
        onResize?(size)
        superview?.layoutIfNeeded()
      }
      guard isAnimated else { return change() }
      UIView.animate(
        withDuration: Double(SlotSize.animationDuration) / 1000, delay: 0,
        options: .curveEaseInOut, animations: change, completion: nil)
    }
  }

  extension UIFont.Weight {
    fileprivate init(_ weight: AdLabel.Weight) {
      self =
        switch weight {
        case .ultraLight: .ultraLight
        case .thin: .thin
        case .light: .light
        case .regular: .regular
        case .medium: .medium
        case .semibold: .semibold
        case .bold: .bold
        case .heavy: .heavy
        case .black: .black
        }
    }
  }
#endif
