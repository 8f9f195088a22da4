// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdminCLI
import Foundation
import Testing

/// A document in git and a database that follows it: what is imported is what is compared, and then there is
/// nothing left.
@Suite struct DriftTests {
  private let workspace: Workspace
  private let document: String

  init() throws {
    workspace = try Workspace()
    document = workspace.run("export inventory").output
  }

  private func write(_ edit: (inout JSONObject) throws -> Void) throws {
    guard case .object(var object) = try JSONReader.read(Array(document.utf8)) else { return }
    try edit(&object)
    try workspace.write(Array(try JSONValue.object(object).text(.pretty).utf8), to: "new.json")
  }

  /// The units of a document, each as its object.
  private func units(of object: JSONObject) -> [JSONObject] {
    guard case .array(let units)? = object["units"] else { return [] }
    return units.compactMap { if case .object(let unit) = $0 { unit } else { nil } }
  }

  private func expectSameDrift(_ options: String = "", isDrift: Bool) {
    let planned = workspace.run("import inventory DIR/new.json --dry-run \(options)")
    let compared = workspace.run("diff now DIR/new.json \(options)")
    #expect(planned.exit == compared.exit && planned.exit == (isDrift ? .answerIsNo : .done))
    guard isDrift else { return }
    #expect(planned.output.replacing("would ", with: "") == compared.output)
  }

  @Test func `where nothing can be written, one looks in a private copy that goes away`() throws {
    nonisolated(unsafe) var copy: String?
    let look = Command(
      "look", "Look.", effect: .reads, output: .words, examples: [Example("look", "Look.")]
    ) { run in
      let own = try run.databasePath
      let found = try run.withInventory(kept: false) { database in
        guard database.path != own else { throw StoreError(.readOnly, "a file that is not yours") }
        unsafe copy = database.path
        let change = try InventoryRepository(database).change(by: run.actor, at: run.now) {
          try $0.archive(AdUnitID("div-gpt-ad-mobile_1"))
        }
        return change.count
      }
      try run.print("\(found.counted("change"))\n")
      _ = try run.withInventory(kept: true) { _ in throw StoreError(.readOnly, "nor this") }
    }
    let host = RecordingHost(tree: CommandTree([.command("look") { look }]))
    host.variables["ADVIEW_DB"] = workspace.path("adview.sqlite")
    let outcome = host.run(["look"])
    #expect(outcome.output == "1 change\n" && outcome.errors.contains("nor this"), "\(outcome)")
    let made = try #require(unsafe copy)
    #expect(!FileManager.default.fileExists(atPath: made))
    #expect(workspace.run("export inventory").output == document)
  }

  @Test(arguments: ["", "--archive-missing", "--remove-missing"])
  func `what is taken out of a document is drift once, by the same words in both commands`(
    options: String
  ) throws {
    workspace.run("unit add old --page forgotten --size 300x250")
    let keeps = options.isEmpty
    try workspace.write(Array(document.utf8), to: "new.json")
    expectSameDrift(options, isDrift: !keeps)
    let done = workspace.run("import inventory DIR/new.json \(options)")
    #expect(done.exit == .done, "\(done)")
    expectSameDrift(options, isDrift: false)
    let pages = workspace.run("page list --columns page --format csv").output
    #expect(pages.contains("forgotten") == (options != "--remove-missing"))
    #expect(
      workspace.run("unit show old --format json").output
        .contains(keeps ? #""status": "active""# : #""status": "archived""#))
  }

  @Test func `the settings are in the document, and what it leaves out of them stays`() throws {
    workspace.run("settings set --policy consented --live-views 3")
    try workspace.write(Array(document.utf8), to: "new.json")
    let found = workspace.run("diff now DIR/new.json").output
    #expect(found.contains("set setting policy: policy consented -> answered\n"), "\(found)")
    expectSameDrift(isDrift: true)
    try write { $0["settings"] = ["liveViews": 7] }
    #expect(
      workspace.run("import inventory DIR/new.json").output
        == "set setting live-views: liveViews 3 -> 7\n")
    #expect(workspace.run("settings show policy").output.contains("consented"))
    expectSameDrift(isDrift: false)
    try write { $0["settings"] = ["policy": "maybe", "polcy": 1] }
    let refused = workspace.run("import inventory DIR/new.json")
    #expect(refused.exit == .badData)
    #expect(
      refused.errors.contains("settings.policy: ")
        && refused.errors.contains("settings.polcy: unknown member"),
      "\(refused)")
    try write { $0["settings"] = nil }
    expectSameDrift(isDrift: false)
  }

  @Test func `a unit that is renamed in the document keeps its log, and the word may stay`() throws
  {
    try write { object in
      object["units"] = .array(
        units(of: object).map { unit in
          var unit = unit
          if unit["adUnitId"] == "div-gpt-ad-mobile_1" {
            unit["adUnitId"] = "home-top"
            unit["renamedFrom"] = "div-gpt-ad-mobile_1"
          }
          return .object(unit)
        })
    }
    expectSameDrift("--remove-missing", isDrift: true)
    let renamed = workspace.run("import inventory DIR/new.json --remove-missing")
    #expect(
      renamed.output
        == "renamed unit div-gpt-ad-mobile_1: adUnitId div-gpt-ad-mobile_1 -> home-top\n",
      "\(renamed)")
    #expect(
      workspace.run("unit log home-top --format csv").output.split(separator: "\r\n").count > 2)
    expectSameDrift("--remove-missing", isDrift: false)
    try workspace.write(Array(document.utf8), to: "new.json")
    #expect(!document.contains("renamedFrom"))
  }

  @Test func `a list that is left out takes nothing away`() throws {
    try write { object in
      object["units"] = nil
      object["pages"] = nil
    }
    expectSameDrift("--remove-missing", isDrift: false)
  }
}
