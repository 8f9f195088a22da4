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
    private var clip: ViewportClip?
    private(set) var size: SlotSize
    private var container: SlotContainers.ID?
    /// How far the system pulled the page back as the slot shrank at its end.
    private var pulledBack: CGFloat = 0
    /// Hears that the slot has another size; in an animation where the change is to be seen.
    public var onResize: ((SlotSize) -> Void)?

    /// Makes a place for an ad.
    /// - Parameters:
    ///   - slot: The ad's place as the app describes it.
    ///   - page: The page that it is in.
    public init(_ slot: AdSlot, in page: AdPage) {
      self.slot = slot
      self.page = page
      size = page.session.size(for: slot)
      super.init(frame: CGRect(x: 0, y: 0, width: size.width, height: size.height))
      clipsToBounds = true
      label.textAlignment = .center
      addSubview(label)
      write(page.session.label(for: slot))
      container = page.make(self, for: slot)
    }

    /// Takes another description of the slot, which holds from its next load on.
    /// - Parameter slot: The description; of another unit, that unit's ad is shown from now on.
    public func describe(_ slot: AdSlot) {
      guard slot != self.slot, let container else { return }
      self.slot = slot
      page.note { $0.update(container, to: slot) }
      write(page.session.label(for: slot))
    }

    /// Takes the slot out of its page. Where no other view of the slot is left, its ad stays for as long
    /// as its room is not needed, and is there again as the slot comes back.
    public func remove() {
      onResize = nil
      guard let container else { return }
      self.container = nil
      page.note { $0.end(container) }
    }

    public override func didMoveToWindow() {
      super.didMoveToWindow()
      if let window { page.wait(in: window) }
      guard let container else { return }
      let isInWindow = window != nil
      page.note { if isInWindow { $0.enter(container) } else { $0.leave(container) } }
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
      label.isHidden = !size.showsLabel
      label.frame = CGRect(x: 0, y: 0, width: bounds.width, height: size.labelHeight)
      // Another view may have the ad by now; and WebKit's pages have whole points.
      guard let webView, webView.superview === self else { return }
      webView.layOut(creative, from: corner, cutTo: clip)
    }

    /// Where the slot begins below its label.
    private var corner: CGPoint { CGPoint(x: 0, y: size.labelHeight) }

    /// Where the creative is.
    private var creative: CGRect {
      CGRect(
        x: max(0, (bounds.width - size.creative.width) / 2).rounded(.down), y: size.labelHeight,
        width: min(size.creative.width, bounds.width).rounded(.down),
        height: size.creative.height.rounded(.down))
    }

    /// Has the web view cover a part of the slot.
    public func clip(to clip: ViewportClip?) {
      self.clip = clip
      guard let webView, webView.superview === self else { return }
      webView.layOut(creative, from: corner, cutTo: clip)
      webView.scroll(creative, from: corner, to: clip)
    }

    /// Shows a web view below the label.
    public func show(_ webView: WKWebView?) {
      guard webView !== self.webView else { return }
      if let before = self.webView, before.superview === self { before.removeFromSuperview() }
      self.webView = webView
      clip = nil
      if let webView { addSubview(webView) }
      setNeedsLayout()
    }

    /// Takes another size, and has the layout around follow.
    public func resize(to size: SlotSize, isAnimated: Bool) {
      self.size = size
      let change = { [self] in
        let scrollView = pageScrollView
        let before = scrollView?.contentOffset.y ?? 0
        invalidateIntrinsicContentSize()
        setNeedsLayout()
        onResize?(size)
        superview?.layoutIfNeeded()
        pulledBack = before - (scrollView?.contentOffset.y ?? 0)
      }
      guard isAnimated, !UIAccessibility.isReduceMotionEnabled else { return change() }
      UIView.animate(
        withDuration: Double(SlotSize.animationDuration) / 1000, delay: 0,
        options: .curveEaseInOut, animations: change, completion: nil)
    }
  }

  extension AdSlotUIView {
    /// Scrolls what is around the slot and scrolls up and down: not a row of slots that scrolls sideways.
    /// Beyond the end, UIKit takes it back as it lays out.
    public func scrollPage(by distance: Double) {
      guard let scrollView = pageScrollView else { return }
      let top = -scrollView.adjustedContentInset.top
      scrollView.contentOffset.y = max(top, scrollView.contentOffset.y + pulledBack + distance)
      pulledBack = 0
    }

    /// What scrolls the page; nil where all of it is on the screen.
    private var pageScrollView: UIScrollView? {
      var view = superview
      while let around = view {
        if let scrollView = around as? UIScrollView,
          scrollView.contentSize.height > scrollView.bounds.height
        {
          return scrollView
        }
        view = around.superview
      }
      return nil
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
