// SPDX-License-Identifier: MIT
import AdModel
import TestSupport
import Testing

@testable import AdConsent

@Suite struct `A consent statement as JSON` {
  @Test func `reads back everything that it writes`() throws {
    let text = try `The consent gate, given a TC string`.complete().encoded()
    var statement = try ConsentStatement(tcString: text)
    statement.country = "DK"
    statement.gdprApplies = true
    statement.didomiUserID = "0b6f2a3e-1f55-4a7c-9c4f-2f1f6f0f0e3a"
    statement.strings.additionalConsent = "2~1.35.41.101~dv.9.21.81"
    statement.strings.gpp = "DBACNY~\(text)~1YNN"
    statement.strings.usPrivacy = "1YNN"
    statement.collection = ConsentCollection(
      action: "preferences", interface: "notice \"æ\u{2028}", appBuild: "1.2.3 (45)",
      sourceType: "app", sourceDomain: "com.example.app",
      notice: ConsentNotice(
        id: "n1", version: "7", language: "da", contentHash: ContentHasher.hash("notice")))
    let written = try statement.json.text()
    #expect(try ConsentStatement(json: JSONNode(JSONReader.read(text: written))) == statement)
    #expect(try statement.json.text() == written)
  }

  @Test func `writes null for what is not known`() throws {
    let statement = ConsentStatement(
      choices: .init(), regulation: .none, at: Timestamp(milliseconds: 0))
    #expect(
      try statement.json.text() == """
        {"format":1,"regulation":"none","country":null,"gdprApplies":null,"gpc":null,"ageTreatment":null,"choices":\
        {"purposes":{"consent":{"enabled":[],"disabled":[],"notAsked":[]},"legitimateInterest":\
        {"enabled":[],"disabled":[],"notAsked":[]}},"vendors":{"consent":{"enabled":[],\
        "disabled":[],"notAsked":[]},"legitimateInterest":{"enabled":[],"disabled":[],\
        "notAsked":[]}}},"strings":{"tc":null,"additionalConsent":null,"gpp":null,\
        "usPrivacy":null},"projection":null,"collection":{"action":null,"interface":null,\
        "appBuild":null,"sourceType":null,"sourceDomain":null,"notice":null},\
        "didomiUserId":null,"didomiAction":null,"didomiDcs":null,"createdAt":"1970-01-01T00:00:00.000Z",\
        "updatedAt":"1970-01-01T00:00:00.000Z","expiresAt":"1971-02-01T00:00:00.000Z",\
        "expiryRule":"none: 13 months"}
        """)
  }

  @Test func `reads what was stored before Didomi's action and string were kept`() throws {
    let statement = ConsentStatement(
      choices: .init(), regulation: .none, at: Timestamp(milliseconds: 0))
    let old = try statement.json.text()
      .replacing(#""didomiAction":null,"didomiDcs":null,"#, with: "")
    #expect(try ConsentStatement(json: JSONNode(JSONReader.read(text: old))) == statement)
  }

  @Test(arguments: [
    #""regulation":"gdpr""#: #""regulation":"no law""#,
    #""format":1"#: #""format":2"#,
    #""createdAt":"2026"#: #""createdAt":"0"#,
    #""enabled":["cookies""#: #""enabled":["cookies","cookies""#,
    #""country":null"#: #""country":null,"city":null"#,
    #""gdprApplies":null"#: #""gdprApplies":1"#,
  ])
  func `is refused when it says what it never writes`(part: String, other: String) throws {
    let statement = ConsentStatement(
      choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr,
      at: `The consent gate`.time)
    let written = try statement.json.text()
    let altered = written.replacing(part, with: other)
    #expect(altered != written)
    #expect(throws: JSONError.self) {
      try ConsentStatement(json: JSONNode(JSONReader.read(text: altered)))
    }
  }

  @Test func `takes its times and choices from a TC string`() throws {
    let tc = try `The consent gate, given a TC string`.complete()
    let text = tc.encoded()
    let statement = try ConsentStatement(tcString: text)
    #expect(statement.strings.tc == text)
    #expect(statement.updatedAt == tc.lastUpdated)
    #expect(statement.expiry.at == ConsentLifetime.months(13).end(from: tc.lastUpdated))
    #expect(statement.projection?.cmpID == 300)
    #expect(statement.choices == ConsentChoices(of: tc))
    #expect(throws: TCStringError.self) { try ConsentStatement(tcString: "C!") }
  }

  @Test func `takes a GPP string without a section of the EU for no answer`() throws {
    #expect(try ConsentStatement(gpp: "DBABLA~BVQqAAAAAgA.QA") == nil)
  }

  @Test func `reads choices that name only what was said`() throws {
    func choices(_ text: String) throws -> ConsentChoices {
      try ConsentChoices(json: JSONNode(JSONReader.read(text: text)))
    }
    #expect(try choices("{}") == ConsentChoices())
    #expect(
      try choices(#"{"vendors":{"consent":{"disabled":[28]}}}"#).vendors.consent.disabled
        == [.number(28)])
    #expect(throws: JSONError.self) { try choices(#"{"purposes":{"consent":{"enabled":[1.5]}}}"#) }
  }

  @Test func `keeps nothing that says yes once it is withdrawn`() throws {
    let tc = try `The consent gate, given a TC string`.complete()
    let text = tc.encoded()
    let statement = try ConsentStatement(tcString: text)
    let withdrawn = statement.withdrawn(at: `The consent gate`.time)
    #expect(withdrawn.strings.isEmpty && !withdrawn.choices.allowsAnything)
    #expect(withdrawn.choices.purposes.consent.disabled.count == 13)
    #expect(withdrawn.expiry.rule == "gdpr refusal: 13 months")
    #expect(!withdrawn.signalsEqual(statement))
  }
}

