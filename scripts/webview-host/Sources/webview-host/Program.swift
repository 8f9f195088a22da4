// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK
import Foundation

/// One run: opens the database, shows the page, and does what the verb says.
@MainActor final class Program {
  let arguments: Arguments
  let out: String

  init(_ arguments: Arguments) {
    self.arguments = arguments
    out = arguments.text("out", default: ".")
  }

  /// - Returns: The exit code.
  func run() async throws -> Int32 {
    let path = arguments.text("db")
    let database = try AdDatabase(path: path, access: .readWrite)
    let pageID = try PageID(arguments.text("page"))
    let units = try InventoryRepository(database).read { inventory in
      try inventory.units().filter { $0.page == pageID && $0.status == .active }
        .sorted { ($0.position ?? .max, $0.id) < ($1.position ?? .max, $1.id) }.map(\.id)
    }
    guard !units.isEmpty else {
      say("error: the page \(pageID) has no active units")
      return 66
    }
    let seed = UInt64(arguments.number("seed", default: 1))
    let server = PageServer(pages: arguments.text("pages"), seed: seed &+ 2)
    if arguments.verb == "pixels" { return try await judge(database, pageID, units, server, seed) }
    if arguments.verb == "moods" { return try await moods(database, pageID, units, server, seed) }
    if arguments.verb == "stack" { return try await stack(database, server) }
    if arguments.verb == "hostile" {
      return try await contain(
        Containment(
          database, pageID, try SubjectKey(arguments.text("subject")), of: units, server: server))
    }
    var options = AdSession.Options()
    options.appVersion = "webview-host"
    options.device = "WebKitGTK"
    options.pollInterval = arguments.verb == "show" ? 500 : 250
    if arguments.text("real") != "yes" {
      let template = try TemplateURL(server.template)
      options.settings = { $0.template = template }
    }
    let page = try AdPage(
      database, page: pageID, subject: try SubjectKey(arguments.text("subject")),
      options: options)
    page.openURL = { [weak self] in self?.say("to the browser: \($0)") }
    let screen = arguments.text("screen", default: "393x852").split(separator: "x")
      .compactMap { Double($0) }
    guard screen.count == 2 else {
      say("error: a screen is WIDTHxHEIGHT")
      return 64
    }
    let size = CreativeSize(width: screen[0], height: screen[1])
    let scene: any Scene =
      switch arguments.text("kind") {
      case "article": ArticleScene(units, in: page, screen: size)
      case "grid": GridScene(units, in: page, screen: size)
      default:
        FeedScene(
          units, in: page, screen: size,
          recycles: arguments.verb != "memory" && arguments.text("kind") == "feed",
          textHeight: arguments.verb == "memory" ? 20 : 620)
      }
    let window = show(scene, size)
    let pictures = Pictures(of: window)
    page.session.delegate = pictures
    let code =
      switch arguments.verb {
      case "trial": await trial(page, units, scene, server, path, pictures, seed)
      case "memory": await measure(page, scene, units.count)
      default: await show(page, scene, pictures, seed)
      }
    try await page.close()
    let report = page.session.report
    guard arguments.verb == "trial" else { return code }
    say("history: \(report.handedOver) handed over, \(report.stored) stored")
    guard report.stored == report.handedOver else {
      say("FAILED: the history is not complete: \(report)")
      return 1
    }
    return code
  }

  /// Tries every hostile creative, or the one that was asked for.
  private func contain(_ containment: Containment) async throws -> Int32 {
    let only = arguments.text("only")
    var failures = 0
    for creative in HostileCreative.all where only.isEmpty || creative.name == only {
      let (faults, gap) = try await containment.run(creative)
      failures += faults.isEmpty ? 0 : 1
      let name = creative.name.padding(toLength: 30, withPad: " ", startingAt: 0)
      let verdict = faults.isEmpty ? "contained" : "NOT: " + faults.joined(separator: "; ")
      say("\(name) \(verdict) (the loop stood still for \(gap) ms at most)")
    }
    if only.isEmpty || only == HostileCreative.storage.name {
      let admin = AdminProgram(path: arguments.text("admin"), database: arguments.text("db"))
      let subject = arguments.text("subject")
      var (faults, gap) = try await containment.run(.storage)
      guard await admin.run("consent", "withdraw", subject) else { return 1 }
      try await containment.openBriefly()
      guard await admin.run("consent", "set", subject, "--accept-all") else { return 1 }
      let (more, _) = try await containment.run(.storage)
      faults += more
      failures += faults.isEmpty ? 0 : 1
      say(
        "storage after a withdrawal     \(faults.isEmpty ? "contained" : "NOT: \(faults)") (\(gap) ms)"
      )
    }
    return failures == 0 ? 0 : 1
  }

