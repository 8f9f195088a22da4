// SPDX-License-Identifier: MIT
import AdView
import AdViewTesting
import Foundation
import Testing

/// What alerts, logs and crash reporters are told of errors.
@Suite struct AdViewErrorTests {
  /// An error type, the codes that it has, and one of its errors.
  struct Row: CustomStringConvertible, Sendable {
    let type: any AdViewError.Type
    let codes: [String]
    /// One that an app can bring about; what Foundation shows of it.
    let example: (any AdViewError)?
    let expected: String
    var description: String { "\(type)" }
  }

  static let rows: [Row] = {
    let sources = SourceCodes()
    func refused<Failure: Error>(_ body: () throws -> Void, as type: Failure.Type) -> Failure {
      do { try body() } catch let error as Failure { return error } catch { fatalError("\(error)") }
      fatalError("nothing was thrown")
    }
    return [
      Row(
        type: StoreError.self, codes: sources.named(in: "StoreError.Code", "StoreError+Code.swift"),
        example: StoreError(.noSuchUnit, "no unit 'u'", recovery: .restoreUnit(unit)),
        expected: "AdView.StoreError 18 noSuchUnit: no unit 'u' | Restore 'u' first."),
      Row(
        type: InvalidValue.self, codes: sources.named(in: "InvalidValue.swift"),
        example: refused({ _ = try PageID("") }, as: InvalidValue.self),
        expected: "AdView.InvalidValue 1 empty: page name: is empty; give at least 1 character "
          + "| Give a value."),
      Row(
        type: JSONError.self, codes: sources.named(in: "JSONError.swift"),
        example: refused({ _ = try JSONValue(text: "{") }, as: JSONError.self),
        expected: "AdView.JSONError 2 unexpectedEnd: line 1, column 2: expected a key in "
          + "quotes, found the end of the text | Check that the text has arrived whole."),
      Row(
        type: UpdateRefusal.self, codes: sources.named(in: "UpdateRefusal.swift"),
        example: UpdateRefusal(.expired, "timestamp.json", "it ended"),
        expected: "AdView.UpdateRefusal 4 expired: 'timestamp.json': it ended "
          + "| Publish anew: what is there has ended."),
      Row(
        type: ExportRefusal.self, codes: ["consent", "noTCString", "inactive"],
        example: ExportRefusal.inactive(unit, .paused),
        expected: "AdView.ExportRefusal 3 inactive: ad unit 'u' is paused "
          + "| Activate it, or ask for inactive units as well."),
      Row(
        type: TCStringError.self, codes: TCStringError.Code.allCases.map(\.rawValue),
        example: refused({ _ = try TCString(decoding: "") }, as: TCStringError.self),
        expected: "AdView.TCStringError 1 empty: malformed TC string (empty) in segment 0, bit 0: "
          + "there is nothing in it | \(asking)"),
      Row(
        type: ConsentStringError.self, codes: ConsentStringError.Code.allCases.map(\.rawValue),
        example: refused({ _ = try USPrivacyString(decoding: "1") }, as: ConsentStringError.self),
        expected:
          "AdView.ConsentStringError 3 length: malformed US Privacy string (length) at byte 0"
          + ": it must have four characters, for example 1YNN | \(asking)"),
      Row(
        type: LedgerFault.self, codes: LedgerFault.Kind.allCases.map(\.rawValue),
        example: nil, expected: ""),
    ]
  }()

  static let unit = AdUnitID(validated: "u")
  static let asking = "Ask the consent platform for its string again; it is not to be repaired."

  @Test(arguments: rows)
  func `each code has a number of its own and advice, and nothing else has`(row: Row) {
    let kinds = row.type.kinds
    #expect(Set(kinds.map(\.name)) == Set(row.codes))
    #expect(Set(kinds.map(\.number)).count == kinds.count)
    #expect(Set(kinds.map(\.name)).count == kinds.count)
    for kind in kinds {
      #expect(kind.number > 0)
      #expect(kind.advice.hasSuffix(".") && kind.advice.count > 10, "\(kind)")
      #expect(!kind.advice.contains("adview-admin"), "\(kind)")
    }
  }

