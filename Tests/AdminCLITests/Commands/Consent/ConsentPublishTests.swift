// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSystem
import Foundation
import Testing

@testable import AdminCLI

/// The ledger as static files that strangers follow.
@Suite(.enabled(if: OpenSSL.isInstalled)) struct ConsentPublishTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for name in ["head.pem", "other.pem"] {
      let made = ChildProcess(["openssl", "genpkey", "-algorithm", "ed25519"])
      try workspace.write(made.output, to: name)
    }
  }

  private func answer(_ people: ClosedRange<Int>) throws {
    let lines = people.map {
      #"{"subject":"user-\#($0)","choices":"acceptAll","updatedAt":"2026-11-01T00:00:00Z"}"# + "\n"
    }
    try workspace.write(Array(lines.joined().utf8), to: "answers.ndjson")
    let imported = workspace.run("consent import DIR/answers.ndjson")
    #expect(imported.exit == .done, "\(imported)")
  }

  private func publish(_ options: String = "", to folder: String = "log") -> RecordingHost.Outcome {
    workspace.run(
      "consent publish DIR/\(folder) --signing-key DIR/head.pem --name example.com/consent "
        + "--format ndjson \(options)")
  }

  private func files(in folder: String = "log") -> [String] {
    let found = FileManager.default.enumerator(atPath: workspace.path(folder))?.allObjects ?? []
    return found.compactMap { $0 as? String }.filter { name in
      name == "checkpoint"
        || name.split(separator: "/").last?.allSatisfy(\.isNumber) == true
          && (try? workspace.read("\(folder)/\(name)")) != nil
    }.sorted()
  }

  private func head() throws -> LedgerHead {
    let note = try #require(SignedNote(document: try workspace.read("log/checkpoint")))
    return try #require(LedgerHead(checkpoint: note.text))
  }

  @Test func `tiles have the hashes of the tree, and the checkpoint their root`() throws {
    try answer(1...300)
    let published = publish()
    #expect(published.exit == .done, "\(published)")
    #expect(files() == ["checkpoint", "tile/0/000", "tile/0/001.p/44", "tile/1/000.p/1"])
    let bytes = try workspace.read("log/tile/0/000") + workspace.read("log/tile/0/001.p/44")
    let leaves = stride(from: 0, to: bytes.count, by: 32).compactMap {
      ContentHash(bytes: Array(bytes[$0..<$0 + 32]))
    }
    let head = try head()
    #expect(leaves.count == 300 && head.size == 300)
    #expect(MerkleTree.root(of: leaves) == head.root)
    #expect(
      try workspace.read("log/tile/1/000.p/1") == MerkleTree.root(of: leaves.prefix(256)).bytes)
    let verified = workspace.run("consent verify --head DIR/log/checkpoint")
    #expect(verified.exit == .done, "\(verified)")
    let files = SystemFiles()
    #expect(files.status(of: workspace.path("log/tile/0/000"))?.permissions == 0o644)
  }

  @Test func `nothing is written twice, and what grows goes on`() throws {
    try answer(1...300)
    publishes(4)
    let before = try workspace.read("log/checkpoint")
    workspace.host.time = workspace.host.time.advanced(by: 60_000)
    publishes(0)
    #expect(try workspace.read("log/checkpoint") == before)
    try answer(301...302)
    publishes(2)
    #expect(files().contains("tile/0/001.p/44") && files().contains("tile/0/001.p/46"))
    try answer(303...512)
    publishes(3)
    #expect(files().contains("tile/0/001") && files().contains("tile/1/000.p/2"))
    // What is gone, or cut off, comes back.
    try FileManager.default.removeItem(atPath: workspace.path("log/tile/0/000"))
    try workspace.write([1, 2, 3], to: "log/tile/0/001")
    publishes(2)
    #expect(try workspace.read("log/tile/0/001").count == 8_192)
  }

  private func publishes(_ written: Int) {
    let published = publish()
    #expect(
      published.exit == .done && published.output.contains(#""written":\#(written),"#),
      "\(published)")
  }

  @Test func `entries are for an auditor alone`() throws {
    try answer(1...3)
    #expect(publish("--entries", to: "audit").exit == .done)
    #expect(
      files(in: "audit") == ["checkpoint", "tile/0/000.p/3", "tile/entries/000.p/3"])
    let bundle = try workspace.read("audit/tile/entries/000.p/3")
    var (place, hashes) = (0, [UInt8]())
    while place < bundle.count {
      let length = Int(bundle[place]) << 8 | Int(bundle[place + 1])
      hashes += MerkleTree.leafHash(Array(bundle[place + 2..<place + 2 + length])).bytes
      place += 2 + length
    }
    #expect(try hashes == workspace.read("audit/tile/0/000.p/3"))
    let system = SystemFiles()
    #expect(system.status(of: workspace.path("audit"))?.permissions == 0o700)
    for name in files(in: "audit") {
      #expect(system.status(of: workspace.path("audit/\(name)"))?.permissions == 0o600)
    }
    let refused = publish(to: "audit")
    #expect(refused.exit == .usage && refused.errors.contains("--entries"), "\(refused)")
    #expect(publish().exit == .done)
    #expect(!files().contains { $0.contains("entries") })
  }

  @Test func `a log keeps its name`() throws {
    try answer(1...2)
    #expect(publish().exit == .done)
    let before = try workspace.read("log/checkpoint")
    let refused = workspace.run("consent publish DIR/log --signing-key DIR/head.pem")
    #expect(
      refused.exit == .usage && refused.errors.contains("is called 'example.com/consent/"),
      "\(refused)")
    #expect(try workspace.read("log/checkpoint") == before)
  }

  /// What a store was before, or another one, is published over what it was since.
  @Test func `another history is refused, and both heads are named`() throws {
    try answer(1...5)
    let old = try workspace.read("adview.sqlite")
    try answer(6...8)
    #expect(publish().exit == .done)
    let before = try workspace.read("log/checkpoint")
    let theirs = try head()
    func refuses(_ words: String) throws {
      let refused = publish()
      #expect(refused.exit == .answerIsNo, "\(refused)")
      #expect(
        refused.errors.contains(words) && refused.errors.contains(theirs.root.hex)
          && refused.errors.contains("--head DIR/log/checkpoint"), "\(refused)")
      #expect(try workspace.read("log/checkpoint") == before)
    }
    for ending in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: workspace.path("adview.sqlite\(ending)"))
    }
    try workspace.write(old, to: "adview.sqlite")
    try refuses("this ledger has 5, with the root")
    try answer(16...18)
    try refuses("this ledger's first 8 have the root")
    try answer(19...30)
    try refuses("this ledger's first 8 have the root")
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: workspace.path("adview.sqlite\(ending)"))
    }
    workspace.run("init")
    try answer(1...8)
    try refuses("of another store")
  }

  @Test(arguments: [
    ("consent publish DIR/log", ExitCode.usage),
    ("consent publish DIR/log --signing-key DIR/none.pem", .notFound),
    ("consent publish DIR/other --signing-key DIR/head.pem", .badData),
  ])
  func `what cannot be meant is said so`(line: String, exit: ExitCode) throws {
    try answer(1...1)
    try FileManager.default.createDirectory(
      atPath: workspace.path("other"), withIntermediateDirectories: false)
    try workspace.write(Array("text\n\n\u{2014} a AAAAAAAA\n".utf8), to: "other/checkpoint")
    let refused = workspace.run(line)
    #expect(refused.exit == exit && refused.errors.contains("try: "), "\(refused)")
  }

  @Test func `an empty ledger is nothing to publish, and a new key signs anew`() throws {
    #expect(publish().exit == .notFound)
    try answer(1...2)
    #expect(publish().exit == .done)
    let other = workspace.run(
      "consent publish DIR/log --signing-key DIR/other.pem --name example.com/consent")
    #expect(other.exit == .done, "\(other)")
    let key = try NoteKey(signingWith: workspace.path("other.pem"), name: "example.com/consent")
    let note = try #require(SignedNote(document: try workspace.read("log/checkpoint")))
    #expect(key.hasSigned(note))
  }
}
