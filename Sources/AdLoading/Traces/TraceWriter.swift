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
      try Self.write(event, to: &object)
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

  private static func write(_ event: Trace.Event, to object: inout JSONWriter) throws(JSONError) {
    switch event {
    case .viewport(nil): object.member("viewport", String?.none)
    case .viewport(let rect?):
      try object.object("viewport") { object throws(JSONError) in
        try TraceParts.write(rect, to: &object)
      }
    case .frame(let placed):
      try object.object("frame") { object throws(JSONError) in
        try TraceParts.write(placed, to: &object)
      }
    case .remove(let unit): object.member("remove", unit.rawValue)
    case .consent(let consent): object.member("consent", consent.rawValue)
    case .app(let phase): object.member("app", phase.rawValue)
    case .remote(let fetch, let render):
      try object.object("remote") { object throws(JSONError) in
        try object.member("fetch", fetch)
        try object.member("render", render)
      }
    case .message(let text): object.member("message", text)
    case .start(let terms): try TraceParts.write(terms, to: &object)
    case .loading(let event): try TraceParts.write(event, to: &object)
    }
  }
}
