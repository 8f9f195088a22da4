// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation
import WebKit

/// Counts the pixels of ads in pictures of their window, beside what the page says is seen of them.
@MainActor final class PixelJudge: AdSessionDelegate {
  private let page: AdPage
  private let scene: PixelScene
  private let out: String
  private(set) var failures: [String] = []
  private var displayedAt: [AdUnitID: Int64] = [:]

  init(_ page: AdPage, _ scene: PixelScene, out: String) {
    self.page = page
    self.scene = scene
    self.out = out
    page.session.delegate = self
  }

  nonisolated func hear(_ news: AdNews) {
    MainActor.assumeIsolated {
      if case .changed(let change) = news, change.to == .displayed {
        displayedAt[change.unit] = EventLoop.now
      }
    }
  }

  private static let area = 300.0 * 250

  /// Has every ad rendered.
  func begin() async -> Bool {
    for place in scene.units.indices {
      scene.showAll(from: place)
      let end = EventLoop.now + 20_000
      while EventLoop.now < end {
        await EventLoop.sleep(100)
        scene.settle()
        if await isRendered(scene.units[place]) { break }
      }
    }
    for unit in scene.units where await !isRendered(unit) {
      let view = page.webView(of: unit)
      var said = "has no view"
      if let view {
        let value = await PageValue.of(
          "[window.triggers, window.rendered, document.querySelectorAll('iframe').length, "
            + "location.href].join()", in: view)
        said = value.map { "says \($0)" } ?? "does not answer"
      }
      failures.append(
        "\(unit) was not rendered to begin with: \(page.session.state(of: unit)), \(said)")
    }
    for unit in scene.units { page.webView(of: unit)?.evaluateJavaScript(Self.observer) }
    return failures.isEmpty
  }

  /// Has a page keep how much of its creative it sees itself, as a tag in it would find out.
  private static let observer = """
    window.seen = -1;
    new IntersectionObserver(list => { window.seen = list[list.length - 1].intersectionRatio; },
      { threshold: Array.from({ length: 201 }, (_, step) => step / 200) })
      .observe(document.querySelector('iframe')); 0
    """

  /// How much of its creative a page sees itself; nil where the system lets it see nothing.
  private func seenInside(_ unit: AdUnitID) async -> Double? {
    guard let view = page.webView(of: unit), gtk_widget_get_mapped(host_widget(view.native)) != 0
    else { return nil }
    return (await PageValue.of("window.seen", in: view) as? NSNumber)?.doubleValue
  }

  private func isRendered(_ unit: AdUnitID) async -> Bool {
    guard let view = page.webView(of: unit) else { return false }
    return await PageValue.of("window.rendered === true", in: view) as? NSNumber == 1
  }

  /// Looks at random layouts.
  /// - Returns: One line about them.
  func layouts(_ count: Int) async -> String {
    var (worst, seen, partly, verdicts, viewable) = (0.0, 0, 0, 0, 0)
    var (inside, worstInside) = (0, 0.0)
    for number in 0..<count {
      scene.change()
      await scene.drawn()
      let isHeld = number % 8 == 0
      if isHeld { await beginImpressions() }
      let pixels = await scene.pixelsAtRest()
      var wrong: [String] = []
      for (unit, count) in zip(scene.units, pixels) {
        let share = Double(count) / Self.area
        let told = page.session.geometry(of: unit)?.visibleFraction ?? 0
        let off = abs(share - told)
        worst = max(worst, off)
        seen += share > 0 ? 1 : 0
        partly += share > 0 && share < 1 ? 1 : 0
        // One per cent, or one row of pixels.
        if off > 0.01 {
          wrong.append("\(unit) shows \(share), and \(told) was told: \(scene.account(of: unit))")
        }
        // What lies over an ad its page cannot know of.
        guard !scene.hasBars, let found = await seenInside(unit) else { continue }
        let offInside = abs(share - found)
        inside += 1
        worstInside = max(worstInside, offInside)
        // An edge may be two points off on each side, and what is hidden keeps a point.
        if offInside > 0.02 {
          wrong.append(
            "\(unit) shows \(share), and its page sees \(found): \(scene.account(of: unit))")
        }
      }
      if isHeld {
        await EventLoop.sleep(1_300)
        for (unit, count) in zip(scene.units, pixels) {
          guard let view = page.webView(of: unit) else { continue }
          let told = await PageValue.of("stepnetwork.viewability.viewable === true", in: view)
          let (isViewable, share) = (told as? NSNumber == 1, Double(count) / Self.area)
          verdicts += 1
          viewable += isViewable ? 1 : 0
          if isViewable, share < 0.49 { wrong.append("\(unit) is viewable with \(share)") }
          if !isViewable, share > 0.51 { wrong.append("\(unit) is not viewable with \(share)") }
        }
      }
      guard !wrong.isEmpty else { continue }
      scene.write(to: "\(out)/layout-\(number).png")
      failures.append("layout \(number): \(wrong.joined(separator: "; "))")
    }
    return "\(count) layouts, \(count * scene.units.count) ads: \(seen) seen, \(partly) of them in "
      + "part; worst difference \(String(format: "%.4f", worst)); \(inside) measured by their own "
      + "pages, worst difference \(String(format: "%.4f", worstInside)); \(verdicts) verdicts, "
      + "\(viewable) viewable"
  }

  /// Takes slots out of the page while they are cut, and brings them back.
  func recycled() async {
    for place in scene.units.indices {
      for placesFirst in [false, true] {
        await scene.recycle(place, placesFirst: placesFirst)
        let shown = Double(await scene.pixelsAtRest()[place]) / Self.area
        let found = await seenInside(scene.units[place])
        if shown < 1 || found != 1 {
          failures.append(
            "\(scene.units[place]) came back with \(shown), and its page sees \(found ?? 0)")
          scene.write(to: "\(out)/recycled-\(place).png")
        }
      }
    }
  }

  /// Has each page tell that its tag has another ad and that its creative is there, so that an impression
  /// begins.
  private func beginImpressions() async {
    for unit in scene.units {
      for type in ["filled", "rendered"] {
        page.webView(of: unit)?.evaluateJavaScript(
          "webkit.messageHandlers.nativeBridge.postMessage({type:'\(type)',slotId:'\(unit)'}); 0")
      }
    }
    await EventLoop.sleep(60)
  }

  /// Loads ads anew, and measures the time from `displayed` to the first whole picture.
  /// - Returns: The times in milliseconds, in order.
  func displayToPixels(_ count: Int) async -> [Int64] {
    var times: [Int64] = []
    for number in 0..<count {
      let place = number % scene.units.count
      let unit = scene.units[place]
      scene.showAll(from: place)
      await scene.drawn()
      displayedAt[unit] = nil
      page.handle(.reload(unit))
      let end = EventLoop.now + 10_000
      while EventLoop.now < end {
        await EventLoop.sleep(5)
        scene.settle()
        guard let since = displayedAt[unit] else { continue }
        guard Double(scene.pixels()[place]) >= Self.area else { continue }
        times.append(EventLoop.now - since)
        break
      }
    }
    if times.count < count { failures.append("\(count - times.count) ads never came") }
    return times.sorted()
  }
}
