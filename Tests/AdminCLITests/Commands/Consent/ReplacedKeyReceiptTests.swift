// SPDX-License-Identifier: MIT
import AdModel
import AdSystem
import Testing

@testable import AdminCLI

/// A receipt whose person's key was replaced since, in a ledger that a device signs.
@Suite(.enabled(if: OpenSSL.isInstalled)) struct ReplacedKeyReceiptTests {
  private let replaced: ReplacedKeys
  private let receipt: JSONValue

  init() throws {
    replaced = try ReplacedKeys()
    receipt = try replaced.receipt(of: "user-2")
  }

  private func changed(_ way: String, to other: JSONValue? = nil) throws -> JSONValue {
    try ReceiptValues.changed(
      receipt, at: way.split(separator: ".").map(String.init)[...], to: other)
  }

  private func value(_ way: String, of name: String = "user-2") throws -> JSONValue {
    try #require(
      ReceiptValues.value(
        replaced.receipt(of: name), at: way.split(separator: ".").map(String.init)))
  }

  @Test func `it ties the entry to the present key, from a head that was kept before`() throws {
    let alone = try replaced.check(receipt, "--head DIR/before.ndjson --device-key DIR/device.pub")
    #expect(
      alone.exit == .done && alone.output.contains("the one whose key it names")
        && alone.output.contains("kept elsewhere"), "\(alone)")
    // It was appended before the device had a key.
    #expect(alone.output.contains("at entry 7; appended before the run"), "\(alone)")
    let both = try replaced.check(receipt, "--head DIR/before.ndjson --head DIR/after.ndjson")
    #expect(both.exit == .done, "\(both)")
    #expect(
      try replaced.others(receipt, ["--device-key", replaced.workspace.path("device.pub")])?.isGood
        != false)
    #expect(try value("ledger_proof.key_change.closing.sequence") == 14)
  }

  @Test func `a new record of a person with another key is tied to it, too, and is the device's`()
    throws
  {
    let workspace = replaced.workspace
    workspace.run("consent set user-2 --decline-all")
    let text = workspace.run("consent export user-2 --receipt").output
    let checked = try replaced.check(
      JSONReader.read(text: text), "--device-key DIR/device.pub --format ndjson")
    #expect(
      checked.exit == .done && checked.output.contains(#""signature":{"finding":"record""#)
        && checked.output.contains(#""person":true"#), "\(checked)")
  }

  /// Nothing else speaks of when the later head was taken.
  private static let free = ["ledger_proof.key_change.head.time"]

  @Test
  func `whichever value of a change of key or a signature is changed, both verifiers name it`()
    throws
  {
    var count = 0
    for leaf in ReceiptValues.leaves(of: receipt) {
      let way = leaf.joined(separator: ".")
      let isKeyed = ["ledger_proof.key_change.", "ledger_proof.device_signature."]
        .contains { way.hasPrefix($0) }
      guard isKeyed, !Self.free.contains(way) else { continue }
      let other = try changed(way)
      let outcome = try replaced.check(other)
      #expect(outcome.exit == .answerIsNo || outcome.exit == .badData, "\(way): \(outcome)")
      let others = try replaced.others(other)
      #expect(others?.isGood != true, "\(way): \(others?.words ?? "")")
      count += 1
    }
    #expect(count > 50)
  }

  /// Forged from what the ledger truly holds: a member, and what stands in its place.
  private func forgeries() throws -> [(way: String, receipt: JSONValue, finding: String)] {
    let proof = "ledger_proof"
    var closing = try value("\(proof).device_signature.enrolled")
    if case .object(var object) = closing {
      object["content"] = try value("\(proof).key_change.closing.content")
      closing = .object(object)
    }
    let other = try value("\(proof).key_change", of: "user-3")
    return [
      ("somebody else's change", try changed("\(proof).key_change", to: other), "\"person\":false"),
      (
        "somebody else's entry",
        try changed("pii_principal_id", to: value("pii_principal_id", of: "user-3")),
        "\"person\":false"
      ),
      (
        "somebody else's replacement",
        try changed(
          "\(proof).key_change.rekeyed", to: value("\(proof).key_change.rekeyed", of: "user-3")),
        "\"person\":false"
      ),
      (
        "an entry of another event",
        try changed("\(proof).key_change.rekeyed", to: value("\(proof).key_change.closing")),
        "key_change.rekeyed"
      ),
      (
        "an entry that closes nothing", try changed("\(proof).key_change.closing", to: closing),
        "key_change.closing"
      ),
      (
        "the entry that names the device",
        try changed(
          "\(proof).key_change.closing", to: value("\(proof).device_signature.enrolled")),
        "key_change.closing"
      ),
      ("no change at all", try changed("\(proof).key_change", to: .null), "\"person\":false"),
      (
        "a head without what leads to it",
        try changed("\(proof).key_change.extension_path", to: []),
        "key_change.head"
      ),
    ]
  }

  @Test func `a change of key that is put together from true entries is named by both`() throws {
    for (words, forged, finding) in try forgeries() {
      let outcome = try replaced.check(forged, "--format ndjson")
      #expect(
        outcome.exit == .answerIsNo && outcome.output.contains(finding), "\(words): \(outcome)")
      let others = try replaced.others(forged)
      #expect(others?.isGood != true, "\(words): \(others?.words ?? "")")
    }
  }

  @Test func `another head of the size at which keys were replaced shows two ledgers`() throws {
    let head = try value("ledger_proof.key_change.head")
    let forked = try ReceiptValues.changed(
      head, at: ["root"], to: .string(String(repeating: "0", count: 64)))
    try replaced.workspace.write(Array(forked.text().utf8), to: "forked.json")
    let outcome = try replaced.check(receipt, "--head DIR/before.ndjson --head DIR/forked.json")
    #expect(
      outcome.exit == .answerIsNo && outcome.output.contains("there were two ledgers")
        && outcome.output.contains("Views were split"), "\(outcome)")
  }

  @Test func `a key that is told has to have signed what covers the record`() throws {
    let stranger = try replaced.check(receipt, "--device-key DIR/other.pub --format ndjson")
    #expect(
      stranger.exit == .answerIsNo && stranger.output.contains(#""finding":"stranger""#),
      "\(stranger)")
    let unsigned = try changed("ledger_proof.device_signature", to: .null)
    #expect(try replaced.check(unsigned).exit == .done)
    let missing = try replaced.check(unsigned, "--device-key DIR/device.pub --format ndjson")
    #expect(missing.exit == .answerIsNo && missing.output.contains(#""finding":"nothing""#))
    let own = replaced.workspace.path("device.pub")
    #expect(try replaced.others(unsigned)?.isGood != false)
    #expect(try replaced.others(unsigned, ["--device-key", own])?.isGood != true)
    let other = replaced.workspace.path("other.pub")
    #expect(try replaced.others(receipt, ["--device-key", other])?.isGood != true)
  }
}
