// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import Testing

/// What a page is told, and when: one call for each of its questions.
@Suite struct PageCallsTests {
  private static let scripts = HostScripts()
  private static let render = PageCall.onDisplayed(scripts)
  private static let ask = PageCall.onLoaded(scripts)

  private static func seen(_ fraction: Double) -> PageCall {
    .viewability(
      ViewabilityReport(visibleFraction: fraction, dwell: 7, isViewable: false),
      contract: .standard)
  }

  private var calls = PageCalls()

  private mutating func question(
    isFirst: Bool = false, _ answer: String? = nil
  ) throws -> (done: PageCall?, next: PageCall?) {
    let body: JSONValue = [
      "isFirst": .bool(isFirst), "answer": answer.map(JSONValue.string) ?? .null,
    ]
    return calls.take(try #require(PageQuestion(body)))
  }

  @Test func `a call says the same as its script, in values alone`() {
    #expect(
      Self.seen(0.5).text
        == #"{"visibleFraction":0.5,"dwellMs":7,"viewable":false,"name":"viewability"}"#)
    #expect(Self.seen(0.5).script.contains("visibleFraction: 0.5"))
    #expect(Self.render.text == #"{"name":"onDisplayed"}"#)
    #expect(Self.ask.text == #"{"name":"onLoaded"}"#)
  }

  @Test mutating func `a call waits for a question, and the next one for the next`() throws {
    #expect(calls.append(Self.render) == nil)
    #expect(calls.append(Self.ask) == nil)
    #expect(try question(isFirst: true) == (nil, Self.render))
    #expect(try question() == (Self.render, Self.ask))
    #expect(try question("{}") == (Self.ask, nil))
    #expect(calls.append(Self.seen(1)) == Self.seen(1))
    #expect(calls.append(Self.render) == nil)
    #expect(try question() == (Self.seen(1), Self.render))
  }

  @Test mutating func `of how visible an ad is, the latest alone is told`() throws {
    for fraction in [0.1, 0.2, 0.3] { #expect(calls.append(Self.seen(fraction)) == nil) }
    #expect(try question(isFirst: true) == (nil, Self.seen(0.3)))
    // What is under way is told already.
    for fraction in [0.4, 0.5] { #expect(calls.append(Self.seen(fraction)) == nil) }
    #expect(try question() == (Self.seen(0.3), Self.seen(0.5)))
    #expect(try question() == (Self.seen(0.5), nil))
  }

  @Test mutating func `a call that a document took with it is told to the next one`() throws {
    #expect(try question(isFirst: true) == (nil, nil))
    // The document goes, and its question is still there to be answered.
    calls.begin()
    #expect(calls.append(Self.render) == Self.render)
    #expect(try question(isFirst: true) == (nil, Self.render))
    #expect(try question() == (Self.render, nil))
  }

  @Test mutating func `a document is told nothing of what was before it, and asks before or after`()
    throws
  {
    #expect(calls.append(Self.render) == nil)
    calls.begin()
    #expect(try question(isFirst: true) == (nil, nil))
    #expect(calls.append(Self.ask) == Self.ask)
    calls.begin()
    // A question of the document that went answers nothing that is under way now.
    #expect(try question("stale") == (nil, nil))
  }

  @Test(
    arguments: [
      nil, true, "next", [], ["isFirst": 1, "answer": nil], ["answer": nil],
      ["isFirst": true, "answer": nil, "more": 1],
    ] as [JSONValue])
  func `what is no question is none`(body: JSONValue) {
    #expect(PageQuestion(body) == nil)
  }

  @Test func `the names of the app's own handlers are taken`() {
    for contract in [
      PageContract(bridgeHandler: PageContract.callHandler),
      PageContract(placeholderHandler: PageContract.callHandler),
    ] {
      #expect(throws: InvalidValue.self) { try contract.validate() }
    }
  }
}
