// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdminCLI
import Foundation
import Testing

@Suite struct ExportBundleTests {
  let workspace: Workspace
  static let line = "export bundle div-gpt-ad-mobile_1 --subject user-17"

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "user-17")
  }

  @Test func `a bundle is one document with its scripts in order`() throws {
    let outcome = workspace.run(Self.line)
    #expect(outcome.exit == .done)
    let document = try JSONNode(JSONReader.read(text: outcome.output))
    #expect(try document.member("format").string() == "adview-injection-bundle")
    #expect(try document.member("loadable").bool())
    #expect(
      try document.member("scripts").elements().map { try $0.member("name").string() }
        == [
          "consent", "viewability", "calls", "clickWitness", "impressionListener", "adUnitId",
          "targeting",
        ])
    #expect(workspace.run(Self.line) == outcome)
  }

  @Test(arguments: [
    "export bundle div-gpt-ad-mobile_1 --subject nobody",
    "export bundle div-gpt-ad-mobile_1 --subject nobody --out DIR/bundle",
    "export bundle div-gpt-ad-mobile_1 --subject refuser --policy consented",
  ])
  func `without consent there is no bundle`(line: String) throws {
    try workspace.answer(.disabled, for: "refuser")
    let outcome = workspace.run(line)
    #expect(outcome.exit == .refused)
    #expect(outcome.output == "")
    #expect(!FileManager.default.fileExists(atPath: workspace.path("bundle")))
    #expect(!outcome.errors.contains("nobody") && !outcome.errors.contains("refuser"))
  }

  @Test func `a bundle without consent says that it may not be loaded`() throws {
    let outcome = workspace.run(
      "export bundle div-gpt-ad-mobile_1 --without-consent")
    let document = try JSONNode(JSONReader.read(text: outcome.output))
    #expect(try !document.member("loadable").bool())
    #expect(workspace.run("export bundle div-gpt-ad-mobile_1").exit == .usage)
  }

  @Test func `a folder holds the manifest and the scripts, and nothing stale`() throws {
    #expect(workspace.run("\(Self.line) --debug --out DIR/bundle").exit == .done)
    let debug = try names()
    #expect(debug.contains("05-debugPanel.js"))
    #expect(workspace.run("\(Self.line) --out DIR/bundle").exit == .done)
    #expect(try names() == debug.filter { $0 != "05-debugPanel.js" })
    #expect(try names().contains("manifest.json"))
    let left = try FileManager.default.contentsOfDirectory(atPath: workspace.folder)
    #expect(!left.contains { $0.contains(".part") })
  }

  @Test func `a folder with other files is left alone`() throws {
    #expect(workspace.run("\(Self.line) --out DIR/bundle").exit == .done)
    try workspace.write(Array("mine".utf8), to: "bundle/notes.txt")
    let before = try names()
    let outcome = workspace.run("\(Self.line) --out DIR/bundle")
    #expect(outcome.exit == .cannotCreate)
    #expect(
      outcome.errors
        == "error: 'DIR/bundle' is not replaced: the folder holds notes.txt, which this program did "
        + "not write.\ntry: give another folder\n")
    #expect(try names() == before)
  }

  @Test(arguments: [("swift", "WKUserScript"), ("html", "<!doctype html>")])
  func `other forms hold the same bundle`(form: String, mark: String) {
    let outcome = workspace.run("\(Self.line) --format \(form)")
    #expect(outcome.exit == .done)
    #expect(outcome.output.contains(mark))
  }

  @Test func `Swift source is the same for everybody, and needs nobody`() {
    let named = workspace.run("\(Self.line) --format swift")
    #expect(named.errors.contains("holds nobody's consent"))
    let anybody = workspace.run("export bundle div-gpt-ad-mobile_1 --format swift")
    #expect(anybody.exit == .done && anybody.errors == "")
    #expect(anybody.output == named.output && !named.output.contains("setUserStatus"))
  }

  @Test func `a page with a standalone API gets no bundle without a TC string`() {
    let outcome = workspace.run("\(Self.line) --hand-off tcf")
    #expect(outcome.exit == .refused)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("no TC string to hand over"))
  }

  @Test func `only its owner may read a bundle, as it holds consent`() throws {
    #expect(
      try BuiltProgram.run(
        ["--db", "adview.sqlite"] + Self.line.split(separator: " ").map(String.init)
          + ["--out", "bundle"], in: workspace.folder
      ).code == 0)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(workspace.path("bundle")) == 0o700)
    for name in try names() { #expect(try mode(workspace.path("bundle/\(name)")) == 0o600) }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workspace.path("bundle")).sorted()
  }
}
