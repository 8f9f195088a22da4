// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@testable import AdminCLI

/// What commands write for programs, compared with what they say that they write.
@Suite struct OutputKeysTests {
  /// A line for each command that writes keys, on the sample inventory with a session.
  static let lines = [
    "unit list", "unit show div-gpt-ad-mobile_1", "unit log", "unit lint top",
    "unit add another", "unit set div-gpt-ad-mobile_1 --notes x", "unit pause div-gpt-ad-mobile_1",
    "unit remove div-gpt-ad-mobile_1 --yes", "page list", "page show article",
    "page set article --fetch 900", "targeting list", "targeting set a=b --app", "debug on",
    "debug show", "history list", "history sessions", "history stats", "history timeline run",
    "history prune --before 2100-01-01T00:00:00Z --dry-run", "version",
    "simulate --trace DIR/scroll.ndjson", "backup DIR/copy.sqlite --dry-run",
    "publish DIR/public --dry-run",
  ]

  private func keys(of line: String) throws -> [String] {
    let words = line.split(separator: " ").map(String.init)
    for (path, command) in CommandTree.adview.commands where words.starts(with: path) {
      if case .keys(let keys) = command.output { return keys.map(\.key) }
    }
    Issue.record("'\(line)' declares no keys")
    return []
  }

  /// The ways to all values, as far down as something is declared; null stands for all below it.
  private func paths(
    in value: JSONValue, under prefix: String, knowing known: [String]
  ) -> [String] {
    guard case .object(let object) = value else { return [] }
    return object.members.flatMap { member in
      let path = prefix + member.key
      if known.contains(path) { return [path] }
      let below = known.filter { $0.hasPrefix("\(path).") }
      if member.value == .null, !below.isEmpty { return below }
      let found = paths(in: member.value, under: "\(path).", knowing: known)
      return found.isEmpty ? [path] : found
    }
  }

  /// The sample inventory with something for every command to show.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    workspace.run("unit add top --target 1a=b")
    try workspace.answer(.enabled, for: "ann")
    try workspace.write(
      Array(
        #"""
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":0,"frame":{"id":"div-gpt-ad-mobile_3","x":36.5,"y":100,"width":320,"height":320}}
        {"t":3000,"viewport":{"x":0,"y":10,"width":393,"height":852}}

        """#.utf8), to: "scroll.ndjson")
    workspace.run(
      "simulate --trace DIR/scroll.ndjson --page article --record --subject ann --session-id run")
    return workspace
  }

  @Test(arguments: lines)
  func `a command writes exactly the keys that help names`(line: String) throws {
    let known = try keys(of: line)
    for format in ["json", "ndjson"] {
      let outcome = try workspace().run("\(line) --format \(format)")
      let text = format == "json" ? outcome.output : String(outcome.output.prefix { $0 != "\n" })
      var value = try JSONReader.read(Array(text.utf8))
      if case .array(let elements) = value { value = try #require(elements.first, "\(outcome)") }
      #expect(paths(in: value, under: "", knowing: known) == known, "\(format)")
    }
    let csv = try workspace().run("\(line) --format csv").output
    #expect(csv.prefix { $0 != "\r\n" } == known.joined(separator: ","))
  }

  @Test func `a command with one form takes no other`() throws {
    let workspace = try Workspace()
    for (path, command) in CommandTree.adview.commands {
      guard case .document(let form) = command.output else { continue }
      let words = command.examples[0].line.split(separator: " ").map(String.init)
      let line = words.prefix { $0 != ">" && $0 != "|" } + ["--format", "csv"]
      let outcome = workspace.run(Array(line))
      #expect(outcome.exit == .usage, "\(path)")
      #expect(outcome.errors.contains("it always writes \(form)."), "\(outcome.errors)")
    }
    #expect(workspace.run("--version --format json").exit == .usage)
    let bundle = "export bundle div-gpt-ad-mobile_1 --subject ann --out DIR/b --format html"
    #expect(workspace.run(bundle).exit == .usage)
    #expect(!SystemFiles().exists(workspace.path("b")))
  }
}
