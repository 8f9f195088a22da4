// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import Testing

/// What apps store and send of the library's values.
@Suite struct CodingTests {
  /// A value, and the text that it is coded as.
  struct Row: Sendable, CustomStringConvertible {
    let description: String
    /// Codes the value, reads the text back, and codes that.
    let texts: @Sendable () throws -> (coded: String, again: String, isSame: Bool)
    /// Reads another text.
    let read: @Sendable (String) throws -> Void
    let expected: String

    init<Value: Codable & Equatable & Sendable>(_ value: Value, _ expected: String) {
      description = "\(Value.self)"
      self.expected = expected
      read = { _ = try Self.value(of: $0) as Value }
      texts = {
        let coded = try Self.text(of: value)
        let again: Value = try Self.value(of: coded)
        return (coded, try Self.text(of: again), again == value)
      }
    }

    /// In an array, for not every decoder takes a text alone.
    static func text(of value: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let text = String(decoding: try encoder.encode([value]), as: UTF8.self)
      return String(text.dropFirst().dropLast())
    }

    static func value<Value: Decodable>(of text: String) throws -> Value {
      try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))[0]
    }
  }

  static let rows: [Row] = {
    do { return try made() } catch { fatalError("\(error)") }
  }()

  private static func made() throws -> [Row] {
    let unit = try AdUnitID("div-1")
    let hash = String(repeating: "0a", count: 32)
    let frame = AdRect(x: 1, y: 2.5, width: 320, height: 50)
    return [
      Row(unit, #""div-1""#), Row(try PageID("home"), #""home""#),
      Row(try SessionID("s-1"), #""s-1""#), Row(try ArmID("wide"), #""wide""#),
      Row(try ExperimentID("e"), #""e""#),
      Row([unit: LoadState.fetched], #"{"div-1":"fetched"}"#),
      Row(ExperimentArm(try ExperimentID("e"), try ArmID("a")), #"{"arm":"a","experiment":"e"}"#),
      Row(ConsentRecordID(7), "7"),
      Row(Timestamp(milliseconds: 1_795_132_800_001), #""2026-11-20T00:00:00.001Z""#),
      Row(ContentHash(hex: hash), "\"\(hash)\""),
      Row(try AdManagerPath("/123/home"), #""/123/home""#), Row(DeclaredSize.fluid, #""fluid""#),
      Row(try DeclaredSize("320x250"), #""320x250""#),
      Row(try FeedPattern("5,7/10"), #""5,7/10""#), Row(Regulation.cpra, #""cpra""#),
      Row(try TemplateURL("https://ads.example/t.html"), #""https://ads.example/t.html""#),
      Row(ExportCursor.start, "\"\(ExportCursor.start)\""),
      Row(CreativeSize(width: 320, height: 50.5), #"{"height":50.5,"width":320}"#),
      Row(frame, #"{"height":50,"width":320,"x":1,"y":2.5}"#),
      Row(
        try RemoteThresholds(fetch: 150, render: 100), #"{"fetch":150,"render":100}"#),
      Row(
        LoadingThresholds.standard,
        #"{"display":200,"fetch":800,"predictionMs":0,"stabilityMs":2000,"throttleMs":67,"#
          + #""unload":1600,"unloading":false}"#
      ),
      Row(
        try AdTargeting([TargetingEntry(key: "tags", values: ["b", "a"])]),
        #"[{"key":"tags","values":["b","a"]}]"#),
      Row(
        LoadTransition(
          time: 5, unit: unit, from: .notLoaded, to: .fetched, cause: .enteredFetchZone,
          frame: frame, viewport: frame,
          permit: LoadPermit(record: ConsentRecordID(1), mode: .limited)),
        #"{"adUnitId":"div-1","cause":"enteredFetchZone","frame":{"height":50,"width":320,"x":1,"y":2.5},"#
          + #""from":"notLoaded","permit":{"consentRecord":1,"servingMode":"limited"},"timeMs":5,"#
          + #""to":"fetched","viewport":{"height":50,"width":320,"x":1,"y":2.5}}"#),
      Row(
        try JSONValue(text: #"[null,true,1,1.5,"a",{"k":[]}]"#),
        #"[null,true,1,1.5,"a",{"k":[]}]"#),
      Row(
        InventoryPage(id: try PageID("home")),
        #"{"display":200,"feedPattern":"5,7,8/10","fetch":800,"liveViews":null,"noFill":null,"page":"home","#
          + #""predictionMs":0,"remote":null,"stabilityMs":2000,"throttleMs":67,"unload":1600,"unloading":false}"#
      ),
      Row(
        InventoryEntry(
          unit: InventoryUnit(id: unit, position: 3),
          targeting: try AdTargeting([TargetingEntry(key: "k", values: ["v"])])),
        #"{"adManagerPath":null,"adUnitId":"div-1","constraints":{"initialHeight":320,"#
          + #""initialWidth":320,"maximumHeight":null,"maximumWidth":null,"#
          + #""minimumHeight":null,"minimumWidth":null},"declaredSizes":[],"#
          + #""label":{"fontSize":10,"fontWeight":"bold","shown":false,"text":"annonce"},"#
          + #""media":"display","notes":"","page":null,"position":3,"silenced":"","#
          + #""status":"active","targeting":[{"key":"k","values":["v"]}]}"#),
      Row(
        InventoryUnit(id: unit, declaredSizes: [.fluid]),
        #"{"adManagerPath":null,"adUnitId":"div-1","constraints":{"initialHeight":320,"#
          + #""initialWidth":320,"maximumHeight":null,"maximumWidth":null,"#
          + #""minimumHeight":null,"minimumWidth":null},"declaredSizes":["fluid"],"#
          + #""label":{"fontSize":10,"fontWeight":"bold","shown":false,"text":"annonce"},"#
          + #""media":"display","notes":"","page":null,"position":null,"silenced":"","#
          + #""status":"active"}"#),
      Row(LoadState.notLoaded, #""notLoaded""#), Row(ServingMode.personalized, #""personalized""#),
      Row(TransitionCause.noFill, #""noFill""#), Row(NoFillBehavior.keep, #""keep""#),
      Row(ConsentChoice.notAsked, #""notAsked""#), Row(ConsentEvent.withdrawn, #""withdrawn""#),
      Row(BlockReason.noRecord, #""noRecord""#), Row(GatePolicy.consented, #""consented""#),
      Row(InventoryUnit.Status.paused, #""paused""#),
    ]
  }

  @Test(arguments: rows) func `a value is coded so, and comes back as it was`(row: Row) throws {
    let (coded, again, isSame) = try row.texts()
    #expect(coded == row.expected)
    #expect(again == coded)
    #expect(isSame)
  }

  /// A text that is refused, by the type of the value that it would be, and a part of what is said.
  static let refused: [(type: String, text: String, words: String)] = [
    ("AdUnitID", #""""#, "ad unit id: is empty; give at least 1 character"),
    ("PageID", #""a b""#, "page name: 'a b' holds a space"),
    ("ConsentRecordID", "0", "consent record: 0 is below 1"),
    ("Timestamp", #""yesterday""#, "is not a time; write RFC 3339"),
    ("Optional<ContentHash>", #""0a""#, "content hash: has 2 bytes; write 64 hexadecimal digits"),
    ("DeclaredSize", #""320x""#, "size: '320x' is not a size; write WIDTHxHEIGHT"),
    (
      "LoadingThresholds",
      #"{"display":900,"fetch":800,"stabilityMs":2000,"throttleMs":67,"unload":1600,"unloading":false}"#,
      "display threshold: is 900, above the fetch threshold of 800"
    ),
    ("RemoteThresholds", #"{"fetch":50,"render":100}"#, "remote fetch: is 50, below"),
    ("AdTargeting", #"[{"key":"k","values":[]}]"#, "targeting values"),
    ("InventoryUnit", #"{"adUnitId":"u"}"#, "is missing"),
    ("InventoryPage", #"{"page":"home"}"#, "the member fetch is missing"),
    ("ExportCursor", #""x""#, "cursor"),
  ]

  @Test(arguments: refused)
  func `a value that breaks a rule says which, and what would do`(
    type: String, text: String, words: String
  ) throws {
    let row = try #require(Self.rows.first { $0.description == type }, "\(type)")
    do {
      try row.read(text)
      Issue.record("\(text) was taken")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains(words), "\(context.debugDescription)")
      #expect(context.underlyingError != nil)
    }
  }

  @Test func `what an app lists says which is which`() throws {
    let fixture = try SessionFixture()
    defer { fixture.clean() }
    func ids<Listed: Identifiable>(_ listed: [Listed]) -> [Listed.ID] { listed.map(\.id) }
    let inventory = InventoryRepository(fixture.database)
    let (entries, pages, changes) = try inventory.read {
      (try $0.entries(), try $0.pages().map(\.page), try $0.changes())
    }
    #expect(ids(entries) == entries.map(\.unit.id) && entries.count == 3)
    #expect(ids(pages) == pages.map(\.id) && !pages.isEmpty)
    #expect(ids(changes) == changes.map(\.number) && Set(ids(changes)).count == changes.count)
    #expect(ids([InventoryUnit(id: SessionFixture.unit)]) == [SessionFixture.unit])
  }
}
