// SPDX-License-Identifier: MIT
import AdModel

/// What stands in the lines of a trace: read from JSON, and written as it is read.
enum TraceParts {
  /// The kinds of lines that only recorded sessions have; they tell the engine's own events.
  static let recordedKinds = [
    "layout", "thresholds", "gate", "loadedAds", "hold", "release", "rendered", "blank", "parts",
    "obstructions", "tick",
  ]

  // MARK: Reading

  static func unit(of node: JSONNode) throws(JSONError) -> AdUnitID {
    let text = try node.string()
    do throws(InvalidValue) {
      return try AdUnitID(text)
    } catch {
      throw node.notAllowed(error.description)
    }
  }

  static func frame(of node: JSONNode) throws(JSONError) -> AdFrame {
    AdFrame(unit: try unit(of: node.member("id")), frame: try rect(of: node, and: ["id"]))
  }

  static func rect(of node: JSONNode, and others: [String] = []) throws(JSONError) -> AdRect {
    try node.object(knowing: others + ["x", "y", "width", "height"])
    let rect = AdRect(
      x: try node.member("x").double(), y: try node.member("y").double(),
      width: try side("width", of: node), height: try side("height", of: node))
    guard rect.isFinite else { throw node.notAllowed("the rectangle reaches beyond all numbers") }
    return rect
  }

  private static func side(_ name: String, of node: JSONNode) throws(JSONError) -> Double {
    let side = try node.member(name)
    let value = try side.double()
    guard value >= 0 else {
      throw side.notAllowed("\(value.formatted) is negative; 0 is the least")
    }
    return value
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(
    of node: JSONNode
  ) throws(JSONError) -> Choice where Choice.RawValue == String {
    let text = try node.string()
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.notAllowed("\(text.quotedForDisplay) is none of \(known)")
    }
    return choice
  }

  /// The event of one of the ``recordedKinds``.
  static func event(_ kind: String, of node: JSONNode) throws(JSONError) -> LoadingEvent {
    switch kind {
    case "layout":
      var frames: [AdFrame] = []
      for element in try node.member(kind).elements() { frames.append(try frame(of: element)) }
      return .layout(frames)
    case "thresholds": return .thresholds(try thresholds(of: node.member(kind)))
    case "gate": return try gate(of: node.member(kind))
    case "loadedAds": return .loadedAds(atMost: try loadedAds(of: node, kind))
    case "hold":
      let hold = try node.member(kind).object(knowing: ["id", "cause"])
      return .hold(try unit(of: hold.member("id")), try choice(of: hold.member("cause")))
    case "release": return .release(try unit(of: node.member(kind)))
    case "rendered": return .rendered(try unit(of: node.member(kind)))
    case "blank": return .blank(try unit(of: node.member(kind)))
    case "parts":
      let parts = try node.member(kind).object(knowing: ["id", "rects"])
      let unit = try unit(of: parts.member("id"))
      guard let told = try parts.optional("rects") else { return .parts(unit, nil) }
      return .parts(unit, try rects(of: told))
    case "obstructions": return .obstructions(try rects(of: node.member(kind)))
    default: return .tick
    }
  }

  private static func rects(of node: JSONNode) throws(JSONError) -> [AdRect] {
    var rects: [AdRect] = []
    for element in try node.elements() { rects.append(try rect(of: element)) }
    return rects
  }

  static func terms(of node: JSONNode) throws(JSONError) -> LoadingTerms {
    try node.object(knowing: ["thresholds", "remote", "gate", "loadedAds", "held", "video"])
    let gate = try node.member("gate")
    guard case .gate(let told) = try self.gate(of: gate) else {
      throw gate.notAllowed("a session begins with a gate that is open or closed")
    }
    var (held, videoUnits): (Set<AdUnitID>, Set<AdUnitID>) = ([], [])
    for unit in try node.member("held").elements() { held.insert(try self.unit(of: unit)) }
    for unit in try node.member("video").elements() { videoUnits.insert(try self.unit(of: unit)) }
    return LoadingTerms(
      thresholds: try thresholds(of: node.member("thresholds")),
      remoteThresholds: try remote(of: node), gate: told,
      loadedAdsLimit: try loadedAds(of: node, "loadedAds"), held: held,
      videoUnits: videoUnits)
  }

  private static func remote(of node: JSONNode) throws(JSONError) -> RemoteThresholds? {
    guard let remote = try node.optional("remote") else { return nil }
    try remote.object(knowing: ["fetch", "render"])
    let (fetch, render) = (
      try remote.member("fetch").double(), try remote.member("render").double()
    )
    do throws(InvalidValue) {
      return try RemoteThresholds(fetch: fetch, render: render)
    } catch {
      throw remote.notAllowed(error.description)
    }
  }

  private static func thresholds(of node: JSONNode) throws(JSONError) -> LoadingThresholds {
    try node.object(knowing: [
      "fetch", "display", "unload", "unloading", "throttleMs", "stabilityDelayMs", "predictionMs",
    ])
    let distances = (
      try node.member("fetch").double(), try node.member("display").double(),
      try node.member("unload").double()
    )
    let isUnloading = try node.member("unloading").bool()
    let (throttle, delay) = (
      try node.member("throttleMs").integer(), try node.member("stabilityDelayMs").integer()
    )
    let prediction = try node.optional("predictionMs")?.integer() ?? 0
    do throws(InvalidValue) {
      return try LoadingThresholds(
        fetch: distances.0, display: distances.1, unload: distances.2,
        unloadingEnabled: isUnloading, throttle: throttle, stabilityDelay: delay,
        prediction: prediction)
    } catch {
      throw node.notAllowed(error.description)
    }
  }

