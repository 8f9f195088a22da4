// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Testing

@testable import AdStore

@Suite struct UnitLifeTests {
  private let inventory: TemporaryInventory
  private let id: AdUnitID

  init() throws {
    inventory = try TemporaryInventory()
    id = try AdUnitID("u")
    try inventory.add("u", page: "p")
  }

  private func status() throws -> InventoryUnit.Status {
    try inventory.repository.read { try $0.unit(id).status }
  }

  @Test func `a unit is paused, activated, archived and restored as what it was`() throws {
    try inventory.change { try $0.pause(id) }
    #expect(try status() == .paused)
    try inventory.change { try $0.archive(id) }
    #expect(try status() == .archived)
    #expect(try inventory.ids() == [])
    try inventory.change { try $0.restore(id) }
    #expect(try status() == .paused)
    try inventory.change { try $0.activate(id) }
    #expect(try status() == .active)
    try inventory.change { edit in
      try edit.archive(id)
      try edit.restore(id)
    }
    #expect(try status() == .active)
    #expect(
      try inventory.log() == [
        "add page p", "add unit u", "pause unit u", "archive unit u", "restore unit u",
        "activate unit u", "archive unit u", "restore unit u",
      ])
  }

  @Test func `what is so already is no change`() throws {
    let changes = try inventory.change { edit in
      try edit.activate(id)
      try edit.restore(id)
      try edit.rename(id, to: id)
    }
    #expect(changes == [])
  }

  @Test func `an archived unit is restored before it is paused or activated`() throws {
    try inventory.change { try $0.archive(id) }
    #expect(storeCode { try inventory.change { try $0.pause(id) } } == .unitArchived)
    #expect(storeCode { try inventory.change { try $0.activate(id) } } == .unitArchived)
  }

  @Test func `a renamed unit takes its targeting and its log along`() throws {
    let new = try AdUnitID("v")
    let entry = try TargetingEntry(key: "k", values: ["1"])
    try inventory.change { edit in
      try edit.setTargeting(entry, for: .unit(id))
      try edit.rename(id, to: new)
    }
    #expect(try inventory.repository.read { try $0.entry(new).targeting.entries } == [entry])
    let log = try inventory.repository.read { try $0.changes(of: new) }
    #expect(log.map { "\($0.verb) \($0.noun)" } == ["rename unit", "set targeting", "add unit"])
    #expect(log.first?.before == #"{"adUnitId":"u"}"# && log.first?.after == #"{"adUnitId":"v"}"#)
    #expect {
      try inventory.repository.read { try $0.unit(id) }
    } throws: { error in
      (error as? StoreError)?.message == "ad unit 'u' was renamed to 'v'"
    }
  }

  @Test func `the old id of a renamed unit is free for another unit with a log of its own`() throws
  {
    try inventory.change { try $0.rename(id, to: AdUnitID("v")) }
    try inventory.add("u")
    #expect(try inventory.repository.read { try $0.changes(of: id) }.count == 1)
  }

  @Test func `a unit cannot be renamed to an id that another has or had`() throws {
    try inventory.add("v", "w")
    #expect(
      storeCode { try inventory.change { try $0.rename(id, to: AdUnitID("v")) } } == .unitExists)
    try inventory.change { try $0.remove(AdUnitID("w")) }
    #expect(
      storeCode { try inventory.change { try $0.rename(id, to: AdUnitID("w")) } } == .idWasUsed)
  }

  @Test func `a removed unit leaves its log, with all that it was`() throws {
    try inventory.change { edit in
      try edit.setTargeting(TargetingEntry(key: "k", values: ["1"]), for: .unit(id))
      try edit.remove(id)
    }
    #expect(storeCode { _ = try inventory.repository.read { try $0.unit(id) } } == .noSuchUnit)
    let log = try inventory.repository.read { try $0.changes(of: id) }
    #expect(log.map(\.verb) == [.remove, .set, .add])
    #expect(log.first?.after == nil)
    #expect(log.first?.before?.contains(#""targeting":[{"key":"k","values":["1"]}]"#) == true)
    let rows = try inventory.repository.database.read {
      try $0.statement("SELECT count(*) FROM unit_targeting").first { $0.int(0) }
    }
    #expect(rows == 0)

    try inventory.add("u")
    #expect(try inventory.repository.read { try $0.entry(id).targeting }.isEmpty)
    #expect(try inventory.repository.read { try $0.changes(of: id) }.map(\.verb).first == .add)
    #expect(try inventory.repository.read { try $0.changes(of: id) }.count == 4)
  }

  @Test func `the log knows who, when and in which order, and has a limit`() throws {
    let later = TemporaryStore.now.advanced(by: 1)
    try inventory.repository.change(by: "Ørsted 👍", at: later) { try $0.pause(id) }
    let last = try #require(try inventory.repository.read { try $0.changes(limit: 1) }.first)
    #expect(last.actor == "Ørsted 👍" && last.time == later && last.number == 3)
    #expect(try inventory.repository.read { try $0.changes(of: id, limit: 1) } == [last])
    let unknown = try AdUnitID("never")
    #expect(
      storeCode { _ = try inventory.repository.read { try $0.changes(of: unknown) } } == .noSuchUnit
    )
  }
}
