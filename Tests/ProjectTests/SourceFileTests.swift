// SPDX-License-Identifier: MIT
import Testing

/// What every source file keeps to.
@Suite struct SourceFileTests {
  static let folders = ["Sources", "Tests"]

  @Test(arguments: folders)
  func `a file has at most 450 lines`(folder: String) throws {
    for file in try SourceTree.swiftFiles(in: folder) where !file.isGenerated {
      #expect(file.lines.count <= 451, "\(file) has \(file.lines.count - 1) lines")
    }
  }

  @Test(arguments: folders)
  func `a file begins with its licence`(folder: String) throws {
    for file in try SourceTree.swiftFiles(in: folder) {
      #expect(file.lines.first == "// SPDX-License-Identifier: MIT", "\(file)")
    }
  }

  @Test(arguments: folders)
  func `a file name is one word of letters, with at most an aspect`(folder: String) throws {
    for file in try SourceTree.swiftFiles(in: folder) {
      let name = file.path.split(separator: "/").last ?? ""
      #expect(
        name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "+") })
      for vague in ["Helper", "Util", "Common", "Misc"] where name.contains(vague) {
        Issue.record("\(file) has a name that says nothing")
      }
    }
  }

  @Test func `nothing in Sources traps where it could throw, or is left to do`() throws {
    for file in try SourceTree.swiftFiles(in: "Sources") {
      for line in file.lines {
        for loose in ["fatalError(", "try!", " as! ", "TODO", "FIXME"] where line.contains(loose) {
          Issue.record("\(file): \(line)")
        }
      }
    }
  }

  @Test func `only the store writes statements of SQL`() throws {
    for file in try SourceTree.swiftFiles(in: "Sources")
    where file.target != "AdStore" && file.target != "AdSQLite" {
      for line in file.lines where line.contains(".prepare(\"") || line.contains(".statement(\"") {
        Issue.record("\(file): \(line)")
      }
    }
  }
}
