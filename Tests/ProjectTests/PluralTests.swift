// SPDX-License-Identifier: MIT
import Testing

/// What is counted is said in the singular or the plural by `counted(_:_:)`, and by nothing else:
/// `1 units` is in no message.
@Suite struct PluralTests {
  private static let nouns: Set<Substring> = [
    "bytes", "changes", "columns", "days", "displays", "entries", "errors", "files",
    "findings", "hints", "items", "keys", "letters", "lines", "loads", "migrations", "months",
    "pages", "people", "points", "problems", "records", "rows", "scopes", "sections", "seconds",
    "segments", "sessions", "settings", "sizes", "transitions", "units", "values", "warnings",
  ]

  /// Numbers that are never one, by what stands for them in the source, and why.
  private static let neverOne: [(text: String, why: String)] = [
    ("limit", "a bound"), ("longest", "a bound"), ("Longest", "a bound"), ("greatest", "a bound"),
    ("utf8.count", "said of a text that is too long"), ("lineWidth", "at least 40"),
    ("scalars.count", "said of a text that is too long"), ("leastMargin", "400"),
    ("count) scopes", "two or more"), ("\\(count) bytes", "said of a text that is too long"),
    ("bytes long", "said of a text that is too long"),
    ("count == 1 ?", "both are written there"), ("== 1 ?", "both are written there"),
    ("range.lowerBound", "a bound"), ("largestSide", "a bound"),
    ("shown.count", "more than are shown"), ("initial) points", "said of a width and a height"),
    ("counts.map", "two or more"), ("mostLinted", "some thousands"),
  ]

  @Test func `a number and what it counts agree`() throws {
    for file in try SourceTree.swiftFiles(in: "Sources") where !file.isGenerated {
      for line in file.lines where !line.contains("///") {
        guard let noun = Self.loosePlural(in: line) else { continue }
        Issue.record("\(file): '\(noun)' is plural whatever the number: \(line)")
      }
    }
  }

  @Test(arguments: [
    #""\(count) units""#, #""wrote \(files.count) files to""#, #""\(a) and \(left.count) pages""#,
  ])
  func `a plural behind a number is found`(line: String) {
    #expect(Self.loosePlural(in: line[...]) != nil)
  }

  @Test(arguments: [
    #""\(count.counted("unit"))""#, #""at most \(limit) bytes""#, #""\(name) is one of units""#,
    #""\(distance.inPoints)""#,
  ])
  func `what agrees is not`(line: String) {
    #expect(Self.loosePlural(in: line[...]) == nil)
  }

  /// The noun in the plural that stands behind an interpolation which could be one.
  private static func loosePlural(in line: Substring) -> Substring? {
    if neverOne.contains(where: { line.contains($0.text) }) { return nil }
    for place in line.ranges(of: ") ") {
      let noun = line[place.upperBound...].prefix { $0.isLetter }
      guard nouns.contains(noun) else { continue }
      // The parenthesis closes an interpolation, and not a call in the code or a remark.
      var depth = 1
      var index = place.lowerBound
      while index > line.startIndex, depth > 0 {
        index = line.index(before: index)
        if line[index] == ")" { depth += 1 } else if line[index] == "(" { depth -= 1 }
      }
      guard depth == 0, index > line.startIndex, line[line.index(before: index)] == "\\" else {
        continue
      }
      if line[index..<place.lowerBound].contains("counted(") { continue }
      return noun
    }
    return nil
  }
}
