// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

@Suite struct ManualPageTests {
  private let host = RecordingHost()

  @Test func `the program's page names a page for every noun and command`() {
    let page = host.run("help man").output
    for entry in CommandTree.adview.entries {
      #expect(page.contains(".BR adview\\-admin\\-\(entry.name) (1)"), "\(entry.name)")
      #expect(host.run("help man \(entry.name)").exit == .done)
    }
  }

  @Test func `a noun's page has all its verbs with their options and examples`() {
    let page = host.run("help man unit").output
    for (path, _) in CommandTree.adview.commands where path.first == "unit" {
      let words = path.joined(separator: " ")
      #expect(page.contains("\n.SH \(words.uppercased())\n"), "\(words)")
    }
    #expect(page.contains("\n.TP\n.B \\-\\-size SIZE\n"))
    #expect(page.contains(".EX\n  adview\\-admin unit add "))
  }

  /// A line that begins with a point or a quote is a request, and a backslash begins an escape.
  @Test func `nothing that is said is taken for a request`() {
    let requests = Set([".TH", ".SH", ".PP", ".TP", ".B", ".EX", ".EE", ".BR"])
    for word in CommandTree.adview.entries.map(\.name) {
      for line in host.run("help man \(word)").output.split(separator: "\n") {
        if line.hasPrefix(".") {
          #expect(requests.contains(String(line.prefix { $0 != " " })), "\(word): \(line)")
        }
        #expect(!line.hasPrefix("'"), "\(word): \(line)")
        let escapes = line.split(separator: "\\", omittingEmptySubsequences: false).dropFirst()
        #expect(
          escapes.allSatisfy { $0.first.map("e-(&".contains) ?? false }, "\(word): \(line)")
      }
    }
  }

  @Test func `a word that is no command has no page`() {
    let outcome = host.run("help man units")
    #expect(outcome.exit == .usage && outcome.errors.contains("'unit'"), "\(outcome)")
  }
}
