// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// What follows from a row of a field table.
@Suite struct FieldTests {
  @Test func `the full unit has another value than the default in every field`() throws {
    let table = FieldTable<InventoryUnit>.units
    let unit = try fullUnit()
    for field in table.fields {
      #expect(
        field.value(unit) != field.value(table.standard),
        "give \(field.key) a value in fullUnit of TemporaryInventory.swift")
    }
  }

  @Test func `a field is published only where its row says so`() {
    let field = Field<InventoryUnit>(
      .column("owner"), "owner", \.notes, { $0.notes = $1 }, .text(.characters(0...10)), "Owner",
      "Who owns it.")
    #expect(!field.isPublished)
    #expect(
      FieldTable<InventoryUnit>.units.fields.filter { !$0.isPublished }.map(\.key)
        == ["notes", "silenced"])
    #expect(FieldTable<InventoryPage>.pages.fields.allSatisfy { $0.isPublished })
    #expect(
      FieldTable<InventorySettings>.settings.fields.filter { !$0.isPublished }.map(\.key)
        == [
          "applicableLaw", "controller", "controllerContact", "partyType", "withdrawalMethod",
          "piiInformation", "processingMethod", "storageLocations", "processingLocations",
          "geographicRestrictions", "privacyRights", "codesOfConduct", "impactAssessment",
          "authorityParty", "historyDays", "historyBytes", "silenced", "debug",
        ])
  }

  @Test(arguments: [
    (["Maximum width"], 300.0 as Double?, nil as Double?, 300.0),
    (["Minimum width"], nil, 400.0, 400), (["Maximum width"], 400, nil, 320),
    (["Maximum width", "Initial width"], 300, nil, 320),
  ])
  func `one limit alone moves the default size within it`(
    named: [String], maximum: Double?, minimum: Double?, width: Double
  ) throws {
    var unit = InventoryUnit(id: try AdUnitID("x"))
    unit.constraints.maximumWidth = maximum
    unit.constraints.minimumWidth = minimum
    FieldTable<InventoryUnit>.units.settle(&unit, named: Set(named))
    #expect(unit.constraints.initial == CreativeSize(width: width, height: 320))
  }

  @Test func `a size that somebody chose does not move`() throws {
    var unit = InventoryUnit(id: try AdUnitID("x"))
    unit.constraints.initial = CreativeSize(width: 600, height: 320)
    unit.constraints.maximumWidth = 300
    FieldTable<InventoryUnit>.units.settle(&unit, named: ["Maximum width"])
    #expect(unit.constraints.initial.width == 600)
    #expect(throws: InvalidValue.self) { try FieldTable<InventoryUnit>.units.check(unit) }
  }
}
