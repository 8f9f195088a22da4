// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdConsent

@Suite struct `A ledger entry` {
  static let entry = LedgerEntry(
    sequence: 3, time: Timestamp(milliseconds: 1_795_242_360_000), event: .given,
    subject: LedgerCommitment.subject(Array("user-1".utf8), salt: [1]),
    payload: LedgerCommitment.payload(Array("{}".utf8), salt: [2]),
    origin: EntryOrigin(actor: .operator, told: "support", "TICKET-7"),
    previous: LedgerEntry.genesis(of: [7]))

  /// Computed with Python's hashlib from the layout that the documentation gives.
  @Test func `hashes to what another program computes from the documented bytes`() {
    #expect(
      Self.entry.subject.hex == "9ecd3097ac9e98318d2974ae3bb0e4e7d8256dea84930757e974a20ccb2e748a")
    #expect(
      Self.entry.previous.hex == "ed86349ec05c579c0e39f90ab2055ac1c8d816f02174d3073605d14404ae9498")
    #expect(
      Self.entry.hash.hex == "8141b68d212416c85e8eef609179a430d412c497497de47c0c9f5e7c5b377d68")
  }

  @Test func `is shown by its hash`() {
    #expect("\(Self.entry.hash)" == Self.entry.hash.hex)
  }

  @Test func `commits to a content only together with its salt`() {
    let content = Array("{}".utf8)
    #expect(
      LedgerCommitment.payload(content, salt: [1]) != LedgerCommitment.payload(content, salt: [2]))
  }

  @Test func `keeps fields apart that would run together`() {
    #expect(
      LedgerCommitment.payload([2, 3], salt: [1]) != LedgerCommitment.payload([3], salt: [1, 2]))
    #expect(LedgerCommitment.payload([1], salt: [2]) != LedgerCommitment.subject([1], salt: [2]))
  }
}

@Suite struct `A subject key` {
  @Test func `hides behind a keyed hash where asked`() throws {
    let key = try SubjectKey(hashing: "what do ya want for nothing?", secret: Array("Jefe".utf8))
    #expect(
      key.stored
        == "hmac-sha256:5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test func `is not shown when it is printed or dumped`() throws {
    let key = try SubjectKey("very-secret")
    var dumped = ""
    dump([key], to: &dumped)
    #expect(!"\(key) \(String(reflecting: key)) \(dumped)".contains("very-secret"))
  }

  @Test func `may have 256 bytes`() throws {
    let text = String(repeating: "k", count: 256)
    #expect(try SubjectKey(text).stored == text)
  }

  @Test(arguments: [
    ("", InvalidValue.Code.empty), (String(repeating: "k", count: 257), .tooLong),
    ("very\nsecret", .badCharacter),
  ])
  func `is refused without being quoted`(text: String, code: InvalidValue.Code) {
    #expect {
      try SubjectKey(text)
    } throws: { error in
      (error as? InvalidValue)?.code == code && !"\(error)".contains("secret")
    }
  }
}
