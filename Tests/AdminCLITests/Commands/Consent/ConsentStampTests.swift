// SPDX-License-Identifier: MIT
import AdModel
import Foundation
import Testing

@testable import AdminCLI

/// Stamps of an authority, which is the machine's `openssl` here.
@Suite(.enabled(if: OpenSSL.isInstalled)) struct ConsentStampTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.makeAuthority()
    workspace.run("consent set user-1 --accept-all")
    try signHead("head.note")
  }

  private func signHead(_ name: String) throws {
    let signed = workspace.run("consent head --signing-key DIR/head.pem")
    try workspace.write(Array(signed.output.utf8), to: name)
  }

  private func stamp(_ options: String = "--authority-ca DIR/ca.pem") -> RecordingHost.Outcome {
    workspace.run("consent stamp DIR/head.note --authority-command DIR/ask \(options)")
  }

  @Test func `an authority's word stands beside the note, and is checked with the head`() throws {
    let before = Date().addingTimeInterval(-120)
    let stamped = stamp("--authority-ca DIR/ca.pem --format ndjson")
    #expect(stamped.exit == .done, "\(stamped)")
    let row = JSONNode(try JSONReader.read(Array(stamped.output.utf8)))
    let time = try Timestamp(row.member("time").string())
    #expect(Double(time.milliseconds) / 1_000 >= before.timeIntervalSince1970)
    let line =
      "consent verify --head DIR/head.note --stamp DIR/head.note.tsr --authority-ca DIR/ca.pem"
    let verified = workspace.run("\(line) --format ndjson")
    #expect(
      verified.exit == .done && verified.output.contains(#""stampedAt":"\#(time)""#), "\(verified)")
    workspace.run("consent export user-1 --receipt --out DIR/receipt.json")
    let receipt = workspace.run("\(line) --receipt DIR/receipt.json")
    #expect(receipt.exit == .done && receipt.output.contains("Stamped   \(time)"), "\(receipt)")
  }

  @Test func `a note on standard input has no file beside which a stamp could stand`() throws {
    let refused = workspace.run("consent stamp - --authority-command DIR/ask")
    #expect(refused.exit == .usage && refused.errors.contains("no name on standard input"))
  }

  @Test func `a stamp that is there is never replaced`() throws {
    #expect(stamp().exit == .done)
    let before = try workspace.read("head.note.tsr")
    #expect(stamp().exit == .cannotCreate)
    #expect(try workspace.read("head.note.tsr") == before)
  }

  @Test func `a stamp of something else, or of nobody who is trusted, is none`() throws {
    for options in ["", "--authority-ca DIR/other.pem"] {
      let refused = stamp(options)
      #expect(refused.exit == .badData && refused.errors.contains("--authority-ca"), "\(refused)")
    }
    #expect(stamp().exit == .done)
    try workspace.write(try workspace.read("head.note.tsr"), to: "head.note.tsr.old")
    workspace.run("consent set user-2 --accept-all")
    try signHead("new.note")
    let repeated = workspace.run(
      "consent stamp DIR/new.note --authority-command DIR/repeat --authority-ca DIR/ca.pem")
    #expect(repeated.exit == .badData, "\(repeated)")
    let swapped = workspace.run(
      "consent verify --head DIR/new.note --stamp DIR/head.note.tsr --authority-ca DIR/ca.pem")
    #expect(swapped.exit == .badData && swapped.errors.contains("is no stamp of"), "\(swapped)")
  }

  @Test(arguments: [
    ("consent stamp DIR/head.note", ExitCode.usage),
    ("consent stamp DIR/head.note --authority http://x --authority-command DIR/ask", .usage),
    ("consent stamp DIR/head.note --authority-command DIR/silent", .inputOutput),
    ("consent stamp DIR/head.note --authority-command DIR/none", .inputOutput),
    ("consent stamp DIR/head.note --authority http://127.0.0.1:9/", .inputOutput),
    ("consent stamp DIR/ask --authority-command DIR/ask", .badData),
    ("consent verify --stamp DIR/ask", .usage),
  ])
  func `what cannot be meant, or nobody answers, is said so`(line: String, exit: ExitCode) throws {
    let refused = workspace.run(line)
    #expect(refused.exit == exit && refused.errors.contains("try: "), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: workspace.path("head.note.tsr")))
  }

  @Test(arguments: [
    ("Time stamp: Nov 24 03:56:48 2026 GMT", "2026-11-24T03:56:48.000Z"),
    ("Status: Granted.\nTime stamp: Jan  4 23:00:01.25 2027 GMT\n", "2027-01-04T23:00:01.250Z"),
    ("Time stamp: Nov 24 03:56:48 2026", nil), ("Time stamp: unspecified", nil), ("", nil),
  ])
  func `the words of openssl for a time are read`(text: String, time: String?) {
    #expect(TimestampToken.time(in: text)?.description == time)
  }

  @Test func `a note that was stamped may come through a pipe`() throws {
    #expect(stamp().exit == .done)
    let note = String(decoding: try workspace.read("head.note"), as: UTF8.self)
    for line in ["consent verify", "consent evidence user-1 --out DIR/case"] {
      workspace.host.input.lines = note.dropLast().split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      let found = workspace.run(
        "\(line) --head - --stamp DIR/head.note.tsr --authority-ca DIR/ca.pem")
      #expect(found.exit == .done, "\(found)")
    }
    #expect(try workspace.read("case/kept-head-1.note") == Array(note.utf8))
  }
}
