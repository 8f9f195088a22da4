// SPDX-License-Identifier: MIT
#if canImport(WebKit)
  public import AdView
  public import WebKit

  /// An ad's place on the screen, which shows what ``AdPage`` gives it.
  @MainActor public protocol AdSlotView: AnyObject {
    /// Shows a web view below the label, at the creative's size, and none shown before.
    /// - Parameter webView: The view; nil where there is no ad to show.
    func show(_ webView: WKWebView?)

    /// Takes another size.
    /// - Parameters:
    ///   - size: The size of the creative and the height of the label above it.
    ///   - isAnimated: Whether the change takes ``SlotSize/animationDuration``.
    func resize(to size: SlotSize, isAnimated: Bool)
  }
#endif
