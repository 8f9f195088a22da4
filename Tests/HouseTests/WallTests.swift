// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The edges between targets. The compiler refuses most other imports, but not one that reaches a
/// target through a third, nor a system library.
@Suite struct WallTests {
  /// What each target may import. A pure target knows nothing of the machine it runs on.
  static let walls: [String: Set<String>] = [
    "SQLiteKit": ["CSQLite", "Glibc", "Musl", "Darwin", "Synchronization"],
    "AdModel": [],
    "AdConsent": ["AdModel"],
    "AdLoading": ["AdModel"],
    "AdInjection": ["AdModel", "AdConsent"],
    "AdLayout": ["AdModel"],
    "AdStore": [
      "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "SQLiteKit",
      "Dispatch", "Synchronization",
    ],
    "AdminCLI": [
      "AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout", "AdStore", "SQLiteKit",
      "Synchronization", "Glibc", "Musl", "Darwin",
    ],
    "adview-admin": ["AdminCLI"],
  ]

  @Test func `each target imports only what stands beside it in the drawing`() throws {
    let files = try SourceTree.swiftFiles(in: "Sources")
    #expect(files.count > 50)
    for file in files {
      let allowed = try #require(Self.walls[file.target], "\(file) is in no known target")
      let strangers = SourceTree.imports(of: file).subtracting(allowed)
      #expect(strangers.isEmpty, "\(file) imports \(strangers.sorted())")
    }
  }

  @Test func `every target of the drawing has files`() throws {
    let targets = Set(try SourceTree.swiftFiles(in: "Sources").map(\.target))
    #expect(targets == Set(Self.walls.keys))
  }

  @Test func `unsafe code stands where SQLite and the system are called, and nowhere else`() throws
  {
    let mayCallC: Set = ["SQLiteKit", "AdminCLI"]
    for file in try SourceTree.swiftFiles(in: "Sources") where !mayCallC.contains(file.target) {
      for line in file.lines where line.contains("unsafe ") || line.contains("Unsafe") {
        Issue.record("\(file): \(line)")
      }
    }
  }

  @Test func `pure targets print nothing`() throws {
    let pure: Set = ["AdModel", "AdConsent", "AdLoading", "AdInjection", "AdLayout"]
    for file in try SourceTree.swiftFiles(in: "Sources") where pure.contains(file.target) {
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
