// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// Runs every command line that README.md shows and compares what it prints.
///
/// All blocks are run in order in one empty folder by the user `ann`. Times are compared by their
/// form; lines that do not call `adview-admin` are left alone with what stands below them.
@Suite struct ReadmeTests {
  private struct Shown {
    let line: String
    var output: String
  }

  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "README.md")

  @Test(.enabled(if: FileManager.default.fileExists(atPath: file.path())))
  func `README shows what the program prints`() throws {
    let workspace = try Workspace(database: false)
    let text = try String(contentsOf: Self.file, encoding: .utf8)
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

  /// The lines after `$ ` in fenced blocks, each with the lines up to the next.
  private static func shown(in text: String) -> [Shown] {
    var found: [Shown] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside.toggle()
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
