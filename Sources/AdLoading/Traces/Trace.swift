// SPDX-License-Identifier: MIT
package import AdModel

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
///
/// That of a recorded session begins with a `start`, which tells the thresholds, the gate, the bound
/// the held and the video units of its first moment, and may have lines for all else that the engine was told:
/// `layout` (frames that count as one change), `thresholds`, `gate`, `loadedAds`, `hold`, `release`
/// and `tick` (time that passed); a `remote` of `null` takes percentages back.
package struct Trace: Hashable, Sendable {
  /// One line of a trace.
  package struct Step: Hashable, Sendable {
    /// The line, counted from 1.
    package let line: Int
    /// When it happened, in milliseconds, 0 or more.
    package let time: Int64
    /// The event of the line.
    package let event: Event
  }

  /// An event that a line can tell.
  package enum Event: Hashable, Sendable {
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
    /// A recorded session began like this; only the first line tells it.
    case start(LoadingTerms)
    /// The engine of a recorded session was told something that no line above can tell.
    case loading(LoadingEvent)
  }

  /// A change of consent in a trace.
  package enum Consent: String, CaseIterable, Hashable, Sendable {
    /// An answer opens the gate.
    case given
    /// The answer was withdrawn: the gate closes.
    case withdrawn
    /// Another answer was given while the gate was open: what is loaded is unloaded first.
    case changed
  }

  /// The latest time in a trace, in milliseconds: 2^53.
  package static let latestTime: Int64 = 1 << 53

  /// The lines in order.
  package let steps: [Step]

  /// Takes steps as they are.
  init(steps: [Step]) { self.steps = steps }

  /// Takes what happened, in ascending time.
  package init(events: [(time: Int64, event: Event)]) {
    steps = events.enumerated().map { place, step in
      Step(line: place + 1, time: step.time, event: step.event)
    }
  }

  /// Tells a recorded session again; its times count from the session's beginning.
  package init(_ track: SessionTrack) {
    // Nothing of a session comes before it begins, but where its clock was told wrong.
    let origin = min(track.steps.first?.time ?? 0, 0)
    var steps = [Step(line: 1, time: 0, event: .start(track.terms))]
    for step in track.steps {
      steps.append(
        Step(
          line: steps.count + 1, time: min(step.time - origin, Self.latestTime),
          event: Event(step.event)))
    }
    self.steps = steps
  }

  /// How the session began that was recorded; `nil` where this is no recorded session.
  package var start: LoadingTerms? {
    if case .start(let terms) = steps.first?.event { terms } else { nil }
  }

  /// Reads a trace.
  /// - Parameter bytes: JSON lines in UTF-8; blank lines are passed over.
  /// - Throws: ``TraceError`` with the first line that is wrong.
  package init(_ bytes: [UInt8]) throws(TraceError) {
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
  private static let kinds =
    [
      "viewport", "frame", "remove", "consent", "app", "remote", "message", "start",
    ] + TraceParts.recordedKinds

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
    guard kind != "start" || last == nil else {
      throw TraceError(line: line, reason: "only the first line can be a start")
    }
    return Trace.Step(line: line, time: time, event: try event(kind, of: node))
  }

  private static func event(_ kind: String, of node: JSONNode) throws -> Trace.Event {
    switch kind {
    case "viewport":
      return .viewport(try node.optional(kind).map { try TraceParts.rect(of: $0) })
    case "frame": return .frame(try TraceParts.frame(of: node.member(kind)))
    case "remove": return .remove(try TraceParts.unit(of: node.member(kind)))
    case "consent": return .consent(try TraceParts.choice(of: node.member(kind)))
    case "app": return .app(try TraceParts.choice(of: node.member(kind)))
    case "remote":
      guard let remote = try node.optional(kind)?.object(knowing: ["fetch", "render"]) else {
        return .loading(.remoteThresholds(nil))
      }
      return .remote(
        fetch: try remote.member("fetch").double(), render: try remote.member("render").double())
    case "message": return .message(try node.member(kind).string())
    case "start": return .start(try TraceParts.terms(of: node.member(kind)))
    default: return .loading(try TraceParts.event(kind, of: node))
    }
  }
}

extension Trace.Event {
  /// Tells what an engine was told, by the line that traces have for it.
  init(_ event: LoadingEvent) {
    switch event {
    case .viewport(let rect): self = .viewport(rect)
    case .frame(let placed): self = .frame(placed)
    case .removed(let unit): self = .remove(unit)
    case .app(let phase): self = .app(phase)
    case .remoteThresholds(let remote?): self = .remote(fetch: remote.fetch, render: remote.render)
    default: self = .loading(event)
    }
  }
}
