// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdminCLI
import Foundation
import Testing

@Suite struct PublishCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workspace.path("public")).sorted()
  }

  private func manifest() throws -> JSONNode {
    JSONNode(try JSONReader.read(workspace.read("public/manifest.json")))
  }

  @Test func `the manifest says what the file holds`() throws {
    #expect(workspace.run("publish DIR/public/").exit == .done)
    let manifest = try manifest()
    let file = try manifest.member("file").string()
    #expect(try names() == [file, "manifest.json"])
    let bytes = try workspace.read("public/\(file)")
    #expect(try manifest.member("bytes").integer() == Int64(bytes.count))
    #expect(try manifest.member("sha256").string() == ContentHasher.hash(bytes).hex)
    #expect(try manifest.member("units").integer() == 3)
    #expect(
      try manifest.members().map(\.key)
        == ["generation", "file", "sha256", "bytes", "schemaVersion", "units"])
    for name in try names() {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: workspace.path("public/\(name)"))
      #expect(attributes[.posixPermissions] as? Int == 0o644)
    }
    let client = try AdDatabase(path: workspace.path("public/\(file)"), access: .snapshot)
    #expect(try InventoryRepository(client).read { try $0.entries().count } == 3)
    try client.close()
  }

  @Test func `no byte of consent or of the change log is in it`() throws {
    try workspace.answer(.enabled, for: "subject-of-this-test")
    workspace.run("unit set div-gpt-ad-mobile_1 --notes note-of-this-test --actor actor-of-test")
    #expect(workspace.run("publish DIR/public").exit == .done)
    for name in try names() {
      let published = Data(try workspace.read("public/\(name)"))
      for secret in ["subject-of-this-test", "note-of-this-test", "actor-of-test", "tester"] {
        #expect(published.range(of: Data(secret.utf8)) == nil)
      }
    }
    let file = try manifest().member("file").string()
    let tables = workspace.run([
      "query", "--format", "csv", "--db", workspace.path("adview.sqlite"),
      "SELECT name FROM sqlite_schema WHERE name LIKE 'consent%' AND type = 'table'",
    ]).output.split(separator: "\r\n").dropFirst()
    #expect(!tables.isEmpty)
    for table in tables {
      let count = workspace.run([
        "query", "--format", "csv", "--db", workspace.path("public/\(file)"),
        "SELECT count(*) AS n FROM \(table)",
      ])
      #expect(count.output == "n\r\n0\r\n", "\(table)")
    }
  }

  @Test func `the same inventory is the same file, and a change is a new one beside it`() throws {
    workspace.run("publish DIR/public")
    let first = try manifest()
    let names = try names()
    workspace.host.time = workspace.host.time.advanced(by: 5_000)
    #expect(workspace.run("publish DIR/public").errors == "")
    #expect(try manifest().value == first.value)
    #expect(try self.names() == names)
    workspace.run("unit pause div-gpt-ad-mobile_1")
    workspace.run("publish DIR/public")
    let second = try manifest()
    #expect(
      try second.member("generation").integer() == first.member("generation").integer() + 1)
    #expect(try Set(self.names()).isSuperset(of: names))
    #expect(try self.names().count == 3)
  }

  @Test func `a dry run writes nothing`() throws {
    let outcome = workspace.run("publish DIR/public --dry-run")
    #expect(outcome.exit == .done)
    #expect(outcome.output.hasSuffix("with 3 units to DIR/public\n"))
    #expect(!FileManager.default.fileExists(atPath: workspace.path("public")))
  }

  @Test func `another program's manifest is not replaced`() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.path("public"), withIntermediateDirectories: true)
    let theirs = Array(#"{"name": "An app"}"#.utf8)
    try workspace.write(theirs, to: "public/manifest.json")
    let outcome = workspace.run("publish DIR/public")
    #expect(outcome.exit == .cannotCreate)
    #expect(outcome.errors.hasSuffix("is not replaced.\ntry: another folder\n"))
    #expect(try workspace.read("public/manifest.json") == theirs)
    #expect(try names() == ["manifest.json"])
  }

  @Test func `an older inventory than the published one is pointed out`() throws {
    workspace.run("unit pause div-gpt-ad-mobile_1")
    workspace.run("publish DIR/public")
    workspace.run("init --demo --db DIR/other.sqlite")
    let outcome = workspace.run("publish DIR/public --db DIR/other.sqlite --dry-run")
    #expect(outcome.errors.hasPrefix("warning: DIR/public holds generation "))
  }

  @Test func `a folder that cannot be made is named`() {
    #expect(workspace.run("publish DIR/no/public").exit == .cannotCreate)
    #expect(workspace.run("publish DIR/public --db DIR/no.sqlite").exit == .notFound)
  }
}
