// SPDX-License-Identifier: MIT
import AdminCLI
import Foundation
import Testing

/// `--out FILE`, the same for every command that writes a document.
@Suite struct OutOptionTests {
  private static let lines = [
    "export inventory", "export targeting div-gpt-ad-mobile_1", "export script render",
    "export preview --page article --subject user-17", "completions fish",
    "export openrtb div-gpt-ad-mobile_1 --subject user-17",
  ]

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    workspace.run("consent set user-17 --accept-all")
  }

  @Test(arguments: lines)
  func `a document goes into a file as it would be printed`(line: String) throws {
    let printed = workspace.run(line).output
    #expect(workspace.run("\(line) --out -").output == printed)
    let written = workspace.run("\(line) --out DIR/file")
    #expect(written.exit == .done)
    #expect(written.output.isEmpty)
    // A page and a script say besides what wrote them.
    let command = "adview-admin " + line.split(separator: " ").prefix(2).joined(separator: " ")
    let text = String(decoding: try workspace.read("file"), as: UTF8.self)
      .replacing("<!-- \(command) -->\n", with: "").replacing("// \(command)\n", with: "")
    #expect(text == printed)
  }

  @Test func `a document that cannot be made leaves the file as it was`() throws {
    try workspace.write(Array("old".utf8), to: "file")
    let refused = workspace.run("export preview --page article --subject nobody --out DIR/file")
    #expect(refused.exit == .refused)
    #expect(try workspace.read("file") == Array("old".utf8))
    #expect(workspace.run("export inventory --out DIR/none/file").exit == .cannotCreate)
  }

  @Test func `a bundle for standard output makes no folder of that name`() {
    let bundle = "export bundle div-gpt-ad-mobile_1 --subject user-17"
    #expect(workspace.run("\(bundle) --out -").output == workspace.run(bundle).output)
  }

  @Test(arguments: ["yes", "on", "true"])
  func `a switch is spelled yes, and other words for it are taken`(word: String) {
    #expect(
      workspace.run("page set homepage --unloading \(word)").output
        == "set page homepage: unloading no -> yes\n")
  }
}
