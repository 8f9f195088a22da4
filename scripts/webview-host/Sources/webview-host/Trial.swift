// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation
import WebKit

/// Scrolls a page while everything around it goes wrong, as a seed has it, and looks at what must
/// hold all the same.
///
/// While it runs: nothing is loaded while consent is withdrawn, and nothing leaves the app, for
/// nobody clicks. At each rest, with the app in front, the network there and consent given: every ad
/// on the screen that is displayed was rendered, once, and has the size that it told. In a feed the text
/// that is read stays where it is, whatever the ads above it do.
@MainActor final class Trial {
  private let page: AdPage
  private let units: [AdUnitID]
  private let scene: any Scene
  private let server: PageServer
  private let admin: AdminProgram
  private let subject: String
  private let finger: Finger
  private let pictures: Pictures
  private var random: SeededRandom
  private var isOver = false

  /// When the gate was closed and open, as the page saw it.
  private var gates: [(time: Int64, isOpen: Bool)] = []
  private(set) var failures: [String] = []
  private(set) var counts: [String: Int] = [:]
  /// The processes that stand still for ever since the app was away: the system tells of none.
  private var frozen: [Int32] = []
  /// The longest that a withdrawal took to close the page's gate, in milliseconds.
  private(set) var slowestWithdrawal: Int64 = 0

  init(
    _ page: AdPage, of units: [AdUnitID], _ scene: any Scene, server: PageServer,
    admin: AdminProgram, subject: String,
    pictures: Pictures, seed: UInt64
  ) {
    self.page = page
    self.units = units
    self.scene = scene
    self.server = server
    self.admin = admin
    self.subject = subject
    self.pictures = pictures
    random = SeededRandom(seed: seed)
    finger = Finger(scene, seed: seed &+ 1)
  }

  /// Runs for a time, and rests every now and then.
  func run(seconds: Int) async {
    page.openURL = { [weak self] url in self?.fail("opened \(url)") }
    // What a tag's SDK registers has to be there before anything loads.
    var configured: AdUnitID?
    page.configure = { configured = $1 }
    page.prepare = { [weak self] view, unit in
      self?.count("views made")
      if configured != unit { self?.fail("\(unit) was prepared before it was configured") }
      if view.url != nil { self?.fail("\(unit) was loading before it was prepared") }
      configured = nil
    }
    finger.begin()
    EventLoop.after(16) { [self] in
      note()
      return !isOver
    }
    let end = EventLoop.now + Int64(seconds) * 1_000
    while EventLoop.now < end {
      let until = min(EventLoop.now + Int64(6_000 + random.below(6_000)), end)
      while EventLoop.now < until {
        await EventLoop.sleep(200 + random.below(1_200))
        await trouble()
        pictures.addFrame(of: scene, in: page)
      }
      await rest()
    }
    isOver = true
    for process in frozen { kill(process, SIGKILL) }
    checkLoads()
    if let feed = scene as? FeedScene {
      counts["scrolls for ads above"] = feed.scrolls
      feed.jumps.forEach(fail)
    }
  }

  /// Notes how the gate stands, whenever that has changed.
  private func note() {
    let isOpen = page.session.gate.isOpen
    if gates.last?.isOpen != isOpen { gates.append((EventLoop.now, isOpen)) }
  }

  private func count(_ what: String) { counts[what, default: 0] += 1 }
  private func fail(_ what: String) { failures.append(what) }

  // MARK: What goes wrong

  private func trouble() async {
    switch random.below(16) {
    case 0...4: killProcess()
    case 5: await withdrawForAWhile()
    case 6: await goToBackground()
    case 7: server.set(.offline)
    case 8: server.set(.slowly(milliseconds: 300 + random.below(2_500)))
    case 9: server.set(.badly)
    case 10: server.unfilledPercent = [0, 10, 50][random.below(3)]
    case 11 where counts["memory warnings"] == nil:
      count("memory warnings")
      page.handle(.memoryWarning)
    case 12:
      count("turns")
      let isWide = random.below(2) == 0
      scene.resize(to: CreativeSize(width: 393, height: isWide ? 500 : 852))
    default: server.set(.well)
    }
  }

  private func killProcess() {
    let processes = WebProcesses.ofPages(olderThan: 1.5)
    guard !processes.isEmpty else { return }
    count("processes killed")
    kill(processes[random.below(processes.count)], SIGKILL)
  }

  /// Has a process end as far as anybody can tell, without a word: only who asks finds out.
  private func freezeProcess() {
    let processes = WebProcesses.ofPages(olderThan: 1.5)
    guard !processes.isEmpty else { return }
    count("processes frozen")
    let process = processes[random.below(processes.count)]
    frozen.append(process)
    kill(process, SIGSTOP)
  }

