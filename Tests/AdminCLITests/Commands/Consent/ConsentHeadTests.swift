// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSystem
import Foundation
import Testing

@testable import AdminCLI

/// Heads as signed notes, kept by others.
@Suite(.enabled(if: OpenSSL.isInstalled)) struct ConsentHeadTests {
  private let workspace: Workspace
  private let key: String

  init() throws {
    workspace = try Workspace()
    for name in ["head.pem", "other.pem"] {
      let made = ChildProcess(["openssl", "genpkey", "-algorithm", "ed25519"])
      try workspace.write(made.output, to: name)
    }
    workspace.run("consent set user-1 --accept-all")
    let signed = workspace.run("consent head --signing-key DIR/head.pem --name example.com/consent")
    try workspace.write(Array(signed.output.utf8), to: "head.note")
    let told = try #require(signed.errors.split(separator: " ").last)
    key = String(told.dropLast())
    workspace.run("consent set user-2 --accept-all")
  }

  private func text(of name: String) throws -> String {
    String(decoding: try workspace.read(name), as: UTF8.self)
  }

  private func verify(_ options: String) -> RecordingHost.Outcome {
    workspace.run("consent verify --head DIR/head.note \(options)")
  }

  @Test func `whoever has the key knows who signed the head, and the ledger goes on from it`()
    throws
  {
    #expect(key.hasPrefix("example.com/consent+"))
    let verified = verify("--head-key \(key)")
    #expect(verified.exit == .done && verified.output.contains("Heads     1"), "\(verified)")
    #expect(verify("").exit == .done)
  }

  @Test func `what somebody else signed, or nobody, is no head`() throws {
    let other = workspace.run("consent head --signing-key DIR/other.pem --name example.com/consent")
    let (mine, theirs) = (try text(of: "head.note"), other.output)
    let changed = mine.replacing("\n1\n", with: "\n2\n")
    let line = try #require(mine.split(separator: "\n").last)
    let unsigned = "{\"store\":\"\"}\n"
    for text in [theirs, changed, unsigned, mine.replacing(line, with: ""), "\(mine)more\n"] {
      try workspace.write(Array(text.utf8), to: "head.note")
      let refused = verify("--head-key \(key)")
      #expect(refused.exit == .badData && refused.errors.contains("signed"), "\(refused)")
    }
  }

  @Test func `a note with more signatures is taken for the one that is asked for`() throws {
    let text = try text(of: "head.note")
    let more = text + "\u{2014} witness AAAAAAAA\n"
    try workspace.write(Array(more.utf8), to: "head.note")
    #expect(verify("--head-key \(key)").exit == .done)
  }

  @Test func `a ledger that was written anew is not the one of the note`() throws {
    let text = try text(of: "head.note")
    let root = try #require(text.split(separator: "\n").dropFirst(2).first)
    let other = Base64.text(ContentHasher.hash("other").bytes)
    try workspace.write(Array(text.replacing(root, with: other).utf8), to: "head.note")
    let forked = verify("")
    #expect(forked.exit == .answerIsNo, "\(forked)")
  }

  @Test(arguments: [
    ("consent head --name x", ExitCode.usage),
    ("consent head --signing-key DIR/none.pem", .notFound),
    ("consent head --signing-key DIR/published.note", .badData),
    ("consent head --signing-key DIR/head.pem --name a+b", .usage),
    ("consent verify --head-key x+y+z --head DIR/head.note", .usage),
    ("consent verify --head-key KEY", .usage),
    ("consent verify --head DIR/published.note", .badData),
  ])
  func `what cannot be meant is said so`(line: String, exit: ExitCode) throws {
    try workspace.write(Array("text\n\n\u{2014} a AAAAAAAA\n".utf8), to: "published.note")
    let refused = workspace.run(line.replacing("KEY", with: key))
    #expect(refused.exit == exit && refused.errors.contains("try: "), "\(refused)")
  }

  /// The example of Go's package golang.org/x/mod/sumdb/note.
  @Test func `the signature of the published note is its key's`() throws {
    let text =
      "If you think cryptography is the answer to your problem,\n"
      + "then you don't know what your problem is.\n"
    let line =
      "\u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
    let key = try NoteKey(
      verifierKey: "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    let note = try #require(SignedNote(document: Array("\(text)\n\(line)".utf8)))
    #expect(key.hasSigned(note))
    #expect(!key.hasSigned(SignedNote(text: text + "x\n", signatures: note.signatures)))
  }
}
