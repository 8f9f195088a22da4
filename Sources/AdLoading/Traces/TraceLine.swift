// SPDX-License-Identifier: MIT
import AdModel

/// Reads one line of a trace.
enum TraceLine {
  private static let kinds = [
    "viewport", "frame", "remove", "consent", "app", "remote", "message",
  ]

  static func read(
    _ value: JSONValue, line: Int, after last: Trace.Step?
  ) throws -> Trace.Step {
    let node = try JSONNode(value).object(knowing: ["t"] + kinds)
    let time = try node.member("t").integer(in: 0...Trace.latestTime)
    if let last, time < last.time {
      throw TraceError(
        line: line,
        reason: "t is \(time), before the \(last.time) of line \(last.line); times must ascend")
    }
    guard case .object(let object) = value, object.members.count == 2,
      let kind = kinds.first(where: { object[$0] != nil })
    else {
      throw TraceError(
        line: line, reason: "a line needs t and one of \(kinds.joined(separator: ", "))")
    }
    return Trace.Step(line: line, time: time, event: try event(kind, of: node))
  }

  private static func event(_ kind: String, of node: JSONNode) throws -> Trace.Event {
    switch kind {
    case "viewport": return .viewport(try node.optional(kind).map { try rect(of: $0) })
    case "frame":
      let frame = try node.member(kind)
      return .frame(
        AdFrame(unit: try unit(of: frame.member("id")), frame: try rect(of: frame, and: ["id"])))
    case "remove": return .remove(try unit(of: node.member(kind)))
    case "consent": return .consent(try choice(of: node.member(kind)))
    case "app": return .app(try choice(of: node.member(kind)))
    case "remote":
      let remote = try node.member(kind).object(knowing: ["fetch", "render"])
      return .remote(
        fetch: try remote.member("fetch").double(), render: try remote.member("render").double())
    default: return .message(try node.member(kind).string())
    }
  }

  private static func unit(of node: JSONNode) throws -> AdUnitID {
    do {
      return try AdUnitID(node.string())
    } catch let error as InvalidValue {
      throw node.notAllowed(error.description)
    }
  }

  private static func rect(of node: JSONNode, and others: [String] = []) throws -> AdRect {
    try node.object(knowing: others + ["x", "y", "width", "height"])
    let rect = AdRect(
      x: try node.member("x").double(), y: try node.member("y").double(),
      width: try side("width", of: node), height: try side("height", of: node))
    guard rect.isFinite else { throw node.notAllowed("the rectangle reaches beyond all numbers") }
    return rect
  }

  private static func side(_ name: String, of node: JSONNode) throws -> Double {
    let side = try node.member(name)
    let value = try side.double()
    guard value >= 0 else {
      throw side.notAllowed("\(value.formatted) is negative; 0 is the least")
    }
    return value
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    of node: JSONNode
  ) throws -> Choice where Choice.RawValue == String {
    let text = try node.string()
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw node.notAllowed("\(text.quotedForDisplay) is none of \(known)")
    }
    return choice
  }
}
