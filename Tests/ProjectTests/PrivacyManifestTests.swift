// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The privacy manifest says of which of Apple's required-reason interfaces the library makes use, and of
/// no others.
@Suite struct PrivacyManifestTests {
  /// Source: Apple, "Describing use of required reason API".
  private static let categories: [(name: String, calls: [String])] = [
    ("FileTimestamp", ["stat(", "lstat(", "fstat(", "fstatat(", "getattrlist(", "creationDate"]),
    ("SystemBootTime", ["systemUptime", "mach_absolute_time"]),
    ("DiskSpace", ["statfs(", "statvfs(", "fstatfs(", "volumeAvailableCapacity"]),
    ("ActiveKeyboards", ["activeInputModes"]), ("UserDefaults", ["UserDefaults"]),
  ]
  /// What no app links.
  private static let others: Set<String> = ["AdminCLI", "adview-admin", "AdReports"]

  @Test func `the manifest names what the sources use`() throws {
    var used: Set<String> = []
    for file in try SourceTree.swiftFiles(in: "Sources") where !Self.others.contains(file.target) {
      let code = SourceTree.code(of: file)
      for (name, calls) in Self.categories
      where calls.contains(where: { Self.uses($0, in: code) }) { used.insert(name) }
    }
    let file = SourceTree.root.appending(path: "Sources/AdSystem/PrivacyInfo.xcprivacy")
    let manifest = try String(contentsOf: file, encoding: .utf8)
    let named = Self.categories.map(\.name).filter {
      manifest.contains("<string>NSPrivacyAccessedAPICategory\($0)</string>")
    }
    #expect(Set(named) == used)
    #expect(
      manifest.components(separatedBy: "<key>").dropFirst().map { String($0.prefix { $0 != "<" }) }
        .filter { !$0.hasPrefix("NSPrivacyAccessedAPIType") || $0 == "NSPrivacyAccessedAPITypes" }
        == [
          "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
          "NSPrivacyAccessedAPITypes",
        ])
  }

  /// Whether a call stands in code as a word of its own.
  private static func uses(_ call: String, in code: String) -> Bool {
    code.components(separatedBy: call).dropLast().contains { before in
      before.last.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
    }
  }
}
