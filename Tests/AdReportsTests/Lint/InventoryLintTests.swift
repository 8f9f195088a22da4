// SPDX-License-Identifier: MIT
import AdModel
import AdReports
import Testing

@Suite struct InventoryLintTests {
  /// Keys with a value, the rules that they break, and in which part of the limit they stand.
  static let targeting: [(key: String, values: [String], rules: [LintRule])] = [
    ("section", ["sport", "Front page", "18-35"], []),
    ("twentycharacterslong", ["x"], []),
    ("twentyonecharacterslo", ["x"], [.keyTooLong]),
    ("éééééééééééééééééééé", ["x"], [.keyNotForMacros]),
    ("a b", ["x"], [.keyCharacter]),
    ("a=b", ["x"], [.keyCharacter]),
    ("a[0]", ["x"], [.keyCharacter]),
    ("a\u{A0}b", ["x"], [.keyCharacter]),
    ("a-b", ["x"], [.keyNotForMacros]),
    ("9to5", ["x"], [.keyStartsWithDigit]),
    ("nine9", ["x"], []),
    ("hb_pb", ["1.20"], [.keyOfPrebid]),
    ("HB_pb", ["1.20"], [.keyOfPrebid]),
    ("hbpb", ["1.20"], []),
    ("k", [String(repeating: "v", count: 40)], []),
    ("k", [String(repeating: "v", count: 41)], [.valueTooLong]),
    ("k", ["it's"], [.valueCharacter]),
    ("k", ["a*"], [.valueCharacter]),
    ("k", ["a", "b", "A"], [.valueTwins]),
    ("k", ["É", "é"], [.valueTwins]),
    ("user", ["jane@example.com"], [.personalValue]),
    ("user", ["mail to <jane.doe@mail.example.org>"], [.personalValue]),
    ("user", ["+46 70-123 45 67"], [.personalValue]),
    ("user", ["(555) 123-4567"], [.personalValue]),
    ("user", ["192.0.2.17"], [.personalValue]), ("user", ["2001:db8::1:7"], [.personalValue]),
    ("version", ["1.2.3.4"], []), ("version", ["2026.11.21.1"], []), ("time", ["12:30:00"], []),
    ("user", ["AEBE52E7-03EE-455A-B3C4-E57283966239"], [.personalValue]),
    ("build", ["1234567890", "2026-11-21 0626", "18-35", "1.2.3.4"], []),
    ("user", ["@home", "a@b", "x @y.z", "a@.b", "a@b."], []),
  ]

  @Test(arguments: targeting)
  func `a key with its values breaks the rules that it breaks, and no others`(
    key: String, values: [String], rules: [LintRule]
  ) throws {
    let targeting = try AdTargeting([TargetingEntry(key: key, values: values)])
    for scope in [TargetingScope.app, .debug, .page(try PageID("p")), .unit(try AdUnitID("u"))] {
      #expect(InventoryLint.findings(in: targeting, of: scope).map(\.rule) == rules)
    }
  }

  /// Units by a change of a sound one, and the rules that they break.
  static let units:
    [(name: String, change: @Sendable (inout InventoryUnit) throws -> Void, [LintRule])] =
      [
        ("sound", { _ in }, []),
        ("code of 100", { $0.adManagerPath = try AdManagerPath("/1/" + repeated("c", 100)) }, []),
        (
          "code of 101", { $0.adManagerPath = try AdManagerPath("/1/a/" + repeated("c", 101)) },
          [.codeTooLong]
        ),
        ("all characters", { $0.adManagerPath = try AdManagerPath("/1,2/_-.*!<:()\"\\/aZ9") }, []),
        ("other character", { $0.adManagerPath = try AdManagerPath("/1/a/b,c") }, [.codeCharacter]),
        (
          "reserved", { $0.adManagerPath = try AdManagerPath("/1/ca-pub-123-tag") }, [.codeReserved]
        ),
        ("no sizes", { $0.declaredSizes = [] }, [.noSizes]),
        ("no page", { $0.page = nil }, [.noPage]),
        (
          "uncommon size", { $0.declaredSizes.append(.fixed(width: 333, height: 222)) },
          [.uncommonSize]
        ),
        (
          "too wide", { $0.constraints = try constraints(maximumWidth: 319) }, [.sizeTooLarge]
        ),
        (
          "too narrow",
          {
            $0.constraints = try SizeConstraints(
              initial: CreativeSize(width: 320, height: 100), minimumWidth: 310)
          }, [.sizeTooSmall]
        ),
        (
          "between all sizes",
          {
            $0.constraints = try SizeConstraints(
              initial: CreativeSize(width: 310, height: 100), minimumWidth: 305, maximumWidth: 315)
          },
          [.noSizeFits]
        ),
        ("just fits", { $0.constraints = try constraints(maximumWidth: 320) }, []),
        (
          "nothing fits",
          { unit in
            unit.declaredSizes = [.fixed(width: 300, height: 250), .fixed(width: 300, height: 600)]
            unit.constraints = try constraints(maximumHeight: 249)
          }, [.noSizeFits]
        ),
        (
          "fluid fits",
          { unit in
            unit.declaredSizes = [.fixed(width: 300, height: 250), .fluid]
            unit.constraints = try constraints(maximumHeight: 249)
          }, [.sizeTooLarge]
        ),
      ]

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func constraints(
    maximumWidth: Double? = nil, maximumHeight: Double? = nil
  ) throws -> SizeConstraints {
    try SizeConstraints(
      initial: CreativeSize(width: 100, height: 100), maximumWidth: maximumWidth,
      maximumHeight: maximumHeight)
  }

