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

  @Test(arguments: folders)
  func `a parameter that a comment names is one of what follows`(folder: String) throws {
    for file in try SourceTree.swiftFiles(in: folder) {
      var named: [Substring] = []
      var declaration = ""
      for line in file.lines {
        let words = line.drop { $0 == " " }
        if words.hasPrefix("///") {
          if !declaration.isEmpty { (named, declaration) = ([], "") }
          named += words.matches(of: /^\/\/\/ (?:  - (\w+)|- Parameter (\w+)):/)
            .compactMap { $0.1 ?? $0.2 }
        } else if !named.isEmpty {
          declaration += words + " "
          guard words.hasSuffix("{") || words.hasSuffix("}") || words.isEmpty else { continue }
          let found = Set(declaration.matches(of: /\w+/).map(\.output))
          for name in named where !found.contains(name) {
            Issue.record("\(file): there is no parameter \(name) in \(declaration)")
          }
          (named, declaration) = ([], "")
        }
      }
    }
  }

  @Test func `a public enumeration says whether cases may be added`() throws {
    for file in try SourceTree.swiftFiles(in: "Sources") {
      // An expression alone would take seconds for a hundred thousand lines.
      for (index, line) in file.lines.enumerated()
      where line.drop(while: { $0 == " " }).hasPrefix("public ") {
        guard let name = line.firstMatch(of: /^ *public (?:indirect )?enum (\w+)/)?.1 else {
          continue
        }
        let margin = line.prefix { $0 == " " }
        let hasCases = file.lines[(index + 1)...].prefix { $0 != "\(margin)}" }
          .contains { $0.wholeMatch(of: /( *)(?:indirect )?case .*/)?.1.count == margin.count + 2 }
        let comment = file.lines[..<index].reversed()
          .prefix { $0.contains(/^ *(?:\/\/\/|@)/) }.joined(separator: " ")
        guard hasCases, !comment.contains("default"), !comment.contains("none will be added")
        else { continue }
        Issue.record("\(file): \(name) says nothing of cases that may be added")
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
