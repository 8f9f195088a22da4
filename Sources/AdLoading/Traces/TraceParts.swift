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

  static func json(_ placed: AdFrame) -> JSONValue {
    placed.frame.json(after: [("id", .string(placed.unit.rawValue))])
  }

  /// An event of one of the ``recordedKinds``, or percentages that are taken back.
  static func json(_ event: LoadingEvent) -> (kind: String, value: JSONValue) {
    switch event {
    case .layout(let frames): ("layout", .array(frames.map(json)))
    case .thresholds(let thresholds): ("thresholds", json(thresholds))
    case .remoteThresholds(let remote): ("remote", json(remote))
    case .gate(let gate): ("gate", json(gate))
    case .consentChanged(let permit): ("gate", json("changed", permit))
    case .consentRenewed(let permit): ("gate", json("renewed", permit))
    case .loadedAds(let most): ("loadedAds", json(most))
    case .hold(let unit, let cause):
      ("hold", ["id": .string(unit.rawValue), "cause": .string(cause.rawValue)])
    case .release(let unit): ("release", .string(unit.rawValue))
    case .rendered(let unit): ("rendered", .string(unit.rawValue))
    case .blank(let unit): ("blank", .string(unit.rawValue))
    case .parts(let unit, let rects):
      ("parts", ["id": .string(unit.rawValue), "rects": rects.map(json) ?? .null])
    case .obstructions(let rects): ("obstructions", json(rects))
    case .tick, .viewport, .frame, .removed, .app: ("tick", true)
    }
  }

  static func json(_ terms: LoadingTerms) -> JSONValue {
    [
      "thresholds": json(terms.thresholds), "remote": json(terms.remoteThresholds),
      "gate": json(terms.gate), "loadedAds": json(terms.loadedAdsLimit),
      "held": json(terms.held), "video": json(terms.videoUnits),
    ]
  }

  private static func json(_ rects: [AdRect]) -> JSONValue { .array(rects.map { $0.json() }) }

  private static func json(_ units: Set<AdUnitID>) -> JSONValue {
    .array(units.sorted().map { .string($0.rawValue) })
  }

  private static func json(_ most: Int?) -> JSONValue { most.map { .integer(Int64($0)) } ?? .null }

  private static func json(_ thresholds: LoadingThresholds) -> JSONValue {
    [
      "fetch": .double(thresholds.fetch), "display": .double(thresholds.display),
      "unload": .double(thresholds.unload), "unloading": .bool(thresholds.unloadingEnabled),
      "throttleMs": .integer(thresholds.throttle),
      "stabilityDelayMs": .integer(thresholds.stabilityDelay),
      "predictionMs": .integer(thresholds.prediction),
    ]
  }

  private static func json(_ remote: RemoteThresholds?) -> JSONValue {
    remote.map { ["fetch": .double($0.fetch), "render": .double($0.render)] } ?? .null
  }

  private static func json(_ gate: LoadGate) -> JSONValue {
    switch gate {
    case .open(let permit): json("open", permit)
    case .closed(let cause): ["is": .string(cause == .changed ? "refused" : cause.rawValue)]
    }
  }

  private static func json(_ word: String, _ permit: LoadPermit) -> JSONValue {
    [
      "is": .string(word), "record": .integer(permit.record.rawValue),
      "mode": .string(permit.mode.rawValue),
    ]
  }
}

extension AdRect {
  /// The four numbers by their names, between other members.
  func json(
    after first: [(String, JSONValue)] = [], and others: [(String, JSONValue)] = []
  ) -> JSONValue {
    let sides = zip(["x", "y", "width", "height"], Self.sides).map { name, side in
      (name, JSONValue.double(self[keyPath: side]))
    }
    let members = (first + sides + others).map { JSONObject.Member(key: $0.0, value: $0.1) }
    return .object(JSONObject(distinct: members))
  }
}
