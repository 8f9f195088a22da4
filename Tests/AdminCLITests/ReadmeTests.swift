// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// Runs every command line that README.md shows and compares what it prints.
///
/// All blocks are run in order by the user `ann`, in one folder that holds nothing but the demo's
/// scroll as `scroll.ndjson`. Times are compared by their
/// form; lines that do not call `adview-admin` are left alone with what stands below them.
@Suite struct ReadmeTests {
  private struct Shown {
    let line: String
    var output: String
  }

  private static let top = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `README shows what the program prints`() throws {
    let workspace = try Workspace(database: false)
    try FileManager.default.copyItem(
      atPath: Self.top.appending(path: "scripts/demo-scroll.ndjson").path(),
      toPath: workspace.folder + "/scroll.ndjson")
    let text = try String(contentsOf: Self.top.appending(path: "README.md"), encoding: .utf8)
    let shown = Self.shown(in: text)
    #expect(!shown.isEmpty)
    for example in shown where example.line.hasPrefix("adview-admin") {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", "{ \(example.line)\n} 2>&1"]
      shell.currentDirectoryURL = URL(filePath: workspace.folder)
      shell.environment = BuiltProgram.environment
      let ended = try BuiltProgram.end(shell)
      #expect(
        Self.withoutTimes(ended.output) == Self.withoutTimes(example.output), "\(example.line)")
    }
  }

  /// The lines after `$ ` in blocks of a console, each with the lines up to the next.
  private static func shown(in text: String) -> [Shown] {
    var found: [Shown] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
        continue
      }
      guard isInside else { continue }
      if line.hasPrefix("$ ") {
        found.append(Shown(line: String(line.dropFirst(2)), output: ""))
      } else if !found.isEmpty {
        found[found.count - 1].output += "\(line)\n"
      }
    }
    return found
  }

  private static func withoutTimes(_ text: String) -> String {
    text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, with: "TIME")
      .trimmingCharacters(in: .newlines)
  }
}
