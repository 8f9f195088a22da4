// SPDX-License-Identifier: MIT
public import AdModel

/// A recorded scroll: what happened on a page, and when.
///
/// JSON lines, `t` in integer milliseconds and ascending, one thing a line:
/// ```
/// {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
/// {"t":0,"frame":{"id":"div-gpt-ad-mobile_1","x":36.5,"y":900,"width":320,"height":320}}
/// {"t":1800,"remove":"div-gpt-ad-mobile_1"}
/// {"t":2000,"consent":"withdrawn"}
/// {"t":2100,"app":"background"}
/// {"t":2200,"remote":{"fetch":150,"render":100}}
/// {"t":2300,"message":"{\"id\":\"ad-1\",\"action\":\"add\",\"rect\":{…}}"}
/// ```
public struct Trace: Hashable, Sendable {
  /// One line of a trace.
  public struct Step: Hashable, Sendable {
    /// The line, counted from 1.
    public let line: Int
    /// When it happened, in milliseconds, 0 or more.
    public let time: Int64
    /// The event of the line.
    public let event: Event
  }

  /// An event that a line can tell.
  public enum Event: Hashable, Sendable {
    /// The viewport is here now, in points; `null` where it is not shown.
    case viewport(AdRect?)
    /// An ad is here now.
    case frame(AdFrame)
    /// An ad is gone.
    case remove(AdUnitID)
    /// Consent was given or withdrawn, or the answer changed.
    case consent(Consent)
    /// The app came to the foreground or went to the background.
    case app(AppPhase)
    /// The page reported percentages; invalid ones are part of the trace, and a replay passes them
    /// over and says so.
    case remote(fetch: Double, render: Double)
    /// The page posted a placeholder message.
    case message(String)
  }

  /// A change of consent in a trace.
  public enum Consent: String, CaseIterable, Hashable, Sendable {
    /// An answer opens the gate.
    case given
    /// The answer was withdrawn: the gate closes.
    case withdrawn
    /// Another answer was given while the gate was open: what is loaded is unloaded first.
    case changed
  }

  /// The latest time in a trace, in milliseconds: 2^53.
  public static let latestTime: Int64 = 1 << 53

  /// The lines in order.
  public let steps: [Step]

  /// Takes steps as they are.
  init(steps: [Step]) { self.steps = steps }

  /// Reads a trace.
  /// - Parameter bytes: JSON lines in UTF-8; blank lines are passed over.
  /// - Throws: ``TraceError`` with the first line that is wrong.
  public init(_ bytes: [UInt8]) throws(TraceError) {
    var lines = JSONLines(bytes, limits: JSONReader.Limits(bytes: 4 << 20, depth: 8))
    var steps: [Step] = []
    while true {
      do {
        guard let value = try lines.next() else { break }
        steps.append(try TraceLine.read(value, line: lines.line, after: steps.last))
      } catch let error as JSONError {
        throw TraceError(line: lines.line, error)
      } catch let error as TraceError {
        throw error
      } catch {
        throw TraceError(line: lines.line, reason: "\(error)")
      }
    }
    self.steps = steps
  }
}

/// Reads one line of a trace.
private enum TraceLine {
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
