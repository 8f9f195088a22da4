// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation
import WebKit

/// An ad's place in a window: a grey box, and the ad's web view in it.
@MainActor final class SlotWidget: AdSlotView {
  let unit: AdUnitID
  /// Hears that the slot has another size.
  var onResize: (SlotSize) -> Void = { _ in }
  /// Scrolls the page by so many points, downwards where positive.
  var onScroll: (Double) -> Void = { _ in }
  let widget: UnsafeMutablePointer<GtkWidget>
  private(set) var size: SlotSize?
  private var webView: WKWebView?
  private var clip: ViewportClip?
  private let caption: UnsafeMutablePointer<GtkWidget>

  init(_ unit: AdUnitID, in page: AdPage) {
    self.unit = unit
    widget = host_layout()
    let label = page.session.label(of: unit)
    caption = host_caption(
      label.text, label.fontSize, [.bold, .heavy, .black].contains(label.fontWeight) ? 1 : 0)
    host_put(widget, caption, 0, 0)
    Wheel.follow(widget)
    g_object_ref_sink(widget)
    gtk_widget_show(widget)
  }

  isolated deinit {
    host_remove(widget)
    host_unref(widget)
  }

  func show(_ webView: WKWebView?) {
    guard webView !== self.webView else { return }
    self.webView?.removeFromSuperview()
    self.webView = webView
    clip = nil
    guard let webView else { return }
    Wheel.follow(host_widget(webView.native))
    let child = host_widget(webView.native)
    host_remove(child)
    host_put(widget, child, 0, Int32(size?.labelHeight ?? 0))
    gtk_widget_show(child)
    layOut()
  }

  func resize(to size: SlotSize, isAnimated: Bool) {
    self.size = size
    layOut()
    onResize(size)
  }

  func scrollPage(by distance: Double) { onScroll(distance) }

  private func layOut() {
    guard let size else { return }
    gtk_widget_set_size_request(widget, Int32(max(1, size.width)), Int32(max(1, size.height)))
    gtk_widget_set_size_request(caption, Int32(max(1, size.width)), Int32(size.labelHeight))
    if size.showsLabel { gtk_widget_show(caption) } else { gtk_widget_hide(caption) }
    guard let webView else { return }
    webView.layOut(creative(size), from: corner(size), cutTo: clip)
    host_move(
      widget, host_widget(webView.native), Int32(webView.frame.minX), Int32(webView.frame.minY))
  }

  func clip(to clip: ViewportClip?) {
    self.clip = clip
    layOut()
    guard let size, let webView else { return }
    webView.scroll(creative(size), from: corner(size), to: clip)
  }

  private func corner(_ size: SlotSize) -> CGPoint { CGPoint(x: 0, y: size.labelHeight) }

  private func creative(_ size: SlotSize) -> CGRect {
    CGRect(x: 0, y: size.labelHeight, width: size.creative.width, height: size.creative.height)
  }
}
