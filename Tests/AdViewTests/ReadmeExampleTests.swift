// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import TestSupport
import Testing

/// The example of the README, compiled, run, and held against the README's text.
@Suite struct ReadmeExampleTests {
  private static let now = ManualClock.start

  /// Answers that a person can give, and the mode in which ads are loaded then.
  static let answers: [(String, ServingMode?)] = [
    ("accepts everything", .personalized), ("declines everything", .limited),
    ("leaves everything open", nil), ("opts out of sale", .nonPersonalized),
    ("does not opt out", .personalized), ("is asked nothing", .personalized),
    ("accepts by a TC string", .personalized), ("declines by a TC string", .limited),
  ]

  @Test(arguments: answers)
  func `every load of the example stands up to the check of all loads`(
    answer: String, mode: ServingMode?
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "adview-readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "adview.sqlite").path()
    let created = try AdDatabase.create(path: path, now: Self.now)
    _ = try InventoryRepository(created).change(by: "test", at: Self.now) { inventory in
      try inventory.addSample()
    }
    var made: [InjectionBundle] = []
    try await showAds(
      of: PageID("homepage"), in: created, to: SubjectKey("user-17"),
      answering: Self.statement(answer), clock: ManualClock(stride: 100).clock
    ) { effect in
      if case .make(_, _, let bundle) = effect { made.append(bundle) }
    }
    try created.close()
    #expect(made.map(\.isLoadable) == (mode == nil ? [] : [true]))

    let database = try AdDatabase(path: path, access: .readOnly)
    let entries = try HistoryRepository(database).list(limit: 10).entries
    #expect(entries.map(\.mode) == (mode.map { [nil, $0] } ?? []))
    #expect(entries.allSatisfy { Self.now <= $0.at && $0.at <= Self.now.advanced(by: 1_000) })
    var disallowed: [DisallowedLoad] = []
    let report = try ConsentRepository(database).checkLoads { disallowed.append($0) }
    #expect(report.loads == (mode == nil ? 0 : 1))
    #expect(disallowed == [])
  }

  @Test func `the example shows an ad with the clocks of a system, which hardly move meanwhile`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "adview-readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try AdDatabase.create(
      path: folder.appending(path: "adview.sqlite").path(), now: .now)
    _ = try InventoryRepository(database).change(by: "test", at: .now) { try $0.addSample() }
    var made = 0
    try await showAds(
      of: PageID("homepage"), in: database, to: SubjectKey("user-17"),
      answering: ConsentStatement(
        choices: ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: .now),
      clock: .system
    ) { effect in
      if case .make = effect { made += 1 }
    }
    #expect(made == 1)
  }

  @Test func `the README shows the example`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let source = try String(
      contentsOf: folder.appending(path: "ReadmeExample.swift"), encoding: .utf8)
    let example = source.split(separator: "\n", maxSplits: 1)[1]
    let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(example)```"))
  }

  private static func statement(_ answer: String) throws -> ConsentStatement {
    func choices(_ choice: ConsentChoice, _ regulation: Regulation) throws -> ConsentStatement {
      ConsentStatement(
        choices: try ConsentChoices(choice, for: .googleAds), regulation: regulation, at: now)
    }
    func tcString(granting purposes: PurposeSet) throws -> ConsentStatement {
      var tc = TCString(
        created: now.advanced(by: -now.milliseconds % 86_400_000), cmpID: 300, policyVersion: 5,
        consentLanguage: try LetterPair("DA"), publisherCountry: try LetterPair("DK"))
      tc.purposesConsent = purposes
      tc.vendorConsents = try VendorSet(purposes.isEmpty ? [] : [755])
      tc.disclosedVendors = try VendorSet([755])
      return try ConsentStatement(tcString: tc.encoded())
    }
    switch answer {
    case "accepts everything": return try choices(.enabled, .gdpr)
    case "declines everything": return try choices(.disabled, .gdpr)
    case "opts out of sale": return try choices(.disabled, .cpra)
    case "does not opt out": return try choices(.enabled, .cpra)
    case "is asked nothing": return try choices(.enabled, .none)
    case "accepts by a TC string": return try tcString(granting: PurposeSet(1...11))
    case "declines by a TC string": return try tcString(granting: [])
    default: return try choices(.notAsked, .gdpr)
    }
  }
}
