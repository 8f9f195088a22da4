// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation
import WebKit

/// Shows ads whose templates meet every mood of the network: each has to be rendered, or lost with a cause
/// within its limit and tried again. A blank one that nobody has noticed is a fault.
@MainActor final class MoodTrial: AdSessionDelegate {
  private let server: PageServer
  private var random: SeededRandom
  private var moods: [String: NetworkMood] = [:]
  private var displayedAt: [AdUnitID: Int64] = [:]
  private var fates: [AdUnitID: [String]] = [:]
  private(set) var failures: [String] = []
  /// How loads ended, by mood and fate.
  private(set) var counts: [String: [String: Int]] = [:]
  /// The load of each view.
  private var loads: [AdUnitID: String] = [:]
  private var first: [NetworkMood] = []

  init(_ server: PageServer, seed: UInt64) {
    self.server = server
    random = SeededRandom(seed: seed)
    server.moodOfLoad = { [weak self] in self?.mood(of: $0) ?? .well }
  }

  /// Every mood comes before one comes again.
  private func mood(of load: String) -> NetworkMood {
    if let mood = moods[load] { return mood }
    if first.isEmpty { first = NetworkMood.allCases.shuffled(using: &random) }
    let mood = first.removeLast()
    moods[load] = mood
    return mood
  }

  nonisolated func hear(_ news: AdNews) {
    MainActor.assumeIsolated {
      guard case .changed(let change) = news else {
        if case .became(.rendered, let unit) = news { end(unit, "rendered") }
        return
      }
      if change.to == .displayed { displayedAt[change.unit] = EventLoop.now }
      if change.to == .unloaded { end(change.unit, change.cause.rawValue) }
    }
  }

  private func end(_ unit: AdUnitID, _ fate: String) {
    fates[unit, default: []].append(fate)
    let mood = loads[unit].flatMap { moods[$0] }?.rawValue ?? "before it was asked for"
    counts[mood, default: [:]][fate, default: 0] += 1
  }

  /// Shows a page of ads for a time, and looks at each.
  /// - Returns: How many loads there were.
  func run(_ page: AdPage, _ scene: FeedScene, of units: [AdUnitID], seconds: Int) async -> Int {
    (displayedAt, fates, loads) = ([:], [:], [:])
    page.session.delegate = self
    let before = moods.count
    let end = EventLoop.now + Int64(seconds) * 1_000
    while EventLoop.now < end {
      await EventLoop.sleep(5)
      for unit in units {
        guard let url = page.webView(of: unit)?.url?.absoluteString,
          let load = PageServer.load(in: url)
        else { continue }
        loads[unit] = load
      }
    }
    await look(page, scene, units)
    return moods.count - before
  }

  private func look(_ page: AdPage, _ scene: FeedScene, _ units: [AdUnitID]) async {
    guard let picture = host_picture(gtk_widget_get_toplevel(scene.widget), 1) else { return }
    defer { cairo_surface_destroy(picture) }
    let now = EventLoop.now
    for unit in units {
      let fate = fates[unit] ?? []
      let count = host_count(picture, Colours.colour(of: unit), 0, 0, 2_000, 20_000)
      let mood = loads[unit].flatMap { moods[$0] }
      let name = "\(unit) (\(mood?.rawValue ?? "no load"), \(fate.joined(separator: ", ")))"
      switch page.session.state(of: unit) {
      case .displayed:
        let age = now - (displayedAt[unit] ?? now)
        if fate.last == "rendered" {
          // The text between the ads lies over some of it.
          if count < 20_000 {
            failures.append("\(name) is said to be rendered, with \(count) pixels")
          }
        } else if age > LazyLoadingManager.renderLimit + 500 {
          failures.append("\(name) is displayed and blank for \(age) ms")
        }
      default:
        if fate.isEmpty { failures.append("\(name) is not there, and nothing says why") }
      }
    }
  }
}
