// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite("What a consent platform leaves on a device")
struct DeviceConsentTests {
  private static let now = `The consent gate`.time
  private static let day: Int64 = 86_400_000
  /// California: opted out of sale, and not.
  private static let (optedOut, optedIn) = ("DBABBg~BUYAAABo", "DBABBg~BUoAAABo")

  private static func device(_ entries: [String: DeviceKey.Value]) -> DeviceConsent {
    DeviceConsent(entries.map { DeviceKey($0.key, $0.value) })
  }

  private static func tc(
    _ change: (inout PlainTCString) -> Void = { _ in }
  ) -> String {
    var plain = PlainTCString()
    plain.lastUpdated = Int(now.milliseconds / day * day / 100)
    plain.created = plain.lastUpdated
    change(&plain)
    return plain.text()
  }

  /// The law, how it is known, and which strings go with it.
  private static func brief(_ told: [ToldConsent]) -> [String] {
    told.map { told in
      let strings = told.statement.strings
      let kinds = [
        ("tc", strings.tc), ("ac", strings.additionalConsent), ("gpp", strings.gpp),
        ("usp", strings.usPrivacy),
      ].filter { $0.1 != nil }.map(\.0)
      return ([told.statement.regulation.rawValue, told.kind.rawValue] + kinds).joined(
        separator: " ")
    }
  }

  @Test(
    arguments: [
      (DeviceKey.Value.number(1), true), (.number(0), false), (.string("1"), true),
      (.string("0"), false), (.string("true"), true), (.string("false"), false), (.string(""), nil),
      (.string(" \n"), nil),
    ] as [(DeviceKey.Value, Bool?)])
  func `a truth value is read in every form that platforms write`(
    value: DeviceKey.Value, applies: Bool?
  ) {
    let device = Self.device(["IABTCF_gdprApplies": value])
    #expect(device.gdprApplies == applies && device.faults.isEmpty)
  }

  @Test(arguments: [
    ("IABTCF_gdprApplies", DeviceKey.Value.number(2)), ("IABTCF_gdprApplies", .string("maybe")),
    ("IABTCF_TCString", .number(1)), ("IABTCF_TCString", .string("CPXx")),
    ("IABTCF_AddtlConsent", .string("no")), ("IABGPP_HDR_GppString", .string("DB~")),
    ("IABUSPrivacy_String", .string("1Y")), ("IABGPP_GppSID", .string("7_x")),
    ("IABGPP_GppSID", .string("-2")), ("IABGPP_GppSID", .string("7_")),
  ])
  func `an entry that cannot be read is named, and counts as absent`(
    name: String, value: DeviceKey.Value
  ) {
    let device = Self.device([name: value])
    #expect(device.faults.map(\.key) == [name] && device.faults.first?.code == .unreadable)
    #expect(device.isEmpty)
    #expect(!device.faults[0].description.contains("CPXx"))
  }

  @Test func `what is empty, of TCF 1 or of nobody is absent`() {
    let device = Self.device([
      "IABTCF_TCString": .string(""), "IABUSPrivacy_String": .string(""),
      "IABGPP_GppSID": .string("0"), "IABConsent_ConsentString": .string("BO"),
      "somethingElse": .number(7),
    ])
    #expect(device.isEmpty && device.faults.isEmpty && device.told(at: Self.now).isEmpty)
  }

