// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct AdTargetingTests {
  @Test func `values keep their order and keys theirs`() throws {
    var targeting = try AdTargeting([
      TargetingEntry(key: "section", values: ["sport", "news"]),
      TargetingEntry(key: "age", values: ["18-34"]),
    ])
    targeting.set(try TargetingEntry(key: "section", values: ["front"]))
    targeting.set(try TargetingEntry(key: "new", values: ["1"]))
    #expect(targeting.entries.map(\.key) == ["section", "age", "new"])
    #expect(targeting.entry(of: "section")?.values == ["front"])
    #expect(targeting.remove(key: "age")?.values == ["18-34"])
    #expect(targeting.remove(key: "age") == nil)
  }

  @Test func `two spellings of the same character are two keys`() throws {
    let targeting = try AdTargeting([
      TargetingEntry(key: "caf\u{E9}", values: ["1"]),
      TargetingEntry(key: "cafe\u{301}", values: ["2"]),
    ])
    #expect(targeting.entry(of: "cafe\u{301}")?.values == ["2"])
    #expect(targeting.entries[0] != (try TargetingEntry(key: "cafe\u{301}", values: ["1"])))
  }

  @Test(
    arguments: [
      ("", ["v"], InvalidValue.Code.empty),
      (String(repeating: "k", count: 257), ["v"], .tooLong),
      ("k", [], .empty),
      ("k", [""], .empty),
      ("k", ["v", "w", "v"], .duplicate),
      ("k", [String(repeating: "v", count: 4_097)], .tooLong),
      ("k", (0...1_000).map(String.init), .outOfRange),
    ] as [(String, [String], InvalidValue.Code)])
  func `an entry that says nothing or too much is refused`(
    key: String, values: [String], code: InvalidValue.Code
  ) {
    let error = #expect(throws: InvalidValue.self) {
      try TargetingEntry(key: key, values: values)
    }
    #expect(error?.code == code)
  }

  @Test func `a key that stands twice is refused`() throws {
    let entry = try TargetingEntry(key: "k", values: ["v"])
    #expect(throws: InvalidValue.self) { try AdTargeting([entry, entry]) }
  }

  @Test func `the unit's key replaces the page's and the page's the app's`() throws {
    let page = TargetingScope.page(try PageID("home"))
    let unit = TargetingScope.unit(try AdUnitID("a"))
    let effective = EffectiveTargeting(widestFirst: [
      (
        .app,
        try AdTargeting([
          TargetingEntry(key: "app", values: ["1"]), TargetingEntry(key: "section", values: ["x"]),
        ])
      ),
      (page, try AdTargeting([TargetingEntry(key: "section", values: ["y", "z"])])),
      (
        unit,
        try AdTargeting([
          TargetingEntry(key: "slot", values: ["top"]), TargetingEntry(key: "app", values: ["2"]),
        ])
      ),
    ])
    #expect(effective.lines.map(\.entry.key) == ["app", "section", "slot"])
    #expect(effective.lines.map(\.scope) == [unit, page, unit])
    #expect(effective.entries.map(\.values) == [["2"], ["y", "z"], ["top"]])
  }
}
