// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

/// The command lines that the program's texts tell people to type: hints behind `try:`, notes, help.
/// Those that are put together while it runs are tried by `BadCommandLineTests`.
@Suite struct TriedLinesTests {
  @Test func `every line that the sources tell people to type is one that the program takes`()
    throws
  {
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
