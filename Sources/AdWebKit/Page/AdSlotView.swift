// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  /// An ad's place on the screen, which shows what ``AdPage`` gives it.
  @MainActor public protocol AdSlotView: AnyObject {
    /// Shows a web view below the label, at the creative's size, and none shown before.
    /// - Parameter webView: The view; nil where there is no ad to show.
    func show(_ webView: WKWebView?)

    /// Has the web view cover a part of the slot, so that its page sees of itself what a person sees of it:
    /// lay it out at once by `WKWebView.layOut(_:from:cutTo:)`, then `WKWebView.scroll(_:from:to:)`. It
    /// holds until the next word.
    /// - Parameter clip: The part; nil for all of it.
    func clip(to clip: ViewportClip?)

    /// Takes another size.
    /// - Parameters:
    ///   - size: The size of the creative and the height of the label above it.
    ///   - isAnimated: Whether the change takes ``SlotSize/animationDuration``.
    func resize(to size: SlotSize, isAnimated: Bool)

    /// Scrolls the page that the slot is in, within what there is, at once, and from where it was before
    /// the layout: the slot, above the screen, has grown or shrunk by so much, and what somebody reads is to
    /// stay where it is. Where nothing is done, the text jumps.
    /// - Parameter distance: How far in points, downwards where positive.
    func scrollPage(by distance: Double)
  }

  /// Where web views wait that no slot shows, for one that is loaded ahead or whose row is gone: in the
  /// window of their page and out of sight.
  ///
  /// WebKit lets the page of a view outside of windows do nothing, so that an ad would never be there. A
  /// hidden view's page does nothing either: put the views beyond the window's edge.
  @MainActor public protocol AdViewHolder: AnyObject {
    /// Takes a web view in; it leaves as it is added to another view.
    func hold(_ webView: WKWebView)
  }
#endif
