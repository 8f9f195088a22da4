// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation

// What pictures of the window tell.
extension Program {
  /// Looks at random layouts of five ads.
  func judge(
    _ database: AdDatabase, _ pageID: PageID, _ units: [AdUnitID], _ server: PageServer,
    _ seed: UInt64
  ) async throws -> Int32 {
    server.isColoured = true
    let page = try open(database, pageID, server)
    let scene = PixelScene(units, in: page, seed: seed)
    let judge = PixelJudge(page, scene, out: out)
    if await judge.begin() {
      say("seed \(seed): " + (await judge.layouts(arguments.number("layouts", default: 500))))
      await judge.recycled()
      let times = await judge.displayToPixels(60)
      if !times.isEmpty {
        say(
          "display to pixels, \(times.count) loads: p50 \(times[times.count / 2]) ms, p95 "
            + "\(times[times.count * 95 / 100]) ms, most \(times[times.count - 1]) ms")
      }
    }
    for failure in judge.failures.prefix(20) { say("FAILED: \(failure)") }
    if judge.failures.count > 20 { say("FAILED: \(judge.failures.count) in all") }
    try await page.close()
    return judge.failures.isEmpty ? 0 : 1
  }

  /// Shows ads in every mood of the network.
  func moods(
    _ database: AdDatabase, _ pageID: PageID, _ units: [AdUnitID], _ server: PageServer,
    _ seed: UInt64
  ) async throws -> Int32 {
    let other = PageServer(pages: arguments.text("pages"), seed: seed)
    other.isColoured = true
    server.otherPort = other.port
    let trial = MoodTrial(server, seed: seed)
    let wanted = arguments.number("runs", default: 200)
    var (loads, rounds) = (0, 0)
    while loads < wanted {
      let page = try open(database, pageID, server)
      let size = CreativeSize(width: 393, height: Double(units.count) * 300)
      let scene = FeedScene(units, in: page, screen: size, recycles: false, textHeight: 20)
      let window = show(scene, size)
      loads += await trial.run(page, scene, of: units, seconds: 22)
      rounds += 1
      try await page.close()
      gtk_widget_destroy(window)
    }
    say("seed \(seed): \(loads) loads in \(rounds) pages, \(NetworkMood.allCases.count) moods")
    for mood in NetworkMood.allCases {
      let fates = (trial.counts[mood.rawValue] ?? [:]).sorted { $0.key < $1.key }
        .map { "\($0.value) \($0.key)" }
      say("  \(mood.rawValue): \(fates.joined(separator: ", "))")
    }
    for failure in trial.failures { say("FAILED: \(failure)") }
    return trial.failures.isEmpty ? 0 : 1
  }

  private func open(
    _ database: AdDatabase, _ page: PageID, _ server: PageServer
  ) throws -> AdPage {
    var options = AdSession.Options()
    options.appVersion = "webview-host"
    let template = try TemplateURL(server.template)
    options.settings = { $0.template = template }
    return try AdPage(
      database, page: page, subject: try SubjectKey(arguments.text("subject")), options: options)
  }
}
