// SPDX-License-Identifier: MIT
import AdModel

@testable import AdStore

/// An empty inventory in a file that exists as long as a test holds it.
final class TemporaryInventory {
  let store: TemporaryStore
  let repository: InventoryRepository

  init() throws {
    store = try TemporaryStore()
    repository = InventoryRepository(try store.create())
  }

  /// The same file, as another process would open it.
  func reopened() throws -> InventoryRepository {
    InventoryRepository(try store.open())
  }

  @discardableResult
  func change(
    dryRun: Bool = false, _ body: (inout InventoryEdit) throws -> Void
  ) throws -> [InventoryChange] {
    try repository.change(by: "tests", at: TemporaryStore.now, dryRun: dryRun, body)
  }

  /// Adds units that have nothing but an id and a page.
  func add(_ ids: String..., page: String? = nil) throws {
    try change { edit in
      for id in ids {
        try edit.add(
          InventoryEntry(
            unit: InventoryUnit(id: try AdUnitID(id), page: try page.map { try PageID($0) })))
      }
    }
  }

  func ids(_ filter: InventoryFilter = .standard) throws -> [String] {
    try repository.read { try $0.units(matching: filter).map(\.id.rawValue) }
  }

  /// The lines of the log as `verb noun name`, oldest first.
  func log() throws -> [String] {
    try repository.read { try $0.changes() }.reversed()
      .map { "\($0.verb) \($0.noun) \($0.name)" }
  }
}

/// A unit where everything has a value of its own.
func fullUnit(_ id: String = "div-gpt-ad-mobile_9") throws -> InventoryUnit {
  var unit = InventoryUnit(
    id: try AdUnitID(id), page: try PageID("sport"), position: 7,
    adManagerPath: try AdManagerPath("/1234567,89/news/top"), media: .video,
    declaredSizes: [.fluid, .fixed(width: 320, height: 250), .fixed(width: 1, height: 1)],
    constraints: try SizeConstraints(
      initial: CreativeSize(width: 300.5, height: 250.25), minimumWidth: 1.5, maximumWidth: 400,
      minimumHeight: 0.125, maximumHeight: 10_000),
    label: try AdLabel(isShown: true, text: "Reklame 👍", fontSize: 12.5, fontWeight: .black),
    status: .paused, notes: hostileText)
  unit.silenced = try LintSilences("noPage: the app loads it; uncommonSize: agreed")
  return unit
}

/// What careless SQL, C strings and JSON trip over.
let hostileText = "'; DROP TABLE units; --\u{0}\"quoted\"\n\u{2028}</script>👩‍👩‍👧‍👦e\u{301}\u{FEFF}"
