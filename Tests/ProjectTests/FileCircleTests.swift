// SPDX-License-Identifier: MIT
import Testing

/// Files use one another in one direction: whoever reads one need not read the other first.
@Suite struct FileCircleTests {
  @Test func `no files of a target use each other's types in a circle`() throws {
    let targets = Dictionary(grouping: try SourceTree.swiftFiles(in: "Sources"), by: \.target)
    for (target, files) in targets.sorted(by: { $0.key < $1.key }) {
      for circle in FileUses(files).circles {
        Issue.record("\(target): \(circle.joined(separator: "\n  "))")
      }
    }
  }

  @Test func `a circle is found, and what stands in comments and texts is no use`() {
    let files = [
      ("A.swift", "struct A { let b: B }"), ("B.swift", "struct B { let c = C<Int>() }"),
      ("C.swift", "struct C<T> { func f() -> \"\\(A.self)\" }"),
      ("D.swift", "/// ``A``\nextension A {}\nlet text = \"A\" // E"),
      ("E.swift", "struct E { let d: D }"),
    ].map { name, text in
      SourceTree.File(path: "Sources/T/\(name)", lines: text.split(separator: "\n"))
    }
    #expect(
      FileUses(files).circles == [
        [
          "Sources/T/A.swift uses B of Sources/T/B.swift",
          "Sources/T/B.swift uses C of Sources/T/C.swift",
          "Sources/T/C.swift uses A of Sources/T/A.swift",
        ]
      ])
  }
}

/// Which file of a target uses types that stand in which other.
private struct FileUses {
  private let names: [String]
  /// For each file, the files that it uses, with one of the types.
  private var uses: [[Int: String]]

  init(_ files: [SourceTree.File]) {
    let code = files.map { SourceTree.code(of: $0) }
    names = files.map(\.path)
    var owners: [String: Int] = [:]
    let declaration =
      /^(?:(?:public|package|internal|final|indirect|@\w+(?:\(\w+\))?) )*(?:struct|enum|class|protocol|actor|typealias) (\w+)/
      .anchorsMatchLineEndings()
    for (place, text) in code.enumerated() {
      for match in text.matches(of: declaration) { owners[String(match.1)] = place }
    }
    uses = code.enumerated().map { place, text in
      var used: [Int: String] = [:]
      for bytes in text.utf8.split(whereSeparator: { !Self.isWordByte($0) }) {
        let word = Substring(bytes)
        guard word.first != ".", let name = word.split(separator: ".").first.map(String.init),
          let owner = owners[name], owner != place
        else { continue }
        used[owner] = name
      }
      return used
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The shortest circle through each group of files that reach one another, a line for each use.
  var circles: [[String]] {
    var known: Set<Int> = []
    return names.indices.compactMap { start in
      guard !known.contains(start), let way = shortestWayBack(to: start) else { return nil }
      known.formUnion(way)
      return zip(way, way.dropFirst() + [start]).map { user, used in
        "\(names[user]) uses \(uses[user][used] ?? "") of \(names[used])"
      }
    }
  }

  private func shortestWayBack(to start: Int) -> [Int]? {
    var ways = [[start]]
    var seen: Set<Int> = []
    while !ways.isEmpty {
      var longer: [[Int]] = []
      for way in ways {
        for next in uses[way[way.count - 1]].keys.sorted() {
          if next == start { return way }
          if seen.insert(next).inserted { longer.append(way + [next]) }
        }
      }
      ways = longer
    }
    return nil
  }
}
