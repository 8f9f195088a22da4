// SPDX-License-Identifier: MIT
package import AdModel

/// Writes a trace while a page is scrolled, for ``Trace`` to read.
///
/// ```swift
/// var writer = TraceWriter()
/// try writer.append(.viewport(visibleRect), at: now)
/// file.write(writer.takeBytes())
/// ```
package struct TraceWriter: Sendable {
  private var finished: [UInt8] = []
  private var first: Int64?

  /// Makes a writer without lines.
  package init() {}

  /// Adds a line; its time counts from the first line's.
  /// - Parameter time: When, in milliseconds of one clock that never goes back.
  /// - Throws: `JSONError` with `notFinite` where a number is not finite; nothing is added then.
  package mutating func append(_ event: Trace.Event, at time: Int64) throws(JSONError) {
    // A line is finished apart, so that a refused number leaves nothing of it behind.
    var line = JSONWriter()
    try line.object { object throws(JSONError) in
      object.member("t", time - (first ?? time))
      let (kind, value) = Self.json(event)
      try object.member(kind, value)
    }
    line.endLine()
    first = first ?? time
    finished += line.bytes
  }

  /// Hands over the lines added since the last time.
  /// - Returns: JSON lines in UTF-8.
  package mutating func takeBytes() -> [UInt8] {
    defer { finished = [] }
    return finished
  }

  private static func json(_ event: Trace.Event) -> (kind: String, value: JSONValue) {
    switch event {
    case .viewport(let rect): ("viewport", rect?.json() ?? .null)
    case .frame(let placed): ("frame", TraceParts.json(placed))
    case .remove(let unit): ("remove", .string(unit.rawValue))
    case .consent(let consent): ("consent", .string(consent.rawValue))
    case .app(let phase): ("app", .string(phase.rawValue))
    case .remote(let fetch, let render):
      ("remote", ["fetch": .double(fetch), "render": .double(render)])
    case .message(let text): ("message", .string(text))
    case .start(let terms): ("start", TraceParts.json(terms))
    case .loading(let event): TraceParts.json(event)
    }
  }
}