  @Test(arguments: units.indices)
  func `a unit breaks the rules that it breaks, and no others`(index: Int) throws {
    let (name, change, rules) = Self.units[index]
    var unit = InventoryUnit(
      id: try AdUnitID("u"), page: try PageID("p"), adManagerPath: try AdManagerPath("/1/news/top"),
      declaredSizes: [.fixed(width: 320, height: 50), .fixed(width: 300, height: 250)])
    try change(&unit)
    let findings = InventoryLint.findings(in: unit, sending: EffectiveTargeting(widestFirst: []))
    #expect(findings.map(\.rule) == rules, "\(name)")
    #expect(findings.allSatisfy { $0.unit == unit.id })
  }

  @Test func `keys that differ in capitals alone are twins, in one scope and across two`() throws {
    let app = try AdTargeting([TargetingEntry(key: "Section", values: ["a"])])
    let own = try AdTargeting([
      TargetingEntry(key: "section", values: ["b"]), TargetingEntry(key: "SECTION", values: ["c"]),
    ])
    let id = try AdUnitID("u")
    #expect(InventoryLint.findings(in: app, of: .app).isEmpty)
    #expect(InventoryLint.findings(in: own, of: .unit(id)).map(\.rule) == [.keyTwins])
    let unit = InventoryUnit(id: id, page: try PageID("p"), declaredSizes: [.fluid])
    let both = EffectiveTargeting(widestFirst: [(.app, app), (.unit(id), own)])
    #expect(InventoryLint.findings(in: unit, sending: both).map(\.rule) == [.keyTwins])
    let replaced = EffectiveTargeting(widestFirst: [
      (.app, app), (.unit(id), try AdTargeting([TargetingEntry(key: "Section", values: ["c"])])),
    ])
    #expect(InventoryLint.findings(in: unit, sending: replaced).isEmpty)
  }

  @Test(arguments: [(1_997, false), (1_998, true)])
  func `what a unit sends in all is counted as a request writes it`(
    length: Int, isFound: Bool
  ) throws {
    // Besides the value: the key, an equals sign and a separator.
    let value = String(repeating: "v", count: length)
    let targeting = try AdTargeting([TargetingEntry(key: "k", values: [value])])
    let unit = InventoryUnit(id: try AdUnitID("u"), page: try PageID("p"), declaredSizes: [.fluid])
    let effective = EffectiveTargeting(widestFirst: [(.app, targeting)])
    let found = InventoryLint.findings(in: unit, sending: effective)
    #expect(found.map(\.rule) == (isFound ? [.tooMuchTargeting] : []))
  }

  @Test func `a value that looks personal is not repeated`() throws {
    let value = "jane@example.com!" + String(repeating: "x", count: 50)
    let targeting = try AdTargeting([TargetingEntry(key: "user", values: ["a", value])])
    let found = InventoryLint.findings(in: targeting, of: .app)
    #expect(found.map(\.rule) == [.personalValue])
    #expect(found.first?.what == "value 2 looks like an e-mail address")
    #expect(!"\(found)".contains("jane"))
  }

  @Test(arguments: [
    ("11.0.0.1", true), ("192.0.2.17", true), ("172.32.0.1", true), ("100.128.0.1", true),
    ("192.168.0.1", false), ("10.1.2.3", false), ("172.16.0.1", false), ("172.31.0.1", false),
    ("127.0.0.1", false), ("169.254.1.1", false), ("100.64.0.1", false), ("8.8.8.8", false),
    ("88.8.8", false), ("88.8.8.8.8", false), ("88.8.8.256", false), ("88.8..8", false),
    ("2001:db8::1:7", true),
  ])
  func `an address looks personal outside of a network alone`(text: String, isFound: Bool) throws {
    let targeting = try AdTargeting([TargetingEntry(key: "k", values: [text])])
    let found = InventoryLint.findings(in: targeting, of: .app)
    #expect(found.map(\.rule).contains(.personalValue) == isFound)
  }

  @Test func `every rule says what is allowed, where that is written, and what to do`() {
    for rule in LintRule.allCases {
      #expect(!rule.limit.isEmpty && !rule.source.isEmpty && !rule.advice.isEmpty, "\(rule)")
    }
  }
}
