// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Testing

/// Reading traces, and the lines that are refused.
@Suite struct TraceTests {
  private static let unit = AdUnitID(validated: "div-gpt-ad-mobile_1")

  @Test func `every kind of line is read`() throws {
    let trace = try Trace(
      Array(
        #"""
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":0,"frame":{"id":"div-gpt-ad-mobile_1","x":36.5,"y":900,"width":320,"height":320}}

        {"t":1800,"remove":"div-gpt-ad-mobile_1"}
        {"t":2000,"consent":"withdrawn"}
        {"app":"background","t":2100}
        {"t":2200,"remote":{"fetch":150,"render":100}}
        {"t":2300,"message":"{\"id\":\"ad-1\"}"}
        {"t":2300.0,"viewport":null}
        """#.utf8))
    #expect(trace.steps.map(\.line) == [1, 2, 4, 5, 6, 7, 8, 9])
    #expect(trace.steps.map(\.time) == [0, 0, 1_800, 2_000, 2_100, 2_200, 2_300, 2_300])
    #expect(
      trace.steps.map(\.event) == [
        .viewport(AdRect(x: 0, y: 0, width: 393, height: 852)),
        .frame(
          AdFrame(unit: Self.unit, frame: AdRect(x: 36.5, y: 900, width: 320, height: 320))),
        .remove(Self.unit), .consent(.withdrawn), .app(.background),
        .remote(fetch: 150, render: 100), .message(#"{"id":"ad-1"}"#), .viewport(nil),
      ])
  }

  @Test(arguments: [
    (#"{"t":10,"app":"background""#, "column 27: expected ',' or '}', found the end"),
    ("[]", "expected an object, found an array"),
    (#"{"app":"background"}"#, "the member t is missing"),
    (#"{"t":"1","app":"background"}"#, "t: expected a whole number, found a string"),
    (#"{"t":1.5,"app":"background"}"#, "t: expected a whole number, found a fraction"),
    (#"{"t":-1,"app":"background"}"#, "t: expected 0 to 9007199254740992"),
    (#"{"t":4,"app":"background"}"#, "t is 4, before the 5 of line 1; times must ascend"),
    (
      #"{"t":5}"#,
      "a line needs t and one of viewport, frame, remove, consent, app, remote, message"
    ),
    (
      #"{"t":5,"app":"background","remove":"a"}"#,
      "a line needs t and one of viewport, frame, remove, consent, app, remote, message"
    ),
    (#"{"t":5,"app":"asleep"}"#, "app: 'asleep' is none of foreground, background"),
    (#"{"t":5,"consent":"yes"}"#, "consent: 'yes' is none of given, withdrawn, changed"),
    (#"{"t":5,"remove":"a b"}"#, "remove: ad unit id: 'a b' holds a space"),
    (#"{"t":5,"viewport":{"x":0,"y":0,"width":1}}"#, "viewport: the member height is missing"),
    (
      #"{"t":5,"frame":{"id":"a","x":0,"y":0,"width":-2,"height":1}}"#,
      "frame.width: -2 is negative; 0 is the least"
    ),
    (
      #"{"t":5,"frame":{"id":"a","x":0,"y":"0","width":2,"height":1}}"#,
      "frame.y: expected a number, found a string"
    ),
    (
      #"{"t":5,"frame":{"x":0,"y":0,"width":2,"height":1}}"#,
      "frame: the member id is missing"
    ),
    (
      #"{"t":5,"frame":{"id":"a","x":1e308,"y":0,"width":1e308,"height":1}}"#,
      "frame: the rectangle reaches beyond all numbers"
    ),
    (#"{"t":5,"fetch":1}"#, "fetch: unknown member"),
  ])
  func `a line that is wrong is named`(line: String, reason: String) throws {
    let text = #"{"t":5,"app":"foreground"}"# + "\n\n" + line + "\n"
    let error = try #require(throws: TraceError.self) { try Trace(Array(text.utf8)) }
    #expect(error.line == 3)
    #expect(error.reason.hasPrefix(reason), "\(error)")
    #expect(error.description.hasPrefix("line 3: "))
  }

  @Test func `what is written reads back`() throws {
    let events: [Trace.Event] = [
      .viewport(AdRect(x: 0, y: -0.5, width: 393, height: 852)), .viewport(nil),
      .frame(AdFrame(unit: Self.unit, frame: AdRect(x: 36.5, y: 900, width: 320, height: 0))),
      .remove(Self.unit), .consent(.changed), .app(.foreground),
      .remote(fetch: 33.3, render: 0), .message("\"\u{0}\n\u{1F600}"),
    ]
    var writer = TraceWriter()
    for (place, event) in events.enumerated() {
      try writer.append(event, at: 1_000_000 + Int64(place) * 16)
    }
    #expect(throws: JSONError.self) {
      try writer.append(.remote(fetch: .nan, render: 1), at: 2_000_000)
    }
    let trace = try Trace(writer.takeBytes())
    #expect(trace.steps.map(\.event) == events)
    #expect(trace.steps.map(\.time) == (0..<8).map { $0 * 16 })
    #expect(writer.takeBytes().isEmpty)
  }

  @Test func `an empty trace has no steps`() throws {
    #expect(try Trace([]).steps.isEmpty)
  }
}
