// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import TestSupport
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

  /// The questions are numbered in the order in which they were asked.
  private var calls = PageCalls<Int>()
  private var asked = 0

  private mutating func question(
    isFirst: Bool = false, _ answer: String? = nil
  ) throws -> (done: PageCall?, next: String?) {
    let body: JSONValue = [
      "isFirst": .bool(isFirst), "answer": answer.map(JSONValue.string) ?? .null,
    ]
    asked += 1
    let (done, answers) = calls.take(try #require(PageQuestion(body)), asked)
    for answer in answers where answer.reply != asked { #expect(answer.text == nil) }
    return (done, answers.first { $0.reply == asked }?.text)
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
    #expect(try question(isFirst: true) == (nil, Self.render.text))
    #expect(try question() == (Self.render, Self.ask.text))
    #expect(try question("{}") == (Self.ask, nil))
    #expect(calls.append(Self.seen(1))?.text == Self.seen(1).text)
    #expect(calls.append(Self.render) == nil)
    #expect(try question() == (Self.seen(1), Self.render.text))
  }

  @Test mutating func `of how visible an ad is, the latest alone is told`() throws {
    for fraction in [0.1, 0.2, 0.3] { #expect(calls.append(Self.seen(fraction)) == nil) }
    #expect(try question(isFirst: true) == (nil, Self.seen(0.3).text))
    // What is under way is told already.
    for fraction in [0.4, 0.5] { #expect(calls.append(Self.seen(fraction)) == nil) }
    #expect(try question() == (Self.seen(0.3), Self.seen(0.5).text))
    #expect(try question() == (Self.seen(0.5), nil))
  }

  @Test mutating func `a call that a document took with it is told to the next one`() throws {
    #expect(try question(isFirst: true) == (nil, nil))
    // The document goes, and its question is still there to be answered.
    calls.begin()
    #expect(calls.append(Self.render)?.text == Self.render.text)
    #expect(try question(isFirst: true) == (nil, Self.render.text))
    #expect(try question() == (Self.render, nil))
  }

  @Test mutating func `a document is told nothing of what was before it, and asks before or after`()
    throws
  {
    #expect(calls.append(Self.render) == nil)
    calls.begin()
    #expect(try question(isFirst: true) == (nil, nil))
    #expect(calls.append(Self.ask)?.text == Self.ask.text)
    calls.begin()
    // A question of the document that went answers nothing that is under way now.
    #expect(try question("stale") == (nil, nil))
  }

  @Test func `a view that ends answers the question that waits, once, and all that come after it`()
    throws
  {
    let question = try #require(PageQuestion(["isFirst": true, "answer": nil]))
    for wasTold in [false, true] {
      var calls = PageCalls<Int>()
      _ = calls.take(question, 1)
      if wasTold { #expect(calls.append(Self.render)?.reply == 1) }
      #expect(calls.append(Self.ask)?.reply == (wasTold ? nil : 1))
      if !wasTold { #expect(calls.take(question, 2).answers.map(\.text) == [Self.ask.text]) }
      #expect(calls.end() == nil && calls.append(Self.render) == nil && calls.end() == nil)
      let (done, answers) = calls.take(question, 3)
      #expect(done == nil && answers.map(\.reply) == [3] && answers[0].text == nil)
    }
    var calls = PageCalls<Int>()
    _ = calls.take(question, 1)
    #expect(calls.end()?.reply == 1 && calls.end() == nil)
  }

  @Test func `in any order each question is answered at most once, and none is left but the last`()
    throws
  {
    let question = try #require(PageQuestion(["isFirst": false, "answer": nil]))
    Fuzz.forEachSeed(500) { seed, random in
      var (calls, answered, asked) = (PageCalls<Int>(), [Int](), 0)
      for _ in 0..<40 {
        switch random.int(0...4) {
        case 0: calls.begin()
        case 1, 2:
          asked += 1
          answered += calls.take(question, asked).answers.map(\.reply)
        default:
          let call = random.isOneIn(2) ? Self.render : Self.ask
          answered += calls.append(call).map { [$0.reply] } ?? []
        }
        let left = (1..<asked + 1).filter { !answered.contains($0) && $0 != asked }
        if !left.isEmpty || Set(answered).count != answered.count {
          Issue.record("seed \(seed): \(asked) asked, answered \(answered)")
        }
      }
      answered += calls.end().map { [$0.reply] } ?? []
      if answered.sorted() != Array(1..<asked + 1) { Issue.record("seed \(seed)") }
    }
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