@Suite struct `An answer to import` {
  private static func read(_ members: String) throws -> ConsentStatement {
    try ImportedAnswer(
      json: JSONNode(JSONReader.read(text: #"{"subject":"user-1",\#(members)}"#))
    ).statement
  }

  @Test func `is a word or the choices themselves`() throws {
    let time = #""updatedAt":"2026-11-21T06:26:00Z""#
    #expect(try Self.read(#""choices":"acceptAll",\#(time)"#).choices.allowsAnything)
    #expect(try Self.read(#""choices":{},\#(time)"#).choices == ConsentChoices())
    #expect(throws: JSONError.self) { try Self.read(#""choices":"acceptSome",\#(time)"#) }
  }

  @Test func `needs a time, its own or that of its TC string`() throws {
    let tc = PlainTCString()
    let dated = try Self.read(#""strings":{"gpp":"DBABMA~\#(tc.text())"}"#)
    #expect(dated.updatedAt == Timestamp(milliseconds: Int64(tc.lastUpdated) * 100))
    let own = #""updatedAt":"2026-11-21T06:26:00Z""#
    let later = try Self.read(#""strings":{"gpp":"DBABMA~\#(tc.text())"},\#(own)"#)
    #expect(later.updatedAt == (try Timestamp("2026-11-21T06:26:00Z")))
    for members in [#""choices":"acceptAll""#, #""choices":"acceptAll","updatedAt":null"#] {
      let error = #expect(throws: JSONError.self) { try Self.read(members) }
      #expect(error?.code == .missingMember && error?.message.contains("updatedAt") == true)
    }
    #expect(throws: JSONError.self) { try Self.read(#""strings":{"gpp":"DBABLA~BVQqAAAAAgA.QA"}"#) }
  }
}

@Suite struct `A ledger head` {
  static let head = LedgerHead(
    store: "0102", size: 3, root: ContentHasher.hash("root"), time: Timestamp(milliseconds: 0))

  @Test func `reads back what it writes, alone or in lines`() throws {
    let line = try Self.head.json.text()
    #expect(
      line == """
        {"store":"0102","size":3,\
        "root":"4813494d137e1631bba301d5acab6e7bb7aa74ce1185d456565ef51d737677b2",\
        "time":"1970-01-01T00:00:00.000Z"}
        """)
    let pretty = try Self.head.json.text(.pretty)
    #expect(try LedgerHead.heads(in: Array(line.utf8)) == [Self.head])
    #expect(try LedgerHead.heads(in: Array(pretty.utf8)) == [Self.head])
    #expect(try LedgerHead.heads(in: Array("\(line)\n\n\(line)\n".utf8)) == [Self.head, Self.head])
  }

  @Test func `of a ledger without entries is one, too`() throws {
    let head = LedgerHead(
      store: "", size: 0, root: ContentHasher.hash(""), time: Timestamp(milliseconds: 0))
    #expect(try LedgerHead.heads(in: Array(head.json.text().utf8)) == [head])
  }

  @Test(arguments: [
    "", " \n", "[]", "{}", "{\"store\":\"\",\"size\":-1}", "3\n4",
    #"{"store":"01","size":3,"root":"ab","time":"1970-01-01T00:00:00.000Z"}"#,
  ])
  func `refuses anything else`(text: String) {
    #expect(throws: JSONError.self) { try LedgerHead.heads(in: Array(text.utf8)) }
  }
}