  private func withdrawForAWhile() async {
    count("withdrawals")
    guard await admin.run("consent", "withdraw", subject) else {
      return fail("consent withdraw failed")
    }
    let start = EventLoop.now
    while page.session.gate.isOpen, EventLoop.now < start + 5_000 { await EventLoop.sleep(10) }
    note()
    if page.session.gate.isOpen { fail("the gate stayed open after a withdrawal") }
    slowestWithdrawal = max(slowestWithdrawal, EventLoop.now - start)
    if page.session.liveViews > 0 { fail("views were left after the gate closed") }
    await EventLoop.sleep(500 + random.below(1_500))
    await giveConsent()
  }

  private func giveConsent() async {
    if await !admin.run("consent", "set", subject, "--accept-all") { fail("consent set failed") }
  }

  private func goToBackground() async {
    count("backgrounds")
    page.suspend()
    // What was asked for before is the engine's, whose process may only be starting.
    let begun = Set(
      units.compactMap { page.webView(of: $0)?.url?.absoluteString }
        .compactMap(PageServer.load))
    let before = server.requests.count
    if scene is FeedScene, random.below(2) == 0 { freezeProcess() }
    await EventLoop.sleep(500 + random.below(2_500))
    for request in server.requests[before...]
    where request.path == "/template.html" && !begun.contains(request.load) {
      fail("load \(request.load) was asked for in the background")
    }
    page.resume()
  }

  // MARK: What must hold

  private func rest() async {
    count("rests")
    server.set(.well)
    server.unfilledPercent = 0
    finger.isMoving = false
    defer { finger.isMoving = true }
    let end = EventLoop.now + 75_000
    var wrong = ["nothing was looked at"]
    while !wrong.isEmpty, EventLoop.now < end {
      await EventLoop.sleep(250)
      wrong = []
      if !page.session.gate.isOpen { wrong.append("the gate is closed") }
      for slot in scene.slotsOnScreen {
        if let problem = await problem(with: slot) { wrong.append(problem) }
      }
    }
    for problem in wrong { fail("at rest \(counts["rests"] ?? 0): \(problem)") }
    pictures.addFrame(of: scene, in: page)
  }

  /// What is wrong with a slot on the screen; nil where nothing is.
  private func problem(with slot: SlotWidget) async -> String? {
    let unit = slot.unit
    let state = page.session.state(of: unit)
    // A slot without an ad is not asked again for half a minute, and shows nothing meanwhile.
    if slot.size?.isCollapsed == true { return nil }
    guard state == .displayed else { return "\(unit) is on screen and \(state)" }
    guard let webView = page.webView(of: unit) else { return "\(unit) is displayed without a view" }
    let found =
      await value(
        "[window.triggers || 0, window.rendered ? 1 : 0]", in: webView) as? [NSNumber]
    guard let found, found.count == 2 else { return "\(unit) does not answer" }
    if found[0].intValue != 1 { return "\(unit) was triggered \(found[0]) times" }
    if found[1].intValue != 1, server.hasLostCreative(of: webView.url?.absoluteString ?? "") {
      count("creatives lost to the network")
      page.handle(.reload(unit))
      return "\(unit) is loaded anew"
    }
    if found[1].intValue != 1 {
      let account = server.account(of: webView.url?.absoluteString ?? "")
      return "\(unit) is displayed and not rendered: \(account)"
    }
    guard let size = slot.size, size.creative == CreativeSize(width: 300, height: 250) else {
      return "\(unit) told a size that did not arrive"
    }
    return nil
  }

  private func value(_ script: String, in webView: WKWebView) async -> Any? {
    let answer = Answer()
    webView.evaluateJavaScript(script) { value, _ in
      answer.value = value
      answer.isThere = true
    }
    let end = EventLoop.now + 2_000
    while !answer.isThere, EventLoop.now < end { await EventLoop.sleep(10) }
    return answer.value
  }

  @MainActor private final class Answer {
    var value: Any?
    var isThere = false
  }

  /// What the server saw, against how the gate stood.
  private func checkLoads() {
    let templates = server.requests.filter { $0.path == "/template.html" }
    counts["template loads"] = templates.count
    // A request that was on its way when the gate closed is the engine's.
    let onItsWay: Int64 = 150
    for request in templates + server.requests.filter({ $0.path == "/ad" }) {
      guard let gate = gates.last(where: { $0.time < request.time }) else {
        fail("\(request.path) was loaded before the gate was known")
        continue
      }
      if !gate.isOpen, request.time > gate.time + onItsWay {
        fail("\(request.path) was loaded \(request.time - gate.time) ms after the gate closed")
      }
    }
    for (load, count) in server.counts(of: "/creative.html") where count > 1 {
      fail("the ad of load \(load) was rendered \(count) times")
    }
    if let bad = page.session.ignored[.badMessage] { fail("\(bad) messages were not understood") }
  }
}
