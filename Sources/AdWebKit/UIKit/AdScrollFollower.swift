// SPDX-License-Identifier: MIT
#if canImport(UIKit) && canImport(WebKit)
  public import AdView
  public import UIKit

  /// Tells a page what a scroll view shows and where the slots in it are.
  ///
  /// Geometry is in the scroll view's content, so that scrolling moves the viewport alone. Call
  /// ``layoutChanged()`` from `viewDidLayoutSubviews`; scrolling is followed by itself.
  @MainActor public final class AdScrollFollower {
    private let page: AdPage
    private weak var scrollView: UIScrollView?
    private var observation: NSKeyValueObservation?
    private var covers: AdCoverWatch?

    /// Begins to follow.
    /// - Parameter scrollView: The scroll view with the slots, which is not kept.
    public init(_ scrollView: UIScrollView, for page: AdPage) {
      self.page = page
      self.scrollView = scrollView
      observation = scrollView.observe(\.contentOffset) { [weak self] _, _ in
        MainActor.assumeIsolated { self?.scrolled() }
      }
      covers = AdCoverWatch(scrollView, for: page)
      layoutChanged()
    }

    /// Tells where the slots are after a layout pass, and looks whether the scroll view is in a window: call
    /// it from `viewDidAppear` and `viewDidDisappear`, too.
    public func layoutChanged() {
      guard let scrollView else { return }
      scrolled()
      var slots: [AdSlotUIView] = []
      Self.collect(in: scrollView, &slots)
      let frames = slots.map { slot in
        AdFrame(
          unit: slot.unit, frame: AdRect(slot.convert(slot.bounds, to: scrollView)))
      }
      if !frames.isEmpty { page.handle(.place(frames)) }
    }

    private func scrolled() {
      guard let scrollView, let window = scrollView.window else {
        return page.handle(.viewport(nil))
      }
      page.wait(in: window)
      page.handle(.viewport(AdRect(scrollView.bounds.inset(by: scrollView.adjustedContentInset))))
    }

    private static func collect(in view: UIView, _ slots: inout [AdSlotUIView]) {
      if let slot = view as? AdSlotUIView { slots.append(slot) }
      for inner in view.subviews { collect(in: inner, &slots) }
    }
  }

  /// Shows one ad as a view controller, for layouts that are made of those.
  @MainActor public final class WebAdViewController: UIViewController {
    private let slot: AdSlot
    private let page: AdPage

    /// Makes a controller of one slot.
    /// - Parameter page: The page that it is in.
    public init(_ slot: AdSlot, in page: AdPage) {
      self.slot = slot
      self.page = page
      super.init(nibName: nil, bundle: nil)
    }

    /// Controllers are made in code.
    public required init?(coder: NSCoder) { nil }

    public override func loadView() {
      let view = AdSlotUIView(slot, in: page)
      view.onResize = { [weak self] size in
        self?.preferredContentSize = CGSize(width: size.width, height: size.height)
      }
      self.view = view
    }
  }
#endif