  @Test(arguments: rows.filter { $0.example != nil })
  func `Foundation shows domain, number, fault and advice`(row: Row) throws {
    let error = try #require(row.example)
    let shown = error as NSError
    #expect(
      "\(shown.domain) \(shown.code) \(error.kindName): \(shown.localizedDescription) | "
        + "\(shown.localizedRecoverySuggestion ?? "")" == row.expected)
    #expect(shown.userInfo["AdViewErrorKind"] as? String == error.kindName)
    #expect((error as any Error).localizedDescription == shown.localizedDescription)
  }

  /// Whoever groups crashes by number counts on them: a line here is never changed.
  @Test func `numbers stay what they were`() {
    let numbers = Self.rows.map { row in
      "\(row.type): " + row.type.kinds.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
    }
    #expect(numbers == Self.promised)
  }

  @Test func `a code that this version does not know has the number 0`() {
    let error = StoreError(StoreError.Code(rawValue: "ofTomorrow"), "words")
    #expect(error.errorCode == 0)
    #expect(error.kindName == "ofTomorrow")
    #expect(error.recoverySuggestion == nil)
  }

  @Test func `what a schema refuses is told without its SQL`() throws {
    let fixture = try SessionFixture()
    defer { fixture.clean() }
    do {
      _ = try InventoryRepository(fixture.database).change(by: "test", at: ManualClock.start) {
        try $0.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID(validated: ""))))
      }
      Issue.record("an empty id was stored")
    } catch {
      let error = try #require(error as? StoreError)
      #expect(error.code == .constraint)
      #expect(error.localizedDescription.hasSuffix("a rule of its schema is broken"))
    }
  }

  static let promised = [
    "StoreError: 1 missingFile, 2 fileExists, 3 cannotCreate, 4 notADatabase, 5 "
      + "foreignFile, 6 newerSchema, 7 olderSchema, 8 alteredMigrations, 9 readOnly, 10 "
      + "busy, 11 full, 12 corrupt, 13 inputOutput, 14 interrupted, 15 closed, 16 "
      + "constraint, 17 unexpected, 18 noSuchUnit, 19 unitExists, 20 idWasUsed, 21 "
      + "unitArchived, 22 noSuchPage, 23 noSuchTargeting, 24 noSuchSession, 25 "
      + "sessionExists, 26 noTrack, 27 badCursor, 28 foreignCursor, 29 noSuchSubject, 30 "
      + "keysMissing, 31 splitSubject, 32 consentWouldBeLost, 33 erasurePending, 34 "
      + "secretMissing, 35 secretDiffers, 36 keysArePlain, 37 suspended, 38 alteredSchema, "
      + "39 otherInventory, 40 noSuchExperiment, 41 noSuchChange, 42 pageExists, 43 "
      + "changedSince, 44 notRevertible, 45 experimentExists, 46 experimentState, 47 "
      + "noSuchArm, 48 noGoal, 49 legalHold, 50 nothingToAccept, "
      + "51 invalidKey, 52 strangeIntroducer, 53 keyNotEnrolled",
    "InvalidValue: 1 empty, 2 tooLong, 3 badCharacter, 4 malformed, 5 outOfRange, 6 "
      + "contradiction, 7 duplicate",
    "JSONError: 1 empty, 2 unexpectedEnd, 3 unexpectedByte, 4 trailingContent, 5 "
      + "byteOrderMark, 6 invalidUTF8, 7 controlCharacter, 8 invalidEscape, 9 loneSurrogate, "
      + "10 invalidNumber, 11 numberOutOfRange, 12 duplicateKey, 13 tooDeep, 14 tooLarge, 15 "
      + "missingMember, 16 unknownMember, 17 wrongType, 18 notAllowed, 19 notFinite",
    "UpdateRefusal: 1 malformed, 2 unsigned, 3 rollback, 4 expired, 5 mismatch, 6 "
      + "tooLong, 7 missing, 8 unlisted, 9 newerForm",
    "ExportRefusal: 1 consent, 2 noTCString, 3 inactive",
    "TCStringError: 1 empty, 2 tooLong, 3 alphabet, 4 padding, 5 length, 6 truncated, 7 "
      + "version, 8 unknownSegment, 9 duplicateSegment, 10 letter, 11 rangeOrder, 12 "
      + "vendorOutOfRange, 13 trailingBits",
    "ConsentStringError: 1 empty, 2 tooLong, 3 length, 4 version, 5 separator, 6 "
      + "character, 7 number, 8 truncated, 9 header, 10 trailingBits, 11 sectionCount",
    "LedgerFault: 1 edited, 2 missing, 3 reordered, 4 truncated, 5 forked, 6 clockBack, "
      + "7 clockAhead, 8 unsigned",
  ]
}

/// The codes that the library's sources declare one by one.
private struct SourceCodes {
  private let files: [(name: String, text: String)]

  init() {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources").standardizedFileURL
    let names =
      FileManager.default.enumerator(atPath: folder.path())?
      .compactMap { $0 as? String } ?? []
    files = names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
      (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map { (name, $0) }
    }
  }

  /// The codes of files that extend a type or have one of these names.
  func named(in places: String...) -> [String] {
    files.filter { file in
      places.contains { file.name.hasSuffix("/\($0)") || file.text.contains("extension \($0) {") }
    }
    .flatMap { file in
      file.text.matches(of: /public static let (\w+) = (Code|Self)\(\w+: "(\w+)"\)/)
        .map { String($0.output.3) }
    }
  }
}
