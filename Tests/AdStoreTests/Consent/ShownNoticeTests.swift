// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import Testing

@testable import AdStore

/// Notices as people saw them.
@Suite struct ShownNoticeTests {
  static let now = TemporaryStore.now
  let store: TemporaryStore
  let consent: ConsentRepository

  init() throws {
    store = try TemporaryStore()
    consent = ConsentRepository(try store.create())
  }

  static func notice(_ language: String, picture: [UInt8]? = [0x89, 0x50]) throws -> ShownNotice {
    ShownNotice(
      id: "n1", version: "3", language: language,
      text: try .init("text/html", Array("<p>May we show you ads, \(language)?</p>".utf8)),
      picture: try picture.map { try .init("image/png", $0) },
      purposes: [.name("cookies"), .number(1)], vendors: [.number(755)])
  }

  @Test func `are found by what records name them by, and by their text`() throws {
    let notice = try Self.notice("de")
    let told = try consent.keep(notice, at: Self.now)
    #expect(told.id == "n1" && told.version == "3" && told.language == "de")
    #expect(try consent.shownNotice(try #require(told.contentHash)) == notice)
    #expect(try consent.shownNotice(notice.text.hash) == notice)
    #expect(try consent.shownNotice(ContentHasher.hash("another")) == nil)
    var statement = try ConsentStatement.answer(.enabled)
    statement.collection.notice = told
    try consent.set(statement, for: SubjectKey("anna"), at: Self.now)
    let record = try consent.current(of: SubjectKey("anna"))
    let hash = try #require(record?.statement.collection.notice?.contentHash)
    #expect(try consent.shownNotice(hash) == notice)
  }

  @Test func `are kept once, and share their documents`() throws {
    for language in ["de", "fr", "de"] { try consent.keep(Self.notice(language), at: Self.now) }
    try consent.keep(Self.notice("it"), at: Self.now, commits: false)
    var languages: [String?] = []
    try consent.forEachNotice { notice, _ in languages.append(notice.language) }
    #expect(Set(languages) == ["de", "fr"] && languages.count == 2)
    let documents = try consent.database.read { connection in
      try connection.statement("SELECT count(*) FROM consent_documents").first { $0.int(0) }
    }
    #expect(documents == 3)
  }

  @Test(arguments: [
    "UPDATE consent_documents SET content = zeroblob(9) WHERE substr(content, 1, 1) = x'3c'",
    "DELETE FROM consent_documents WHERE substr(content, 1, 2) = x'8950'",
    "UPDATE consent_notices SET manifest = replace(manifest, 'cookies', 'other')",
    "UPDATE consent_notices SET manifest = '{}'",
  ])
  func `tell that they were altered`(tampering: String) throws {
    let notice = try Self.notice("de")
    try consent.keep(notice, at: Self.now)
    #expect(try consent.auditNotices().altered == [])
    try store.tamper([
      "PRAGMA foreign_keys = OFF", "DROP TRIGGER consent_documents_are_never_edited",
      "DROP TRIGGER consent_notices_are_never_edited", tampering,
    ])
    #expect(try consent.auditNotices().altered == [notice.hash.hex])
    #expect(storeCode { _ = try consent.shownNotice(notice.hash) } == .corrupt)
  }

  @Test func `are carried over into a backup that takes the place`() throws {
    let pair = try RestoredPair()
    try pair.backUp()
    let notice = try Self.notice("de")
    try pair.consent { try $0.keep(notice, at: pair.now) }
    try pair.restore()
    let kept = try pair.consent { try $0.shownNotice(notice.hash) }
    #expect(kept == notice)
  }

  @Test(arguments: [
    ("text/html", 0, InvalidValue.Code.empty), ("text/html", (16 << 20) + 1, .tooLong),
    ("html", 1, .malformed), ("text/", 1, .malformed), ("text/html; x", 1, .malformed),
  ])
  func `are refused where they cannot be documents`(
    mediaType: String, count: Int, code: InvalidValue.Code
  ) {
    #expect {
      try ShownNotice.Document(mediaType, [UInt8](repeating: 1, count: count))
    } throws: { ($0 as? InvalidValue)?.code == code }
  }
}
