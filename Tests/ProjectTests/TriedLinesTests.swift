// SPDX-License-Identifier: MIT
import AdSystem
import Foundation
import Testing

@testable import AdminCLI

/// The command lines that the program's texts tell people to type: hints behind `try:`, notes, help.
/// Those that are put together while it runs are tried by `BadCommandLineTests`.
@Suite struct TriedLinesTests {
  @Test func `every line that the sources tell people to type is one that the program runs`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "adview-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let person = Person(database: folder.appending(path: "adview.sqlite").path())
    #expect(person.run(["init", "--demo"]) == .done)
    var tried: Set<String> = []
    for file in try SourceTree.swiftFiles(in: "Sources/AdminCLI") {
      for line in file.lines where !line.contains("///") {
        for text in Self.commandLines(in: String(line)) where tried.insert(text).inserted {
          let words = text.split(separator: " ").dropFirst().map(String.init)
          var parser = CommandLineParser(tree: .adview, tokens: words)
          do throws(UsageError) {
            _ = try parser.parse()
          } catch {
            // A command that is only named, as in: see 'adview-admin restore'.
            if case .missingArgument = error.problem, line.contains("'\(text)'") { continue }
            Issue.record("\(file): \(text): \(error.message)")
          }
          // Nobody is called SUBJECT; a command that is only named needs more to run, and two lines
          // are for those who have no database, or a secret.
          let isNamed = line.contains("'\(text)'")
          let exit = person.run(words)
          #expect(
            [.done, .notFound, .answerIsNo, .refused, .cannotCreate].contains(exit)
              || exit == .usage && (isNamed || person.errors.contains("no secret is named")),
            "\(file): \(text) ends with \(exit.rawValue): \(person.errors)")
        }
      }
    }
    #expect(tried.count > 30, "\(tried.count) lines were tried")
  }

  /// What stands between quotes and begins with the program's name; none with a blank to be filled.
  private static func commandLines(in line: String) -> [String] {
    ["\"adview-admin ", "'adview-admin "].flatMap { begin in
      line.ranges(of: begin).compactMap { range -> String? in
        let text = line[line.index(after: range.lowerBound)...].prefix { $0 != begin.first }
        let isWhole = text.endIndex < line.endIndex && !text.contains("\\") && !text.contains("<")
        // A line that goes on in the next of the source ends with a space here.
        return isWhole && text.last != " " && text.count > begin.count ? String(text) : nil
      }
    }
  }
}

/// Somebody at a terminal who types a line, and says no to every question.
private final class Person: OutputChannel, InputChannel {
  private let database: String
  private(set) var errors = ""

  let isTerminal = true
  let columns: Int? = nil

  init(database: String) { self.database = database }

  func run(_ arguments: [String]) -> ExitCode {
    errors = ""
    let host = Host(
      variable: { [database] in ["ADVIEW_DB": database, "USER": "ann"][$0] }, input: self,
      output: self, errors: self, files: SystemFiles(), now: Host.system().now,
      isInterrupted: { false })
    return AdminProgram(host: host).run(arguments)
  }

  func write(_ bytes: [UInt8]) { errors += String(decoding: bytes, as: UTF8.self) }
  func readLine() -> String? { "n" }
  func readAll(atMost limit: Int) -> [UInt8] { [] }
}
