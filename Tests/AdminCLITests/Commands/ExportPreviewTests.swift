// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdminCLI
import Testing

@Suite struct ExportPreviewTests {
  let workspace: Workspace
  static let line = "export preview --page homepage --subject user-17"

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "user-17")
  }

  @Test func `a page shows its units with what the manager decides`() {
    let outcome = workspace.run(Self.line)
    #expect(outcome.exit == .done)
    #expect(outcome.output.hasPrefix("<!doctype html>"))
    #expect(outcome.output.contains("<b>div-gpt-ad-mobile_1</b>"))
    for state in ["fetched", "displayed"] {
      #expect(outcome.output.contains("\"\(state)\",\"entered"))
    }
    #expect(workspace.run(Self.line) == outcome)
  }

  @Test func `a preview takes the options of its bundles, the template among them`() {
    let own = workspace.run("\(Self.line) --template https://example.com/ad.html")
    #expect(own.exit == .done, "\(own.errors)")
    let wrong = workspace.run("\(Self.line) --template nowhere")
    #expect(wrong.exit == .usage && wrong.errors.contains("an http or https URL"))
    let strict = workspace.run(
      "\(Self.line) --hand-off tcf --dialect setConfig")
    #expect(strict.exit == .refused, "there is no TC string to hand on")
  }

  @Test func `without consent there is no preview`() {
    let outcome = workspace.run("export preview --page homepage --subject nobody")
    #expect(outcome.exit == .refused)
    #expect(outcome.output == "")
    #expect(workspace.run("export preview --page homepage").exit == .usage)
  }

  @Test func `a preview without consent shows nothing loaded`() {
    let outcome = workspace.run("export preview --page homepage --without-consent")
    #expect(outcome.exit == .done)
    #expect(outcome.output.contains("Must not load:"))
    #expect(outcome.output.contains("\"transitions\":[]"))
  }

  @Test func `a page must be named, known and have units`() {
    #expect(workspace.run("export preview --subject user-17").exit == .usage)
    #expect(workspace.run("export preview --page nowhere --subject user-17").exit == .notFound)
  }
}
