// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation
import WebKit

/// Shows creatives that mean no good, each on a page of its own beside one that means well, and looks at
/// what came of it.
@MainActor final class Containment {
  private let database: AdDatabase
  private let page: PageID
  private let subject: SubjectKey
  private let units: [AdUnitID]
  private let server: PageServer
  private var gaps = Gaps()
  private let screen = CreativeSize(width: 393, height: 852)
  /// How long each creative is shown, in milliseconds.
  private let time: Int64 = 5_000

  /// How long the loop stands still.
  @MainActor private struct Gaps {
    var isOver = false
    private(set) var longest: Int64 = 0
    private var last = EventLoop.now

    mutating func note(_ time: Int64) {
      longest = max(longest, time - last)
      last = time
    }

  }

  init(
    _ database: AdDatabase, _ page: PageID, _ subject: SubjectKey, of units: [AdUnitID],
    server: PageServer
  ) {
    self.database = database
    self.page = page
    self.subject = subject
    self.units = units
    self.server = server
  }

  /// Opens the page for a moment, in which it hears what has become of consent.
  func openBriefly() async throws {
    let page = try AdPage(database, page: page, subject: subject)
    await EventLoop.sleep(1_000)
    try await page.close()
  }

  /// Shows one creative.
  /// - Returns: What was not contained, and how long the loop stood still at most, in milliseconds.
  func run(_ creative: HostileCreative) async throws -> (faults: [String], longestGap: Int64) {
    server.creative = creative.page
    server.forgetRequests()
    var options = AdSession.Options()
    options.appVersion = "webview-host"
    options.pollInterval = 250
    let template = try TemplateURL(server.template)
    options.settings = { $0.template = template }
    let page = try AdPage(database, page: page, subject: subject, options: options)
    var opened: [String] = []
    page.openURL = { opened.append($0.absoluteString) }
    let scene = FeedScene(units, in: page, screen: screen, recycles: false, textHeight: 20)
    let window = host_window(creative.name, Int32(screen.width), Int32(screen.height))
    host_add(window, scene.widget)
    gtk_widget_show_all(window)

    gaps = Gaps()
    EventLoop.after(5) { [self] in
      gaps.note(EventLoop.now)
      return !gaps.isOver
    }
    var tallest = 0.0
    let start = EventLoop.now
    var (isTouched, isShallow) = (false, false)
    while EventLoop.now < start + time {
      await EventLoop.sleep(50)
      tallest = max(tallest, page.session.size(of: units[0]).creative.height)
      // The main thread of a phone has a megabyte of stack, which is what deep messages overflow. The
      // processes of pages, which get the same, have begun by now.
      if !isShallow, EventLoop.now > start + time / 3 {
        isShallow = true
        host_limit_stack(1 << 20)
      }
      if !isTouched, EventLoop.now > start + time / 2, creative.hand != .none {
        isTouched = true
        if let view = page.webView(of: units[0]) {
          host_touch(host_widget(view.native), 150, 125, creative.hand == .click ? 1 : 0)
        }
      }
    }
    gaps.isOver = true
    host_limit_stack(8 << 20)
    var faults: [String] = []
    let state = page.session.state(of: units[0])
    if state != .displayed { faults.append("the ad is \(state)") }
    if tallest > screen.height { faults.append("the slot was \(Int(tallest)) high") }
    if opened.count != creative.opened { faults.append("opened \(opened)") }
    let id = page.session.id
    try await page.close()
    gtk_widget_destroy(window)
    let history = try HistoryRepository(database).timeline(of: id)
    func count(_ event: AdEvent, of unit: Int) -> Int {
      history.events.filter { $0.unit == units[unit] && $0.event == event }.count
    }
    let rendered = history.events.contains {
      if case .rendered = $0.event { $0.unit == units[1] } else { false }
    }
    if rendered != true { faults.append("the neighbour was not rendered") }
    if (count(.silenced, of: 0) == 1) != creative.isSilenced {
      faults.append(creative.isSilenced ? "it was heard to the end" : "it was silenced")
    }
    if count(.silenced, of: 1) > 0 { faults.append("the neighbour was silenced") }
    if count(.clicked, of: 0) != creative.opened {
      faults.append("clicks: \(count(.clicked, of: 0))")
    }
    if count(.empty, of: 0) > 0 { faults.append("it counts as empty") }
    if count(.counted, of: 0) > 1 { faults.append("impressions: \(count(.counted, of: 0))") }
    let said = Set(
      server.requests.map(\.path).filter { $0.hasPrefix("/beacon/") }.map { $0.dropFirst(8) })
    for word in creative.mustNotSay where said.contains(Substring(word)) { faults.append(word) }
    for word in creative.mustSay where !said.contains(Substring(word)) {
      faults.append("never said \(word)")
    }
    if said.contains("gesture") { faults.append("the page was lent a gesture") }
    return (faults, gaps.longest)
  }
}