  private static func loadedAds(
    of node: JSONNode, _ key: String
  ) throws(JSONError) -> Int? {
    guard let most = try node.optional(key) else { return nil }
    return Int(try most.integer(in: 1...1_000_000))
  }

  private static func gate(of node: JSONNode) throws(JSONError) -> LoadingEvent {
    try node.object(knowing: ["is", "record", "mode"])
    let word = try node.member("is")
    let text = try word.string()
    if let closed = LoadGate.ClosedCause(rawValue: text), closed != .changed {
      return .gate(.closed(closed))
    }
    if text == "refused" { return .gate(.closed(.changed)) }
    func permit() throws(JSONError) -> LoadPermit {
      LoadPermit(
        record: ConsentRecordID(try node.member("record").integer()),
        mode: try choice(of: node.member("mode")))
    }
    switch text {
    case "open": return .gate(.open(try permit()))
    case "changed": return .consentChanged(try permit())
    case "renewed": return .consentRenewed(try permit())
    default:
      throw word.notAllowed(
        "\(text.quotedForDisplay) is none of open, changed, renewed, unanswered, withdrawn, "
          + "expired, refused, failed, pageRemoved")
    }
  }

  // MARK: Writing

  static func write(_ rect: AdRect, to object: inout JSONWriter) throws(JSONError) {
    try object.member("x", rect.x)
    try object.member("y", rect.y)
    try object.member("width", rect.width)
    try object.member("height", rect.height)
  }

  static func write(_ placed: AdFrame, to object: inout JSONWriter) throws(JSONError) {
    object.member("id", placed.unit.rawValue)
    try write(placed.frame, to: &object)
  }

  /// Writes an event of one of the ``recordedKinds``, or percentages that are taken back.
  static func write(_ event: LoadingEvent, to object: inout JSONWriter) throws(JSONError) {
    switch event {
    case .layout(let frames):
      try object.array("layout") { array throws(JSONError) in
        for placed in frames {
          try array.object { object throws(JSONError) in try write(placed, to: &object) }
        }
      }
    case .thresholds(let thresholds): try write(thresholds, to: &object)
    case .remoteThresholds(let remote): try write(remote, to: &object)
    case .gate(let gate): try write(gate, to: &object)
    case .consentChanged(let permit): try write("changed", permit, to: &object)
    case .consentRenewed(let permit): try write("renewed", permit, to: &object)
    case .loadedAds(let most): object.member("loadedAds", most)
    case .hold(let unit, let cause):
      try object.object("hold") { object throws(JSONError) in
        object.member("id", unit.rawValue)
        object.member("cause", cause.rawValue)
      }
    case .release(let unit): object.member("release", unit.rawValue)
    case .rendered(let unit): object.member("rendered", unit.rawValue)
    case .blank(let unit): object.member("blank", unit.rawValue)
    case .parts(let unit, let rects):
      try object.object("parts") { parts throws(JSONError) in
        parts.member("id", unit.rawValue)
        if let rects {
          try write(rects, as: "rects", to: &parts)
        } else {
          parts.member("rects", String?.none)
        }
      }
    case .obstructions(let rects): try write(rects, as: "obstructions", to: &object)
    case .tick, .viewport, .frame, .removed, .app: object.member("tick", true)
    }
  }

  private static func write(
    _ rects: [AdRect], as key: String, to object: inout JSONWriter
  ) throws(JSONError) {
    try object.array(key) { array throws(JSONError) in
      for rect in rects {
        try array.object { object throws(JSONError) in
          for (name, side) in zip(["x", "y", "width", "height"], AdRect.sides) {
            try object.member(name, rect[keyPath: side])
          }
        }
      }
    }
  }

  static func write(_ terms: LoadingTerms, to object: inout JSONWriter) throws(JSONError) {
    try object.object("start") { object throws(JSONError) in
      try write(terms.thresholds, to: &object)
      try write(terms.remoteThresholds, to: &object)
      try write(terms.gate, to: &object)
      object.member("loadedAds", terms.loadedAdsLimit)
      try object.array("held") { array throws(JSONError) in
        for unit in terms.held.sorted() { array.element(unit.rawValue) }
      }
      try object.array("video") { array throws(JSONError) in
        for unit in terms.videoUnits.sorted() { array.element(unit.rawValue) }
      }
    }
  }

  private static func write(
    _ thresholds: LoadingThresholds, to object: inout JSONWriter
  ) throws(JSONError) {
    try object.object("thresholds") { object throws(JSONError) in
      try object.member("fetch", thresholds.fetch)
      try object.member("display", thresholds.display)
      try object.member("unload", thresholds.unload)
      object.member("unloading", thresholds.unloadingEnabled)
      object.member("throttleMs", thresholds.throttle)
      object.member("stabilityDelayMs", thresholds.stabilityDelay)
      object.member("predictionMs", thresholds.prediction)
    }
  }

  private static func write(
    _ remote: RemoteThresholds?, to object: inout JSONWriter
  ) throws(JSONError) {
    guard let remote else { return object.member("remote", String?.none) }
    try object.object("remote") { object throws(JSONError) in
      try object.member("fetch", remote.fetch)
      try object.member("render", remote.render)
    }
  }

  private static func write(
    _ gate: LoadGate, to object: inout JSONWriter
  ) throws(JSONError) {
    switch gate {
    case .open(let permit): try write("open", permit, to: &object)
    case .closed(let cause):
      try write(cause == .changed ? "refused" : cause.rawValue, nil, to: &object)
    }
  }

  private static func write(
    _ word: String, _ permit: LoadPermit?, to object: inout JSONWriter
  ) throws(JSONError) {
    try object.object("gate") { object throws(JSONError) in
      object.member("is", word)
      guard let permit else { return }
      object.member("record", permit.record.rawValue)
      object.member("mode", permit.mode.rawValue)
    }
  }
}
