// SPDX-License-Identifier: MIT
import AdModel
import Foundation
import Testing

@testable import AdStore

@Suite(.timeLimit(.minutes(60))) struct SeedTests {
  private let store: TemporaryStore
  private let document: [UInt8]

  init() throws {
    store = try TemporaryStore()
    document = try InventoryContent(
      pages: [InventoryContent.PageEntry(page: InventoryPage(id: try PageID("sport")))],
      units: [InventoryEntry(unit: try fullUnit())]
    ).document()
  }

  private func ids(in database: AdDatabase) throws -> [String] {
    try InventoryRepository(database).read { try $0.units().map(\.id.rawValue) }
  }

  @Test func `a first start has what the app was shipped with, also where many start at once`()
    async throws
  {
    for round in 0..<4 {
      let path = store.file("round-\(round).sqlite")
      try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<4 {
          group.addTask { [document] in
            let database = try await AdDatabase.open(at: path, seed: document)
            let found = try ids(in: database)
            try database.close()
            return found
          }
        }
        for try await found in group { #expect(found == ["div-gpt-ad-mobile_9"]) }
      }
      let database = try await AdDatabase.open(at: path)
      let log = try InventoryRepository(database).read { try $0.changes() }
      #expect(Set(log.map(\.actor)) == ["seed"])
      #expect(log.count == 2)
    }
  }

  /// The program of a phone, beside which these tests were built.
  private static var phone: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6
    where !FileManager.default.fileExists(atPath: folder.appending(path: "phone").path()) {
      folder = folder.deletingLastPathComponent()
    }
    return folder.appending(path: "phone")
  }

  @Test func `four processes that start at once all have it, and one of them has stored it`() throws
  {
    let seed = store.file("seed.json")
    try Data(document).write(to: URL(filePath: seed))
    for round in 0..<6 {
      let path = store.file("processes-\(round).sqlite")
      let started = try (0..<4).map { _ in
        let process = Process()
        process.executableURL = Self.phone
        process.arguments = ["start", path, seed]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output)
      }
      for (process, output) in started {
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: said, as: UTF8.self) == "div-gpt-ad-mobile_9 2\n")
        #expect(process.terminationStatus == 0)
      }
    }
  }

  @Test func `an inventory that was changed is left as it is, also where nothing is left of it`()
    async throws
  {
    let database = try store.create()
    try InventoryRepository(database).change(by: "tests", at: TemporaryStore.now) { edit in
      try edit.add(InventoryEntry(unit: InventoryUnit(id: try AdUnitID("a"))))
      try edit.remove(try AdUnitID("a"))
    }
    try database.close()
    let opened = try await AdDatabase.open(at: store.path, seed: document)
    #expect(try ids(in: opened).isEmpty)
  }

  @Test func `a seed that is no document says where, and leaves nothing of it`() async throws {
    let error = await #expect(throws: InvalidValue.self) {
      try await AdDatabase.open(
        at: store.path, seed: Array(#"{"adviewInventory":1,"units":[{}]}"#.utf8))
    }
    #expect(error?.code == .malformed)
    #expect(error?.reason.contains("units[0]") == true)
    let opened = try await AdDatabase.open(at: store.path, seed: document)
    #expect(try ids(in: opened) == ["div-gpt-ad-mobile_9"])
  }

  @Test
  func `a document that an app takes over is logged, checked and left alone what it leaves out`()
    throws
  {
    let inventory = InventoryRepository(try store.create())
    let first = try inventory.apply(document: document, by: "app", at: TemporaryStore.now)
    #expect(first.map(\.noun) == [.page, .unit])
    #expect(try inventory.apply(document: document, by: "app", at: TemporaryStore.now).isEmpty)
    let part = Array(
      #"{"adviewInventory":1,"units":[{"adUnitId":"div-gpt-ad-mobile_9","notes":"new"}]}"#.utf8)
    let tried = try inventory.apply(
      document: part, by: "app", at: TemporaryStore.now, dryRun: true)
    #expect(tried.count == 1)
    #expect(
      try inventory.read { try $0.unit(AdUnitID("div-gpt-ad-mobile_9")).notes }
        == (try fullUnit().notes))
    try inventory.apply(document: part, by: "app", at: TemporaryStore.now)
    let unit = try inventory.read { try $0.unit(AdUnitID("div-gpt-ad-mobile_9")) }
    #expect(unit.notes == "new")
    #expect(unit.label == (try fullUnit().label))
    #expect(throws: InvalidValue.self) {
      try inventory.apply(document: Array("[]".utf8), by: "app", at: TemporaryStore.now)
    }
  }
}
