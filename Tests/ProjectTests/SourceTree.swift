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

  /// The Swift files below a folder of the checkout, in the order of their paths, without those that the
  /// documentation only shows.
  static func swiftFiles(in folder: String) throws -> [File] {
    let base = root.appending(path: folder)
    let all = FileManager.default.enumerator(atPath: base.path())
    return try (all?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
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
    let bytes = Array(file.lines.joined(separator: "\n").utf8)
    var code: [UInt8] = []
    var at = 0
    func has(_ text: [UInt8], at place: Int) -> Bool {
      place + text.count <= bytes.count && bytes[place..<place + text.count].elementsEqual(text)
    }
    let (slashes, quote) = (Array("//".utf8), UInt8(ascii: "\""))
    while at < bytes.count {
      let signs = bytes[at...].prefix { $0 == UInt8(ascii: "#") }
      let opening = at + signs.count
      if has(slashes, at: at) {
        at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      } else if opening < bytes.count, bytes[opening] == quote {
        let quotes = has([quote, quote, quote], at: opening) ? [quote, quote, quote] : [quote]
        let (ending, escape) = (quotes + signs, [UInt8(ascii: "\\")] + signs)
        at = opening + quotes.count
        while at < bytes.count, !has(ending, at: at) {
          guard has(escape, at: at) else {
            at += 1
            continue
          }
          at += escape.count
          if at < bytes.count, bytes[at] == UInt8(ascii: "(") {
            var depth = 0
            repeat {
              if bytes[at] == UInt8(ascii: "(") { depth += 1 }
              if bytes[at] == UInt8(ascii: ")") { depth -= 1 }
              code.append(bytes[at])
              at += 1
            } while at < bytes.count && depth > 0
          } else {
            at += 1
          }
        }
        at += ending.count
      } else {
        code.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: code, as: UTF8.self)
  }
}
