// SPDX-License-Identifier: MIT
import AdSystem
import Foundation
import Testing

/// The edges between targets. The compiler refuses most other imports, but not one that reaches a
/// target through a third, nor a system library, nor does it mind an edge that nothing uses.
@Suite struct ImportRulesTests {
  /// What each target may import, and does: a pure target knows nothing of the machine it runs on.
  static let targets: [String: Set<String>] = [
    "AdSystem": [],
    "AdSQLite": ["CAdSQLite", "AdSystem"],
    "AdModel": [],
    "AdConsent": ["AdModel"],
    "AdLoading": ["AdModel"],
    "AdInjection": ["AdModel", "AdConsent"],
    "AdLayout": ["AdModel"],
    "AdHosting": ["AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout"],
    "AdUpdate": ["AdModel"],
    "AdStore": [
      "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdUpdate", "AdSQLite", "AdSystem",
    ],
    "AdReports": ["AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdHosting"],
    "AdView": [
      "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdHosting", "AdUpdate",
      "AdStore",
    ],
    "AdWebKit": ["AdView"],
    "AdViewTesting": ["AdView", "AdSystem"],
    "AdminCLI": [
      "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdHosting", "AdUpdate",
      "AdStore", "AdReports", "AdSQLite", "AdSystem",
    ],
  ]

  /// The parts of the toolchain that a target may call besides.
  static let systemModules: [String: Set<String>] = [
    "AdSystem": ["Dispatch", "Glibc", "Musl", "Darwin"],
    "AdSQLite": ["Glibc", "Musl", "Darwin"],
    "AdStore": ["Dispatch"],
    // What apps and their tools know errors by; no program of ours links it.
    "AdView": ["Foundation", "Observation"],
    "AdWebKit": ["CryptoKit", "Foundation", "WebKit", "UIKit", "SwiftUI", "AppKit"],
    "AdminCLI": ["Glibc", "Musl", "Darwin"],
  ]

  @Test func `each target imports what the drawing says, no more and no less`() throws {
    var found: [String: Set<String>] = [:]
    for file in try SourceTree.swiftFiles(in: "Sources") {
      found[file.target, default: []].formUnion(SourceTree.imports(of: file))
    }
    #expect(Set(found.keys) == Set(Self.targets.keys))
    for (target, imports) in found {
      let ours = imports.subtracting(Self.systemModules[target] ?? [])
      #expect(ours == Self.targets[target], "\(target) imports \(ours.sorted())")
    }
  }

  @Test func `the C library is imported by AdSQLite, and in tests by the disk below it`() throws {
    let files = try SourceTree.swiftFiles(in: "Sources") + SourceTree.swiftFiles(in: "Tests")
    let importing = files.filter { SourceTree.imports(of: $0).contains("CAdSQLite") }
    #expect(Set(importing.map(\.target)) == ["AdSQLite", "TroubledDisk"])
  }

  @Test func `the manifest has the same edges`() throws {
    let manifest = try String(
      contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
    for (target, imports) in Self.targets {
      let entry = try #require(
        manifest.split(separator: "library(").dropFirst()
          .map { $0.prefix { $0 != ")" }.split(separator: "\"", omittingEmptySubsequences: false) }
          .first { $0.count > 1 && $0[1] == target && $0[0].allSatisfy(\.isWhitespace) },
        "\(target) is not in the manifest")
      let named = entry.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      #expect(Set(named.dropFirst().map(String.init)) == imports, "\(target) may import \(named)")
    }
  }

  @Test func `the README draws these edges, and leaves out what follows from others`() throws {
    let readme = try String(
      contentsOf: SourceTree.root.appending(path: "README.md"), encoding: .utf8)
    let drawing = try #require(
      readme.components(separatedBy: "```mermaid\nflowchart BT\n").dropFirst().first)
    var drawn: [String: Set<String>] = [:]
    for line in drawing.components(separatedBy: "```")[0].split(separator: "\n") {
      let ends = line.components(separatedBy: " --> ").map { side in
        side.components(separatedBy: " & ").map {
          String($0.drop { $0 == " " }.prefix { $0.isLetter || $0 == "-" })
        }
      }
      for end in ends[0] { drawn[end, default: []].formUnion(ends[1]) }
    }
    func reached(from target: String) -> Set<String> {
      Self.targets[target, default: []].reduce(into: []) {
        $0.formUnion(reached(from: $1).union([$1]))
      }
    }
    for (target, imports) in Self.targets where target != "adview-admin" {
      let kept = imports.filter { other in
        !imports.contains { reached(from: $0).contains(other) }
      }
      #expect(drawn[target, default: []] == kept, "\(target) --> \(kept.sorted())")
      drawn[target] = nil
    }
    #expect(drawn.isEmpty, "drawn and not there: \(drawn)")
  }

  @Test func `what an app links holds no tools of operators, and nothing of its tests`() {
    var linked: Set<String> = ["AdView", "AdWebKit"]
    while true {
      let more = linked.reduce(into: linked) { $0.formUnion(Self.targets[$1] ?? []) }
      if more == linked { break }
      linked = more
    }
    #expect(linked.isDisjoint(with: ["AdReports", "AdminCLI", "AdViewTesting"]))
  }

  /// The files beside AdSystem and AdSQLite that call the system's C library, and why they must. Foundation would
  /// spare some of these calls, and make the static program 52 MB larger.
  static let filesThatCallC: [String: String] = [
    "AdminProgram+Process":
      "the arguments as main has them, which no Swift list keeps in all cases",
    "Descriptor": "read, write and the size of a terminal, with Ctrl-C seen while waiting",
    "Environment": "hands those arguments on",
  ]

  @Test func `unsafe code stands where SQLite and the system are called, and nowhere else`() throws
  {
    var used: Set<String> = []
    for file in try SourceTree.swiftFiles(in: "Sources")
    where !["AdSystem", "AdSQLite"].contains(file.target) {
      let code = SourceTree.code(of: file).split(separator: "\n")
      for line in code where line.contains("unsafe ") || line.contains("Unsafe") {
        let name = String(file.path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
        if file.path.hasPrefix("Sources/AdminCLI/Host/"), Self.filesThatCallC[name] != nil {
          used.insert(name)
        } else {
          Issue.record("\(file): \(line)")
        }
      }
    }
    #expect(used == Set(Self.filesThatCallC.keys))
  }

  @Test func `targets without system modules print nothing, and neither does what apps import`()
    throws
  {
    for file in try SourceTree.swiftFiles(in: "Sources")
    where Self.systemModules[file.target] == nil || file.target == "AdView" {
      for line in file.lines where line.contains(" print(") && !line.contains("///") {
        Issue.record("\(file): \(line)")
      }
    }
  }

  @Test func `the top level holds what it may hold`() throws {
    let allowed: Set = [
      "Package.swift", "Package.resolved", "Sources", "Tests", "migrations", "README.md", "scripts",
      "LICENSE", "CHANGELOG.md",
    ]
    let found = try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.path())
    #expect(Set(found.filter { !$0.hasPrefix(".") }).subtracting(allowed).isEmpty)
  }
}
