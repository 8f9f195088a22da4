// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdConsent

/// Notes as c2sp.org/signed-note has them, and heads in them.
@Suite struct SignedNoteTests {
  /// The example of Go's package golang.org/x/mod/sumdb/note.
  private static let published = """
    If you think cryptography is the answer to your problem,
    then you don't know what your problem is.

    \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=

    """
  private static let publishedKey =
    "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"

  @Test func `the published note and key are read, and written the same`() throws {
    let note = try #require(SignedNote(document: Array(Self.published.utf8)))
    #expect(note.text.hasSuffix("your problem is.\n") && note.signatures.count == 1)
    #expect(note.document == Self.published)
    let (name, key) = try #require(SignedNote.key(of: Self.publishedKey))
    #expect(note.signatures[0].keyID == SignedNote.keyID(of: key, name: name))
    #expect(note.signatures[0].bytes.count == 64)
    #expect(SignedNote.verifierKey(of: key, name: name) == Self.publishedKey)
  }

  @Test(arguments: [
    "", "\n", "text\n", "text\n\n", "\n\u{2014} a AAAAAAA=\n", "text\n\n- a AAAAAAA=\n",
    "text\n\n\u{2014} a AAAAAAA=", "text\n\n\u{2014} a AAAA\n", "text\n\n\u{2014} a  AAAAAAA=\n",
    "text\n\n\u{2014} a+b AAAAAAA=\n", "text\n\n\u{2014} a AAAAAAB=\n",
    "te\txt\n\n\u{2014} a AAAAAAA=\n", "te\u{7}xt\n\n\u{2014} a AAAAAAA=\n",
    "text\n\u{2014} a AAAAAAA=\n",
  ])
  func `anything else is no note`(text: String) {
    #expect(SignedNote(document: Array(text.utf8)) == nil)
  }

  @Test func `a text may hold empty lines, and a note several signatures`() throws {
    let note = SignedNote(
      text: "one\n\ntwo\n",
      signatures: ["a", "example.com/b"].map {
        SignedNote.Signature(name: $0, keyID: [1, 2, 3, 4], bytes: [9])
      })
    #expect(SignedNote(document: Array(note.document.utf8)) == note)
    #expect(SignedNote(document: Array("text\n\n\u{2014} a AQIDBAU=\n".utf8)) != nil)
    #expect(SignedNote(document: [0x66, 0xFF, 0x0A]) == nil)
  }

  @Test(arguments: [
    "", "a", "a+b", "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "PeterNeumann+c74f20a3+AhpC2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    "PeterNeumann+c74f20a3+ARpc", "+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
  ])
  func `anything else is no key`(text: String) {
    #expect(SignedNote.key(of: text) == nil)
  }

  @Test func `a head goes into a note and comes out the same`() throws {
    let root = ContentHasher.hash("root")
    let head = LedgerHead(
      store: "0b6f", size: 17, root: root, time: Timestamp(milliseconds: 1_795_242_360_000))
    let text = head.checkpoint(name: "example.com/consent")
    #expect(
      text
        == "example.com/consent/0b6f\n17\n\(Base64.text(root.bytes))\ntime 2026-11-21T06:26:00.000Z\n"
    )
    #expect(LedgerHead(checkpoint: text) == head)
    for (old, new) in [
      ("17\n", "017\n"), ("17\n", "-17\n"), ("time ", "at "), ("/0b6f", ""), ("=\n", "\n"),
      ("Z\n", "Z\nmore\n"), ("\n17", ""),
    ] {
      let other = text.replacing("example.com/consent", with: "x").replacing(old, with: new)
      #expect(LedgerHead(checkpoint: other) == nil, "\(other)")
    }
  }
}