  @Test(arguments: [
    (["IABTCF_VendorConsents": DeviceKey.Value.string("11")], ["IABTCF_VendorConsents"]),
    (["IABTCF_CmpSdkID": .number(301)], ["IABTCF_CmpSdkID"]),
    (["IABTCF_CmpSdkID": .string("300"), "IABTCF_PolicyVersion": .string("5")], []),
    (["IABTCF_PurposeConsents": .string("1111")], []),
    (["IABTCF_PurposeConsents": .string("111100000000000000000000000000")], []),
    (["IABTCF_PurposeConsents": .string("111")], ["IABTCF_PurposeConsents"]),
    (["IABTCF_SpecialFeaturesOptIns": .string("")], []),
  ])
  func `what was parsed of the string is compared with it, and not believed`(
    entries: [String: DeviceKey.Value], faults: [String]
  ) {
    let text = Self.tc()
    let all = entries.merging(
      ["IABTCF_gdprApplies": .number(1), "IABTCF_TCString": .string(text)], uniquingKeysWith: { $1 }
    )
    let device = Self.device(all)
    #expect(device.faults.map(\.key) == faults)
    #expect(device.faults.allSatisfy { $0.code == .disagreeing })
    #expect(device.strings.tc == text)
  }

  private static let cases: [([String: DeviceKey.Value], Regulation?, [String])] = {
    let applies = ["IABTCF_gdprApplies": DeviceKey.Value.number(1)]
    let not = ["IABTCF_gdprApplies": DeviceKey.Value.number(0)]
    let string = ["IABTCF_TCString": DeviceKey.Value.string(tc())]
    func gpp(_ text: String, _ sections: String?) -> [String: DeviceKey.Value] {
      var entries = ["IABGPP_HDR_GppString": DeviceKey.Value.string(text)]
      entries["IABGPP_GppSID"] = sections.map { .string($0) }
      return entries
    }
    func all(_ entries: [String: DeviceKey.Value]...) -> [String: DeviceKey.Value] {
      entries.reduce([:]) { $0.merging($1, uniquingKeysWith: { $1 }) }
    }
    let usp = { (text: String) in ["IABUSPrivacy_String": DeviceKey.Value.string(text)] }
    return [
      // Europe.
      (all(applies, string), nil, ["gdpr found tc"]),
      (
        all(applies, string, ["IABTCF_AddtlConsent": .string("2~1~dv.9")]), nil,
        ["gdpr found tc ac"]
      ),
      (all(applies, string), Law.of(place: "GB"), ["ukgdpr found tc"]),
      (all(applies, string), .cpra, ["gdpr found tc"]),
      (applies, nil, []), (string, nil, []),
      (not, nil, ["none noticed"]), (all(not, string), nil, ["none noticed tc"]),
      (all(applies, gpp("DBABM~\(tc())", "2")), nil, ["gdpr found gpp"]),
      // The section of the law that applies, and no other.
      (gpp(optedIn, "8"), nil, ["cpra found gpp"]),
      (all(not, gpp(optedIn, "8")), nil, ["cpra found gpp"]),
      (gpp(optedIn, nil), nil, []), (gpp(optedIn, "0"), nil, []), (gpp(optedIn, "9"), nil, []),
      (gpp(optedIn, "-1"), nil, ["none noticed gpp"]),
      (["IABGPP_GppSID": .string("-1")], nil, ["none noticed"]),
      (["IABGPP_GppSID": .number(-1)], nil, ["none noticed"]),
      // An opt-out counts wherever it stands.
      (gpp(optedOut, nil), nil, ["undetermined noticed gpp"]),
      (
        all(applies, string, gpp(optedOut, "2")), nil,
        ["gdpr found tc", "undetermined noticed gpp"]
      ),
      (all(applies, gpp(optedOut, nil)), nil, ["undetermined noticed gpp"]),
      // The United States before GPP.
      (usp("1YNN"), nil, ["cpra found usp"]), (usp("1YYN"), nil, ["cpra found usp"]),
      (usp("1---"), nil, []), (all(not, usp("1---")), nil, ["none noticed usp"]),
      (all(applies, string, usp("1YYN")), nil, ["gdpr found tc", "cpra found usp"]),
      (all(gpp(optedIn, "8"), usp("1YNN")), nil, ["cpra found gpp usp"]),
    ]
  }()

  @Test(arguments: cases)
  func `the law that applies is told, with its strings`(
    entries: [String: DeviceKey.Value], law: Regulation?, told: [String]
  ) {
    let device = Self.device(entries)
    #expect(Self.brief(device.told(at: Self.now, under: law)) == told)
    #expect(device.faults.isEmpty)
  }

