// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation
import WebKit

/// A web page with placeholders, and native ads laid over them.
@MainActor final class ArticleScene: NSObject, Scene {
  let widget: UnsafeMutablePointer<GtkWidget>
  private(set) var offset = 0.0
  private(set) var greatestOffset = 0.0
  private var screen: CreativeSize
  private let page: AdPage
  private let content: AdContentPage
  private let webView: WKWebView
  private var slots: [AdUnitID: SlotWidget] = [:]
  private var places: [AdUnitID: AdRect] = [:]
  private let html: String

  init(_ units: [AdUnitID], in page: AdPage, screen: CreativeSize) {
    self.page = page
    self.screen = screen
    content = AdContentPage(page)
    html = Self.article(units)
    let configuration = WKWebViewConfiguration()
    content.prepare(configuration)
    webView = WKWebView(
      frame: CGRect(x: 0, y: 0, width: screen.width, height: screen.height),
      configuration: configuration)
    widget = host_layout()
    super.init()
    webView.navigationDelegate = self
    host_put(widget, host_widget(webView.native), 0, 0)
    gtk_widget_show(host_widget(webView.native))
    page.onMove = { [weak self] unit, rect in self?.move(unit, to: rect) }
    page.handle(.viewport(viewport))
    reload()
  }

  private static func article(_ units: [AdUnitID]) -> String {
    let text = String(
      repeating: "<p>Once upon a time there was a long article, and it had ads between its "
        + "paragraphs, which is how it was paid for.</p>", count: 9)
    return """
      <!doctype html><title>article</title><style>body{margin:0 16px;font:17px/1.5 serif}
      .ad-placeholder{height:330px;width:320px;margin:0 auto;background:#eee}</style>
      """
        + units.map { "\(text)<div class=ad-placeholder data-ad-unit-id='\($0)'></div>" }.joined()
        + text
  }

  /// Loads the article anew, as after the death of its own process.
  func reload() {
    webView.loadHTMLString(html, baseURL: URL(string: "https://example.test/article"))
  }

  private var viewport: AdRect {
    AdRect(x: 0, y: 0, width: screen.width, height: screen.height)
  }

  var slotsOnScreen: [SlotWidget] {
    places.filter { $0.value.overlaps(viewport) }.compactMap { slots[$0.key] }
  }

  func scroll(to offset: Double) {
    self.offset = min(max(offset, 0), greatestOffset)
    webView.evaluateJavaScript("scrollTo(0, \(self.offset))")
  }

  func resize(to screen: CreativeSize) {
    self.screen = screen
    webView.frame = CGRect(x: 0, y: 0, width: screen.width, height: screen.height)
    page.handle(.viewport(viewport))
    measure()
  }

  private func measure() {
    webView.evaluateJavaScript("document.documentElement.scrollHeight") { [weak self] value, _ in
      guard let self, let height = (value as? NSNumber)?.doubleValue else { return }
      greatestOffset = max(0, height - screen.height)
    }
  }

  private func move(_ unit: AdUnitID, to rect: AdRect?) {
    places[unit] = rect
    guard let rect else {
      guard let slot = slots.removeValue(forKey: unit) else { return }
      page.detach(slot, from: unit)
      host_remove(slot.widget)
      return
    }
    let slot = slots[unit] ?? add(unit)
    let isNear = rect.y < screen.height + 2_000 && rect.maxY > -2_000
    host_move(widget, slot.widget, Int32(rect.x), isNear ? Int32(rect.y) : -10_000)
  }

  private func add(_ unit: AdUnitID) -> SlotWidget {
    let slot = SlotWidget(unit, in: page)
    slots[unit] = slot
    host_put(widget, slot.widget, 0, -10_000)
    page.attach(slot, to: unit)
    return slot
  }
}

extension ArticleScene: WKNavigationDelegate {
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { content.didCommit() }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    measure()
    scroll(to: offset)
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { reload() }
}
