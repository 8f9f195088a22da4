// SPDX-License-Identifier: MIT
import Foundation

/// The checkout that these tests were built from, read from disk.
struct SourceTree {
  /// One Swift file.
  struct File: CustomStringConvertible {
    /// The path from the top of the checkout.
    let path: String
    let lines: [Substring]

    var description: String { path }
    /// The file's target: the folder below `Sources` or `Tests`.
    var target: String { String(path.split(separator: "/")[1]) }
    var isGenerated: Bool { path.hasSuffix(".generated.swift") }
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files below a folder of the checkout, in the order of their paths.
  static func swiftFiles(in folder: String) throws -> [File] {
    let base = root.appending(path: folder)
    let all = FileManager.default.enumerator(atPath: base.path())
    return try (all?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { name in
        let text = try String(contentsOf: base.appending(path: name), encoding: .utf8)
        return File(
          path: "\(folder)/\(name)",
          lines: text.split(separator: "\n", omittingEmptySubsequences: false))
      }
  }

  /// The modules that a file imports.
  static func imports(of file: File) -> Set<String> {
    var found: Set<String> = []
    for line in file.lines {
      let words = line.split(separator: " ")
      if let index = words.firstIndex(of: "import"),
        words[..<index].allSatisfy({
          $0 == "public" || $0 == "internal" || $0 == "package" || $0.hasPrefix("@")
        }),
        index + 1 < words.count
      {
        found.insert(String(words[index + 1].prefix { $0 != "." }))
      }
    }
    return found
  }

  /// A file's text without comments and without what stands in string literals, except what is
  /// put into them.
  static func code(of file: File) -> String {
    var code = ""
    var rest = file.lines.joined(separator: "\n")[...]
    while let first = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if let opening = rest.prefixMatch(of: /(#*)("""|")/) {
        let (signs, quote) = (opening.1, opening.2)
        rest = rest[opening.range.upperBound...]
        while !rest.isEmpty, !rest.hasPrefix("\(quote)\(signs)") {
          if rest.hasPrefix("\\\(signs)(") {
            rest = rest.dropFirst(signs.count + 2)
            var depth = 1
            while depth > 0, let character = rest.popFirst() {
              if character == "(" { depth += 1 }
              if character == ")" { depth -= 1 }
              code.append(depth > 0 ? character : " ")
            }
          } else {
            rest = rest.dropFirst(rest.hasPrefix("\\\(signs)") ? signs.count + 2 : 1)
          }
        }
        rest = rest.dropFirst(quote.count + signs.count)
      } else {
        code.append(first)
        rest = rest.dropFirst()
      }
    }
    return code
  }
}
