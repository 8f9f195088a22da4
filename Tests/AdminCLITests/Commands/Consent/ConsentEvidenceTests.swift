// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdStore
import AdSystem
import Foundation
import Testing

@testable import AdminCLI

private let python = "/usr/bin/python3"
private let hasPython = FileManager.default.fileExists(atPath: python)

/// One person's evidence as a folder.
@Suite struct ConsentEvidenceTests {
  private let workspace: Workspace
  private static let notice = Array("We ask for your consent".utf8)

  /// Three answers of ann with a TC string, a load under the last, and somebody else.
  init() throws {
    workspace = try Workspace()
    try workspace.write(Self.notice, to: "notice.txt")
    workspace.run("consent set ann --decline-all --at 2026-01-02T00:00:00Z")
    let tc = try ConsentAnswerTests.tcString()
    workspace.run("consent set ann --tc-string \(tc)")
    workspace.run("consent set bob --accept-all")
    try workspace.answer(.enabled, for: "ann")
    workspace.run(
      "consent set ann --accept-all --notice-id n1 --notice-version 8 --notice-file DIR/notice.txt")
  }

  @discardableResult
  private func write(_ options: String = "", to folder: String = "case") -> RecordingHost.Outcome {
    workspace.run("consent evidence ann --out DIR/\(folder) \(options)")
  }

