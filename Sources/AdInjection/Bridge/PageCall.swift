// SPDX-License-Identifier: MIT
public import AdModel

/// What the app tells an ad's page, or asks it.
///
/// Its texts are made when they are asked for: a host needs one of the two, and of many calls none.
public struct PageCall: Equatable, Sendable {
  private enum Content: Equatable {
    case script(HostScript)
    case report(ViewabilityReport, PageContract)
  }

  private let content: Content

  /// Which call it is.
  public var name: HostScript.Name {
    switch content {
    case .script(let script): script.name
    case .report: .viewability
    }
  }

  /// The script that does it, for hosts that can do no better than to evaluate one.
  public var script: String {
    switch content {
    case .script(let script): script.source
    case .report(let report, let contract): ViewabilityScript.update(report, contract: contract)
    }
  }

  /// The text with which the page's question is answered; see ``PageQuestion``.
  public var text: String {
    var call = JSONObject()
    if case .report(let report, _) = content {
      call["visibleFraction"] = .double(report.visibleFraction)
      call["dwellMs"] = .integer(report.dwell)
      call["viewable"] = .bool(report.isViewable)
    }
    call["name"] = .string(name.rawValue)
    return JavaScriptLiteral(.object(call)).text
  }

  /// The page is to render its ad.
  package static func onDisplayed(_ scripts: HostScripts) -> PageCall {
    PageCall(content: .script(scripts.onDisplayed))
  }

  /// The page is to say what thresholds it wishes.
  package static func onLoaded(_ scripts: HostScripts) -> PageCall {
    PageCall(content: .script(scripts.onLoaded))
  }

  /// The page is told how visible its ad is.
  package static func viewability(
    _ report: ViewabilityReport, contract: PageContract
  ) -> PageCall {
    PageCall(content: .report(report, contract))
  }
}

/// What an ad's page posts to ``PageContract/callHandler``, and waits for a call as the answer.
public struct PageQuestion: Equatable, Sendable {
  /// Whether the document has taken no call yet.
  public let isFirst: Bool
  /// What came of the call that it took last: a text, or nothing.
  public let answer: String?

  /// Reads what a page posted; nil where it is no question.
  public init?(_ body: JSONValue) {
    guard let question = try? JSONNode(body).object(knowing: ["isFirst", "answer"]),
      let isFirst = try? question.member("isFirst").bool()
    else { return nil }
    self.isFirst = isFirst
    answer = try? question.member("answer").string()
  }
}

/// The calls that a page is still to be told, each in its turn: the next one once the page has asked
/// again.
///
/// Each question is answered at most once: by a call, or by nothing where another question took its place
/// or the view has ended. A call whose document went before it could take it is told to the next document,
/// where that asks before the host begins anew.
public struct PageCalls<Reply> {
  /// How a question is answered: by a call's text, or by nothing.
  public struct Answer {
    /// By what the question is answered.
    public let reply: Reply
    /// The call's ``PageCall/text``; nil for nothing.
    public let text: String?
  }

  private var waiting: [PageCall] = []
  private var isUnderWay = false
  /// By what the page's question is answered; nil where it waits for no answer.
  private var reply: Reply?
  private var hasEnded = false

  /// Begins without calls.
  public init() {}

  /// Begins anew: another document was committed, which is told nothing of what was before it.
  public mutating func begin() {
    waiting = []
    isUnderWay = false
  }

  /// Takes a call; of how visible the ad is, the latest alone is told.
  /// - Returns: The answer that the page is to be given now, if any.
  public mutating func append(_ call: PageCall) -> Answer? {
    guard !hasEnded else { return nil }
    let older = waiting.indices.dropFirst(isUnderWay ? 1 : 0)
      .first { call.name == .viewability && waiting[$0].name == .viewability }
    if let older { waiting[older] = call } else { waiting.append(call) }
    return next()
  }

  /// Takes a question, which puts an end to any before it.
  /// - Parameters:
  ///   - question: What the page asked.
  ///   - reply: By what it is answered.
  /// - Returns: The call that it answers, with the page's answer, and the answers that are to be given now.
  public mutating func take(
    _ question: PageQuestion, _ reply: Reply
  ) -> (done: PageCall?, answers: [Answer]) {
    guard !hasEnded else { return (nil, [Answer(reply: reply, text: nil)]) }
    let done = isUnderWay && !question.isFirst ? waiting.removeFirst() : nil
    isUnderWay = false
    let older = self.reply.map { Answer(reply: $0, text: nil) }
    self.reply = reply
    return (done, [older, next()].compactMap(\.self))
  }

  /// Ends it: whatever is asked or told from now on comes to nothing.
  /// - Returns: The answer to a question that still waits.
  public mutating func end() -> Answer? {
    hasEnded = true
    waiting = []
    defer { reply = nil }
    return reply.map { Answer(reply: $0, text: nil) }
  }

  private mutating func next() -> Answer? {
    guard let reply, !isUnderWay, let call = waiting.first else { return nil }
    self.reply = nil
    isUnderWay = true
    return Answer(reply: reply, text: call.text)
  }
}

extension PageCalls: Sendable where Reply: Sendable {}
extension PageCalls.Answer: Equatable where Reply: Equatable {}
extension PageCalls.Answer: Sendable where Reply: Sendable {}
