// SPDX-License-Identifier: MIT
import CWebKitGTK
import Foundation

/// Serves the stand-ins for the publisher's template and for a creative over loopback: well, slowly,
/// badly or not at all, as told. Everything that was asked for is noted.
@MainActor final class PageServer {
  /// How requests for the template are answered.
  enum Mood: Equatable, CustomStringConvertible {
    case well
    case slowly(milliseconds: Int)
    case badly
    case offline

    var description: String {
      switch self {
      case .well: "online"
      case .slowly(let time): "slow, \(time) ms"
      case .badly: "answering 503"
      case .offline: "offline"
      }
    }
  }

  /// A request, by the load that it belongs to.
  struct Request {
    let path: String
    /// The cache buster of the template's URL, which no two loads share.
    let load: String
    let time: Int64
  }

  private(set) var requests: [Request] = []
  /// Whether creatives are of one colour each, by their unit's number.
  var isColoured = false
  /// How the load of a template is answered; by the mood of the server where nobody says.
  var moodOfLoad: ((String) -> NetworkMood)?
  /// The port of another server, for redirects.
  var otherPort: UInt32 = 0
  /// What the template's frame shows instead of the stand-in: a page from another host.
  var creative: String?
  private(set) var port: UInt32 = 0
  /// Of how many ads out of a hundred the tag has none.
  var unfilledPercent = 0
  private(set) var mood = Mood.well
  /// When the network went or came back.
  private var breaks: [Int64] = []
  private let pages: String
  private var server: UnsafeMutablePointer<SoupServer>?
  private var random: SeededRandom

  /// Begins to serve.
  /// - Parameters:
  ///   - pages: The folder of the stand-ins.
  ///   - seed: What the server's whims follow from.
  init(pages: String, seed: UInt64) {
    self.pages = pages
    random = SeededRandom(seed: seed)
    listen()
  }

  func forgetRequests() { requests = [] }

  /// The address of the template.
  var template: String { "http://127.0.0.1:\(port)/template.html?didomi-disable-notice=true" }

  func set(_ mood: Mood) {
    guard mood != self.mood else { return }
    let wasOffline = self.mood == .offline
    if wasOffline || mood == .offline { breaks.append(EventLoop.now) }
    self.mood = mood
    if mood == .offline, let server {
      soup_server_disconnect(server)
      host_unref(server)
      self.server = nil
    } else if wasOffline {
      listen()
    }
  }

  /// Whether the network went while a page was there, before its creative was asked for, or while
  /// that was on its way: the ad was triggered then, and nobody can tell the app that its frame
  /// stayed empty.
  func hasLostCreative(of url: String) -> Bool {
    guard let load = Self.load(in: url),
      let start = requests.first(where: { $0.load == load })?.time
    else { return false }
    let asked = requests.first { $0.load == load && $0.path == "/creative.html" }?.time
    return breaks.contains { $0 >= asked ?? start && $0 <= (asked ?? .max - 1_000) + 1_000 }
  }

  /// What was asked for by a page, and when; for whoever looks for a fault.
  func account(of url: String) -> String {
    let load = Self.load(in: url) ?? ""
    let now = EventLoop.now
    return requests.filter { $0.load == load }.map { "\($0.path) \(now - $0.time) ms ago" }
      .joined(separator: ", ") + "; network broke \(breaks.map { now - $0 }) ms ago"
  }

  /// How many requests of a path each load made.
  func counts(of path: String) -> [String: Int] {
    requests.reduce(into: [:]) { counts, request in
      if request.path == path { counts[request.load, default: 0] += 1 }
    }
  }

  private func listen() {
    let server = host_server(
      { _, message, path, _, data in
        guard let data, let message, let path else { return }
        let name = String(cString: path)
        nonisolated(unsafe) let (owner, request) = (data, message)
        MainActor.assumeIsolated {
          Unmanaged<PageServer>.fromOpaque(owner).takeUnretainedValue().answer(request, name)
        }
      }, Unmanaged.passUnretained(self).toOpaque())
    self.server = server
    port = host_listen(server, port)
    precondition(port != 0, "the server cannot listen")
  }

