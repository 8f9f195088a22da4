// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdStore

@Suite struct TargetingStoreTests {
  private let inventory: TemporaryInventory
  private let unit = TargetingScope.unit(AdUnitID(validated: "u"))
  private let page = TargetingScope.page(PageID(validated: "p"))

  init() throws {
    inventory = try TemporaryInventory()
    try inventory.add("u", page: "p")
  }

  private func set(_ scope: TargetingScope, _ key: String, _ values: String...) throws {
    try inventory.change { edit in
      try edit.setTargeting(TargetingEntry(key: key, values: values), for: scope)
    }
  }

  private func lines(_ scope: TargetingScope) throws -> [String] {
    try inventory.repository.read { try $0.targeting(of: scope) }.entries
      .map { "\($0.key)=\($0.values.joined(separator: ","))" }
  }

  @Test func `every scope keeps its own keys and values in order`() throws {
    for scope in [unit, page, .app, .debug] {
      try set(scope, "z", "3", "1", "2")
      try set(scope, "a", "x")
      try set(scope, "z", "2", "9")
      #expect(try lines(scope) == ["z=2,9", "a=x"])
    }
    #expect(
      try inventory.log().suffix(2) == ["set targeting debug", "set targeting debug"])
  }

  @Test func `values are added behind those that are there, and each stands once`() throws {
    try set(unit, "k", "b")
    let changes = try inventory.change { edit in
      try edit.addTargeting(TargetingEntry(key: "k", values: ["a", "b", "c"]), for: unit)
      try edit.addTargeting(TargetingEntry(key: "k", values: ["a"]), for: unit)
      try edit.addTargeting(TargetingEntry(key: "new", values: ["1"]), for: unit)
    }
    #expect(try lines(unit) == ["k=b,a,c", "new=1"])
    #expect(
      changes.map(\.before) == [#"{"key":"k","values":["b"]}"#, nil])
    #expect(
      changes.map(\.after) == [
        #"{"key":"k","values":["b","a","c"]}"#, #"{"key":"new","values":["1"]}"#,
      ])
  }

  @Test func `a key or one of its values is removed, and a key without values goes`() throws {
    try set(unit, "a", "1", "2")
    try set(unit, "b", "1")
    try inventory.change { try $0.removeTargeting(key: "a", value: "1", for: unit) }
    #expect(try lines(unit) == ["a=2", "b=1"])
    try inventory.change { try $0.removeTargeting(key: "a", value: "2", for: unit) }
    try inventory.change { try $0.removeTargeting(key: "b", for: unit) }
    #expect(try lines(unit) == [])
  }

  @Test func `removing what is not set is an error that names the nearest key`() throws {
    try set(unit, "section", "sport")
    #expect {
      try inventory.change { try $0.removeTargeting(key: "sectoin", for: unit) }
    } throws: { error in
      let error = error as? StoreError
      return error?.code == .noSuchTargeting && error?.suggestions == ["section"]
    }
    let code = storeCode {
      try inventory.change { try $0.removeTargeting(key: "section", value: "x", for: unit) }
    }
    #expect(code == .noSuchTargeting)
  }

  @Test func `unknown units and pages have no targeting to set`() throws {
    let unit = TargetingScope.unit(try AdUnitID("nobody"))
    let page = TargetingScope.page(try PageID("nowhere"))
    #expect(storeCode { try set(unit, "k", "v") } == .noSuchUnit)
    #expect(storeCode { try set(page, "k", "v") } == .noSuchPage)
  }

  @Test func `all targeting of a scope is replaced at once`() throws {
    try set(unit, "a", "1")
    let targeting = try AdTargeting([TargetingEntry(key: "b", values: ["2"])])
    let changes = try inventory.change { edit in
      try edit.replaceTargeting(with: targeting, for: unit)
      try edit.replaceTargeting(with: targeting, for: unit)
    }
    #expect(try lines(unit) == ["b=2"])
    #expect(changes.map(\.before) == [#"{"targeting":[{"key":"a","values":["1"]}]}"#])
  }

  @Test func `the unit's key replaces the page's, and the page's the app's`() throws {
    try set(.app, "everywhere", "app")
    try set(.app, "page", "app")
    try set(.app, "unit", "app")
    try set(page, "page", "page")
    try set(page, "unit", "page")
    try set(unit, "unit", "unit")
    try set(unit, "own", "unit")
    try set(.debug, "own", "debug")
    let id = try AdUnitID("u")
    func effective(debugging: Bool) throws -> [String] {
      try inventory.repository.read { try $0.effectiveTargeting(of: id, debugging: debugging) }
        .lines.map { "\($0.entry.key)=\($0.entry.values.joined()) \($0.scope)" }
    }
    let common = ["everywhere=app app", "page=page page(p)", "unit=unit unit(u)"]
    #expect(try effective(debugging: false) == common + ["own=unit unit(u)"])
    #expect(try effective(debugging: true) == common + ["own=debug debug"])
  }

  @Test func `a walk over all units gives each what it sends`() throws {
    try inventory.change { edit in
      try edit.addSample()
      try edit.setTargeting(TargetingEntry(key: "section", values: ["all"]), for: .app)
    }
    for debugging in [false, true] {
      try inventory.repository.read { snapshot in
        var ids: [AdUnitID] = []
        try snapshot.forEachEffectiveEntry(debugging: debugging) { unit, targeting in
          ids.append(unit.id)
          let expected = try snapshot.effectiveTargeting(of: unit.id, debugging: debugging)
          #expect(targeting == expected)
        }
        let expected = try snapshot.units().map(\.id)
        #expect(ids == expected)
      }
    }
  }
}
