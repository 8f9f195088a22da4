// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import AdminCLI

/// The help of every command, word for word, as kept beside this file.
///
/// A page that differs fails; `RECORD=1 swift test` accepts it, and the change shows in the diff.
@Suite struct HelpPageTests {
  private static let pages = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Pages")

  @Test(arguments: CommandTree.adview.names)
  func `help is as it was read and accepted`(name: String) throws {
    let text = CommandTree.adview.paths(under: name).map { path in
      "$ adview-admin \((path + ["--help"]).joined(separator: " "))\n"
        + RecordingHost().run(path + ["--help"]).output
    }.joined(separator: "\n")
    let file = Self.pages.appending(path: "\(name.isEmpty ? "adview-admin" : name).txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let accepted = try? String(contentsOf: file, encoding: .utf8)
    #expect(text == accepted, "run RECORD=1 swift test --filter HelpPageTests, and read the diff")
  }

  @Test func `the keys of every command are as they were read and accepted`() throws {
    let text = RecordingHost().run("help formats").output
    let file = Self.pages.appending(path: "formats.txt")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    #expect(
      text == (try? String(contentsOf: file, encoding: .utf8)),
      "run RECORD=1 swift test --filter HelpPageTests, and read the diff")
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `every key is explained, and stands once in a command`() {
    for (path, command) in CommandTree.adview.commands {
      for keys in Self.keys(of: command.output) {
        #expect(Set(keys.map(\.key)).count == keys.count, "\(path)")
        for key in keys { #expect(!key.meaning.isEmpty, "\(path): \(key.key)") }
      }
    }
  }

  private static func keys(of output: CommandOutput) -> [[OutputKey]] {
    switch output {
    case .words, .foreign: []
    case .keys(let keys), .document(_, let keys): [keys]
    case .changes: [ChangeReport.keys]
    case .forms(let forms): forms.flatMap { keys(of: $0.output) }
    }
  }

  @Test func `no page is left of a command that is gone`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.pages.path())
    let names = CommandTree.adview.names.map { "\($0.isEmpty ? "adview-admin" : $0).txt" }
    #expect(files.sorted() == (names + ["formats.txt"]).sorted())
  }

  @Test func `every page fits in 80 columns, and every command has an example that parses`() {
    for name in CommandTree.adview.names {
      for path in CommandTree.adview.paths(under: name) {
        let page = RecordingHost().run(path + ["--help"]).output
        let lines = page.split(separator: "\n")
        for line in lines where !line.hasPrefix("  adview-admin") {
          #expect(line.count <= 80, "\(path): \(line)")
        }
        guard path.count == 2 else { continue }
        #expect(page.contains("Examples:"), "\(path)")
      }
    }
  }

  @Test func `a command without a noun stands under its own name`() {
    for case .command(let name, let build) in CommandTree.adview.entries {
      #expect(build().name == name)
    }
  }

  @Test func `help is the same however it is asked for`() {
    let host = RecordingHost()
    #expect(host.run("help unit add") == host.run("unit add --help"))
    #expect(host.run("unit add -h") == host.run("--help unit add"))
    #expect(host.run("help") == host.run("--help"))
  }

  @Test(arguments: [("unit frobnicate", "unit"), ("init frobnicate", "init")])
  func `help for what is no command says so`(words: String, known: String) {
    let outcome = RecordingHost().run("help \(words)")
    #expect(
      outcome
        == .init(
          exit: .usage, output: "",
          errors: "error: no command '\(words)'.\ntry: adview-admin help \(known)\n"))
  }
}