  private func answer(_ message: OpaquePointer, _ path: String) {
    let asked = host_query(message).map { String(cString: $0) } ?? ""
    let referrer = host_referrer(message).map { String(cString: $0) } ?? ""
    let load = Self.load(in: asked) ?? Self.load(in: referrer) ?? ""
    requests.append(Request(path: path, load: load, time: EventLoop.now))
    if path == "/hostile.html", let creative { return send(message, 200, creative) }
    if path.hasSuffix("/colour.html") {
      return send(
        message,
        NetworkMood.Answer(
          body: Colours.creative(of: asked), delay: path.hasPrefix("/slow/") ? 1_500 : 0))
    }
    if path == "/never" { return host_pause(message) }
    guard path != "/ad", !path.hasPrefix("/beacon/") else { return send(message, 200, "") }
    guard path == "/template.html" else { return sendFile(message, path) }
    if let moodOfLoad {
      let answer = moodOfLoad(load).answer(asked, on: (port, otherPort)) { [self] host in
        Colours.template(templateText(), from: host)
      }
      return send(message, answer)
    }
    switch mood {
    case .slowly(let time):
      host_pause(message)
      nonisolated(unsafe) let paused = message
      EventLoop.once(time) { [self] in
        sendFile(paused, path)
        host_resume(paused)
      }
    case .badly: send(message, 503, "<title>busy</title>")
    default: sendFile(message, path)
    }
  }

  /// The load that an address of a page or a referrer belongs to.
  static func load(in text: String) -> String? {
    guard let start = text.range(of: "rnd=")?.upperBound else { return nil }
    return String(text[start...].prefix { $0 != "&" })
  }

  /// The stand-in for the template, with a tag that has an ad.
  private func templateText() -> String {
    let text = (try? String(contentsOfFile: pages + "/template.html", encoding: .utf8)) ?? ""
    return text + "<script>\(PublisherTag.script(isFilled: true))</script>"
  }

  private func send(_ message: OpaquePointer, _ answer: NetworkMood.Answer) {
    func answerNow(_ message: OpaquePointer) {
      for (name, value) in answer.headers { host_header(message, name, value) }
      host_answer(
        message, answer.status, answer.type, answer.body, UInt(answer.body.utf8.count))
    }
    if answer.isRefused { return host_refuse(message) }
    if answer.delay == 0 { return answerNow(message) }
    host_pause(message)
    guard let delay = answer.delay else { return }
    nonisolated(unsafe) let paused = message
    EventLoop.once(delay) {
      answerNow(paused)
      host_resume(paused)
    }
  }

  private func sendFile(_ message: OpaquePointer, _ path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard name.hasSuffix(".html"),
      var text = try? String(contentsOfFile: pages + "/" + name, encoding: .utf8)
    else { return send(message, 404, "") }
    if name == "template.html" {
      if isColoured { text = Colours.template(text) }
      let isFilled = Int(random.next() % 100) >= unfilledPercent
      text += "<script>\(PublisherTag.script(isFilled: isFilled))</script>"
      // The first ad alone is of the kind that is tried.
      if creative != nil {
        text = text.replacingOccurrences(
          of: "frame.src = 'creative.html'",
          with:
            "frame.src = unit === 'ad-0' ? 'http://localhost:\(port)/hostile.html' : 'creative.html'"
        )
        text += "<script>\(Self.gestureWitness)</script>"
      }
    }
    send(message, 200, text)
  }

  /// Tells where the page is told something as if a person had clicked.
  private static let gestureWitness = """
    addEventListener('snviewability', function () {
      if (navigator.userActivation && navigator.userActivation.isActive) fetch('/beacon/gesture');
    });
    """

  private func send(
    _ message: OpaquePointer, _ status: UInt32, _ text: String
  ) {
    host_answer(message, status, "text/html; charset=utf-8", text, UInt(text.utf8.count))
  }
}

/// Random numbers that follow from a seed: SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