  /// Opens five articles of eight ads one above the other, and adds up what they take.
  private func stack(_ database: AdDatabase, _ server: PageServer) async throws -> Int32 {
    var options = AdSession.Options()
    options.appVersion = "webview-host"
    let template = try TemplateURL(server.template)
    options.settings = { $0.template = template }
    let subject = try SubjectKey(arguments.text("subject"))
    var pages: [(page: AdPage, scene: FeedScene)] = []
    for number in 0..<5 {
      pages.last?.page.handle(.viewport(nil))
      let units = try (0..<8).map { try AdUnitID("ad-\(number * 8 + $0)") }
      let page = try AdPage(
        database, page: try PageID(arguments.text("page")), subject: subject, options: options)
      let size = CreativeSize(width: 393, height: 852)
      let scene = FeedScene(units, in: page, screen: size, recycles: false, textHeight: 20)
      _ = show(scene, size)
      for _ in 0..<6 {
        scene.scroll(to: scene.offset + 300)
        await EventLoop.sleep(500)
      }
      pages.append((page, scene))
    }
    func report(_ moment: String) {
      let views = pages.map { String($0.page.session.liveViews) }.joined(separator: " + ")
      say(
        "five articles, \(moment): \(views) views, \(WebProcesses.ofPages().count) page processes, "
          + "\(WebProcesses.memory / (1024 * 1024)) MiB")
    }
    await EventLoop.sleep(3_000)
    report("the last on screen")
    pages.last?.page.handle(.memoryWarning)
    for page in pages.dropLast() { page.page.handle(.memoryWarning) }
    await EventLoop.sleep(3_000)
    report("after a warning")
    for page in pages { try await page.page.close() }
    return 0
  }

  func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }

  func show(_ scene: any Scene, _ size: CreativeSize) -> UnsafeMutablePointer<GtkWidget> {
    let window = host_window(arguments.text("page"), Int32(size.width), Int32(size.height))
    host_add(window, scene.widget)
    Wheel.scene = scene
    Wheel.follow(scene.widget)
    gtk_widget_show_all(window)
    return window
  }

  private func show(
    _ page: AdPage, _ scene: any Scene, _ pictures: Pictures, _ seed: UInt64
  ) async -> Int32 {
    if arguments.text("window") == "yes" {
      while gtk_widget_get_visible(gtk_widget_get_toplevel(scene.widget)) != 0 {
        await EventLoop.sleep(200)
      }
      return 0
    }
    let finger = Finger(scene, seed: seed)
    await EventLoop.sleep(1_500)
    pictures.addFrame(of: scene, in: page)
    finger.begin()
    for _ in 0..<24 {
      await EventLoop.sleep(500)
      pictures.addFrame(of: scene, in: page)
    }
    finger.isMoving = false
    await EventLoop.sleep(2_000)
    pictures.addFrame(of: scene, in: page)
    pictures.write(to: out + "/screen.png")
    pictures.writeSheet(to: out + "/strip.png")
    return 0
  }

  private func trial(
    _ page: AdPage, _ units: [AdUnitID], _ scene: any Scene, _ server: PageServer, _ path: String,
    _ pictures: Pictures, _ seed: UInt64
  ) async -> Int32 {
    let admin = AdminProgram(path: arguments.text("admin"), database: path)
    let trial = Trial(
      page, of: units, scene, server: server, admin: admin, subject: arguments.text("subject"),
      pictures: pictures, seed: seed)
    await trial.run(seconds: arguments.number("seconds", default: 60))
    pictures.write(to: out + "/screen.png")
    pictures.writeSheet(to: out + "/strip.png")
    let counts = trial.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    say(counts.joined(separator: ", "))
    say("the gate closed within \(trial.slowestWithdrawal) ms of a withdrawal elsewhere")
    let ignored = page.session.ignored.map { "\($0.value) \($0.key)" }.sorted()
    say("ignored: \(ignored.isEmpty ? "nothing" : ignored.joined(separator: ", "))")
    for failure in trial.failures { say("FAILED: \(failure)") }
    return trial.failures.isEmpty ? 0 : 1
  }

  /// Looks at every ad once, lets things come to rest, adds up the memory of WebKit's processes, and the
  /// time of processors that goes while nothing moves.
  private func measure(_ page: AdPage, _ scene: any Scene, _ units: Int) async -> Int32 {
    scene.resize(to: CreativeSize(width: 393, height: 852))
    while scene.offset < scene.greatestOffset {
      scene.scroll(to: scene.offset + 300)
      await EventLoop.sleep(400)
    }
    await EventLoop.sleep(4_000)
    let megabytes = WebProcesses.memory / (1024 * 1024)
    say(
      "\(units) ads seen, \(page.session.liveViews) live views, "
        + "\(WebProcesses.ofPages().count) page processes, \(megabytes) MiB")
    let (before, start) = (WebProcesses.processorTime, EventLoop.now)
    await EventLoop.sleep(arguments.number("seconds", default: 60) * 1_000)
    let (after, seconds) = (WebProcesses.processorTime, Double(EventLoop.now - start) / 1_000)
    func perSecond(_ taken: Double) -> String {
      String(format: "%.1f ms", taken * 1_000 / seconds)
    }
    say(
      "still for \(Int(seconds)) s: WebKit took \(perSecond(after.pages - before.pages)) of a processor a "
        + "second, the app \(perSecond(after.host - before.host))")
    return 0
  }
}