  private func names(in folder: String = "case") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workspace.path(folder)).sorted()
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try workspace.read("case/\(name)"), as: UTF8.self)
  }

  private func check(_ options: [String] = []) -> (exit: Int32?, words: String) {
    let check = ChildProcess([python, workspace.path("case/verify.py")] + options)
    return (check.exitCode, String(decoding: check.output, as: UTF8.self))
  }

  @Test func `it holds every record with its receipt, for its owner alone`() throws {
    let written = write("--format ndjson")
    #expect(written.exit == .done, "\(written)")
    let receipts = try names().filter { $0.hasPrefix("receipt-") && $0.hasSuffix(".json") }
    #expect(receipts.count == 4)
    for name in [
      "index.html", "evidence.json", "record.json", "head.ndjson", "verify.py", "SHA256SUMS",
    ] {
      #expect(try names().contains(name))
    }
    let files = SystemFiles()
    #expect(files.status(of: workspace.path("case"))?.permissions == 0o700)
    for name in try names() {
      #expect(files.status(of: workspace.path("case/\(name)"))?.permissions == 0o600)
    }
    let evidence = JSONNode(try JSONReader.read(text: text("evidence.json")))
    #expect(try evidence.member("subject").string() == "ann")
    let records = try evidence.member("records").elements()
    let strings = try records[1].member("strings").elements()
    #expect(try strings[0].member("decoded").member("cmpId").integer() > 0)
    #expect(try !records[0].member("record").member("requirements").elements().isEmpty)
    #expect(try !text("evidence.json").contains("bob") && !text("index.html").contains("bob"))
    for receipt in receipts {
      let verified = workspace.run(
        "consent verify --receipt DIR/case/\(receipt) --head DIR/case/head.ndjson")
      #expect(verified.exit == .done, "\(verified)")
    }
  }

  @Test func `loads are in it with the record and the rules that allowed them`() throws {
    let database = try AdDatabase(path: workspace.path("adview.sqlite"), access: .readWrite)
    let state = try ConsentRepository(database).state(of: SubjectKey("ann"))
    let start = workspace.host.time
    let recorder = TransitionRecorder(
      try RecordedSession(
        id: SessionID("run"), page: PageID("article"), appVersion: "1.0", device: "phone",
        startedAt: start, clockAtStart: 0, measuresViewability: true, isSimulated: false),
      in: database, interval: nil)
    recorder.use(ConsentGate())
    let record = try #require(state.records.last?.id)
    recorder.record([
      .changed(
        LoadTransition(
          time: 100, unit: AdUnitID(validated: "div-gpt-ad-mobile_3"), from: .notLoaded,
          to: .fetched, cause: .enteredFetchZone,
          frame: AdRect(x: 0, y: 0, width: 320, height: 320),
          viewport: AdRect(x: 0, y: 0, width: 393, height: 852),
          permit: LoadPermit(record: record, mode: .personalized)))
    ])
    try recorder.close()
    try database.close()
    let written = write()
    #expect(written.exit == .done, "\(written)")
    let evidence = JSONNode(try JSONReader.read(text: text("evidence.json")))
    let loads = try evidence.member("loads").elements()
    #expect(loads.count == 1)
    #expect(try loads[0].member("verdict").string() == "allowed")
    #expect(try evidence.member("rules").elements()[0].member("loads").integer() == 1)
    #expect(try text("index.html").contains("div-gpt-ad-mobile_3"))
  }

  @Test(.enabled(if: hasPython)) func `its own verifier agrees, and names what was changed`() throws
  {
    #expect(write().exit == .done)
    let good = check()
    #expect(good.exit == 0 && good.words.contains("receipt-1.json: good"), "\(good)")
    for name in try names() where name != "SHA256SUMS" && name != "verify.py" {
      let before = try workspace.read("case/\(name)")
      var changed = before
      changed[changed.count / 2] ^= 1
      try workspace.write(changed, to: "case/\(name)")
      let bad = check()
      #expect(bad.exit == 1 && bad.words.contains("\(name): "), "\(name): \(bad)")
      try workspace.write(before, to: "case/\(name)")
    }
    try FileManager.default.removeItem(atPath: workspace.path("case/receipt-1.json"))
    #expect(check().words.contains("receipt-1.json: it is gone"))
  }

  /// What whoever also writes the sums anew cannot hide.
  @Test(.enabled(if: hasPython)) func `receipts are computed again, whatever the sums say`() throws
  {
    #expect(write().exit == .done)
    let before = try text("receipt-1.json")
    let sums = try text("SHA256SUMS")
    for (old, new) in [
      (#""state": "disabled""#, #""state": "enabled""#), ("\"time_ms\": 1", "\"time_ms\": 2"),
      (#"\"gdpr\""#, #"\"none\""#), (#""pii_principal_id": "ann""#, #""pii_principal_id": "bob""#),
      (#""event_time": "2026-01-02"#, #""event_time": "2026-01-03"#), (#""size": "#, #""size": 1"#),
    ] {
      let changed = before.replacing(old, with: new)
      #expect(changed != before, "\(old)")
      try workspace.write(Array(changed.utf8), to: "case/receipt-1.json")
      let newSums = sums.replacing(
        ContentHasher.hash(before).hex, with: ContentHasher.hash(changed).hex)
      try workspace.write(Array(newSums.utf8), to: "case/SHA256SUMS")
      let bad = check()
      #expect(bad.exit == 1 && bad.words.contains("receipt-1.json: "), "\(old): \(bad)")
    }
  }

  @Test(.enabled(if: hasPython)) func `records that say otherwise than receipts are named`() throws
  {
    #expect(write("--controller Example").exit == .done)
    let before = try text("record.json")
    let sums = try text("SHA256SUMS")
    for (old, new) in [
      (#""state": "enabled""#, #""state": "disabled""#),
      (#""event_state": "refused""#, #""event_state": "given""#),
      (#""pii_principal_id": "ann""#, #""pii_principal_id": "bob""#),
      (#""sequence": 1"#, #""sequence": 2"#),
      (#""party_name": "Example""#, #""party_name": "Somebody""#),
      (#""entry_hash": ""#, #""entry_hash": "0"#),
    ] {
      let changed = before.replacing(old, with: new)
      try workspace.write(Array(changed.utf8), to: "case/record.json")
      let newSums = sums.replacing(
        ContentHasher.hash(before).hex, with: ContentHasher.hash(changed).hex)
      try workspace.write(Array(newSums.utf8), to: "case/SHA256SUMS")
      let bad = check()
      #expect(
        bad.exit == 1 && !bad.words.contains("record.json: good"), "\(old): \(bad.words)")
      #expect(changed != before, "\(old)")
    }
  }

  @Test func `what was shown is put in where it is what was recorded`() throws {
    #expect(write("--notice-file DIR/notice.txt").exit == .done)
    let hash = ContentHasher.hash(Self.notice).hex
    let name = "notice-\(hash.prefix(16)).txt"
    #expect(try workspace.read("case/\(name)") == Self.notice)
    #expect(try text("index.html").contains("in this folder: \(name)"))
    try workspace.write(Array("another notice".utf8), to: "other.txt")
    let refused = write("--notice-file DIR/other.txt", to: "other")
    #expect(refused.exit == .badData && refused.errors.contains("SHA-256"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: workspace.path("other")))
  }

  @Test func `a folder with something in it is refused, and stays`() throws {
    #expect(write().exit == .done)
    let before = try names()
    for options in ["", "--force"] {
      let refused = write(options)
      #expect(
        refused.exit == .cannotCreate && refused.errors.contains("is not empty"), "\(refused)")
    }
    #expect(try names() == before)
    try FileManager.default.createDirectory(
      atPath: workspace.path("empty"), withIntermediateDirectories: false)
    #expect(write(to: "empty").exit == .done)
  }

  @Test func `nothing is written of whom nothing is held`() throws {
    workspace.run("consent erase ann --yes")
    let refused = write()
    #expect(refused.exit == .notFound && refused.errors.contains("nothing is held"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: workspace.path("case")))
    #expect(workspace.run("consent evidence bob").exit == .usage)
    #expect(workspace.run("consent evidence bob --out DIR/b --name x").exit == .usage)
  }

  @Test func `a store that was altered says so, and ends with 1`() throws {
    try workspace.execute("DROP TRIGGER consent_entries_are_never_edited")
    let written = write()
    #expect(written.exit == .answerIsNo, "\(written)")
    #expect(try text("index.html").contains("the schema is not as it was made"))
  }

  @Test(.enabled(if: OpenSSL.isInstalled && hasPython))
  func `receipts lead to a head that others kept, signed and stamped`() throws {
    try workspace.makeAuthority()
    let signed = workspace.run("consent head --signing-key DIR/head.pem --name example.com/consent")
    try workspace.write(Array(signed.output.utf8), to: "head.note")
    let key = String(try #require(signed.errors.split(separator: " ").last).dropLast())
    #expect(
      workspace.run(
        "consent stamp DIR/head.note --authority-command DIR/ask --authority-ca DIR/ca.pem"
      ).exit == .done)
    workspace.run("consent set ann --decline-all")
    let written = write(
      "--head DIR/head.note --head-key \(key) --stamp DIR/head.note.tsr --authority-ca DIR/ca.pem "
        + "--signing-key DIR/head.pem --name example.com/consent")
    #expect(written.exit == .done, "\(written)")
    let receipt = JSONNode(try JSONReader.read(text: text("receipt-1.json")))
    let size = try receipt.member("ledger_proof").member("head").member("size").integer()
    #expect(size == 5)
    #expect(
      try text("index.html").contains("4 of 5 records in a head that was kept elsewhere, stamped"))
    let good = check(["--key", key])
    #expect(good.exit == 0 && good.words.contains("kept-head-1.note: good"), "\(good)")
    let other = ChildProcess(["openssl", "genpkey", "-algorithm", "ed25519"]).output
    try workspace.write(other, to: "other.pem")
    let stranger = workspace.run(
      "consent head --signing-key DIR/other.pem --name example.com/consent")
    let otherKey = String(try #require(stranger.errors.split(separator: " ").last).dropLast())
    let bad = check(["--key", otherKey])
    #expect(bad.exit == 1 && bad.words.contains("head.note: the key did not sign it"), "\(bad)")
    let stamp = ChildProcess([
      "openssl", "ts", "-verify", "-data", workspace.path("case/kept-head-1.note"), "-in",
      workspace.path("case/kept-head-1.note.tsr"), "-CAfile", workspace.path("case/authority.pem"),
    ])
    #expect(stamp.exitCode == 0)
  }

  @Test func `no text of the person becomes markup`() throws {
    let hostile = "</script><img/src=x/onerror=alert(1)>"
    _ = workspace.run(["consent", "set", hostile, "--accept-all", "--source-domain", hostile])
    let written = workspace.run(["consent", "evidence", hostile, "--out", "DIR/case"])
    #expect(written.exit == .done, "\(written)")
    let html = try text("index.html")
    #expect(!html.contains("<img") && html.contains("&lt;img"))
    #expect(html.contains("default-src 'none'") && !html.contains("<script"))
  }

  @Test func `a head may come through a pipe`() throws {
    let head = workspace.run("consent head --format ndjson").output
    workspace.host.input.lines = [String(head.dropLast())]
    let written = write("--head -")
    #expect(written.exit == .done, "\(written)")
    #expect(try text("kept-head-1.ndjson") == head)
  }
}