  @Test(arguments: [
    (Regulation.gdpr, ConsentStrings(tc: tc(), additionalConsent: "2~1~dv.9")),
    (.cpra, ConsentStrings(gpp: optedOut)), (.cpra, ConsentStrings(usPrivacy: "1YYN")),
  ])
  func `what we write is read again`(law: Regulation, strings: ConsentStrings) throws {
    let statement = ConsentStatement(
      choices: ConsentChoices(), regulation: law, at: Self.now, strings: strings)
    let device = DeviceConsent(try RelayedConsent(of: statement).deviceKeys)
    #expect(device.faults.isEmpty)
    let told = device.told(at: Self.now)
    #expect(told.map(\.statement.regulation) == [law] && told.map(\.statement.strings) == [strings])
  }

  /// What stood there, what stands there now, and how it is known.
  private static let changes: [(String, String, ToldConsent.Kind)] = {
    let before = tc()
    let earlier = Int((now.milliseconds / day - 3) * day / 100)
    return [
      ("", before, .answered), (before, before, .found),
      (before, tc { $0.consent = [] }, .answered),
      (before, tc { $0.disclosed = [1, 10, 755] }, .found),
      (before, tc { ($0.consent, $0.created, $0.lastUpdated) = ([], earlier, earlier) }, .found),
      (tc { ($0.created, $0.lastUpdated) = (earlier, earlier) }, before, .found),
    ]
  }()

  @Test(arguments: changes)
  func `what changes is an answer, unless it is written anew or restored`(
    before: String, after: String, kind: ToldConsent.Kind
  ) throws {
    func device(_ text: String) -> DeviceConsent {
      Self.device(["IABTCF_gdprApplies": .number(1), "IABTCF_TCString": .string(text)])
    }
    let told = try #require(device(after).told(at: Self.now, after: device(before)).first)
    #expect(told.kind == kind)
    let isDated = told.statement.updatedAt == told.statement.projection?.lastUpdated
    #expect(isDated == (kind == .found))
  }

  @Test func `a section that is written beside another one is no answer, and one that changes is`()
  {
    func device(_ text: String) -> DeviceConsent {
      Self.device(["IABGPP_HDR_GppString": .string(text), "IABGPP_GppSID": .string("8")])
    }
    let both = "DBABh4~BUoAAABo~BAAAABA"
    let before = device(Self.optedIn)
    #expect(device(both).told(at: Self.now, after: before).map(\.kind) == [.found])
    #expect(device(Self.optedOut).told(at: Self.now, after: before).map(\.kind) == [.answered])
    let state = ConsentState(before.told(at: Self.now).map { .wrapping($0.statement) })
    #expect(device(both).told(at: Self.now).map(state.knows) == [true])
    #expect(device(Self.optedOut).told(at: Self.now).map(state.knows) == [false])
    #expect(device(Self.optedOut).told(at: Self.now, after: before).map(state.knows) == [false])
  }

  @Test func `of one answer that was written anew, the form that is valid holds`() throws {
    // The segment of disclosed vendors came later, and the day stayed.
    let old = try ConsentStatement(tcString: Self.tc { $0.disclosed = nil })
    let new = try ConsentStatement(tcString: Self.tc { $0.disclosed = [1, 10, 755] })
    #expect(!ConsentGate().decide(.wrapping(old), at: Self.now).isAllowed)
    let gate = ConsentGate(applicableLaw: .gdpr)
    for statements in [[old, new], [new, old]] {
      let records = statements.enumerated().map { place, statement in
        ConsentRecord(
          id: ConsentRecordID(Int64(place + 1)), event: .given, recordedAt: Self.now, previous: nil,
          statement: statement)
      }
      let answer = gate.answer(ConsentState(records), at: Self.now)
      #expect(answer.decision.isAllowed && answer.record?.statement == new)
    }
  }
}
