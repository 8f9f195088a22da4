// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdminCLI
import Testing

/// A receipt, checked by whoever holds nothing else.
@Suite struct ConsentReceiptTests {
  private let workspace: Workspace
  private let receipt: JSONValue

  init() throws {
    workspace = try Workspace()
    for number in 1...6 { workspace.run("consent set user-\(number) --accept-all") }
    let text = workspace.run([
      "consent", "export", "user-4", "--receipt", "--controller", "Example A/S",
      "--controller-contact", "mail", "--withdrawal-method", "a letter",
    ]).output
    receipt = try JSONReader.read(Array(text.utf8))
    try workspace.write(Array(text.utf8), to: "receipt.json")
    let head = workspace.run("consent head --format ndjson").output
    try workspace.write(Array(head.utf8), to: "head.ndjson")
    workspace.run("consent set user-7 --accept-all")
    let later = workspace.run("consent head --format ndjson").output
    try workspace.write(Array(later.utf8), to: "later.ndjson")
    try workspace.write(Array((head + later).utf8), to: "heads.ndjson")
  }

  private func check(_ value: JSONValue? = nil, _ options: String = "") throws
    -> RecordingHost.Outcome
  {
    if let value { try workspace.write(Array(value.text(.pretty).utf8), to: "other.json") }
    let name = value == nil ? "receipt.json" : "other.json"
    return workspace.run("consent verify --receipt DIR/\(name) --db DIR/none.sqlite \(options)")
  }

  @Test func `it is computed again without a database, and led to a head that was kept`() throws {
    let alone = try check()
    #expect(alone.exit == .done && alone.output.contains("the receipt's own word"), "\(alone)")
    for heads in ["head", "heads"] {
      let kept = try check(nil, "--head DIR/\(heads).ndjson")
      #expect(kept.exit == .done && kept.output.contains("kept elsewhere"), "\(kept)")
    }
    let unknown = try check(nil, "--head DIR/later.ndjson --format json")
    #expect(unknown.exit == .answerIsNo && unknown.output.contains(#""head": "unknown""#))
  }

  @Test func `a head of the same size with another root shows that there were two ledgers`() throws
  {
    let text = String(repeating: "0", count: 64)
    let head = try LedgerHead(
      json: JSONNode(receipt).member("ledger_proof").member("head"))
    let other =
      #"{"store": "\#(head.store)", "size": \#(head.size), "root": "\#(text)", "time": "\#(head.time)"}"#
    try workspace.write(Array(other.utf8), to: "other.ndjson")
    let forked = try check(nil, "--head DIR/other.ndjson")
    #expect(forked.exit == .answerIsNo && forked.output.contains("there were two ledgers"))
  }

  /// What nothing in the ledger speaks of, or only a head that was kept does: the same path leads to
  /// the same root at several sizes.
  private static let free =
    [
      "receipt_id", "party_identification.0.party_contact", "party_identification.0.party_type",
      "ledger_proof.head.time", "ledger_proof.head.store", "ledger_proof.head.size",
    ]
    + [
      "withdrawal_method", "pii_information", "processing_method", "storage_locations",
      "processing_locations", "geographic_restrictions", "privacy_rights", "codes_of_conduct",
      "impact_assessment", "authority_party",
    ].map { "pii_processing.\($0)" }

  @Test func `whichever value is changed, it is noticed`() throws {
    var count = 0
    for way in ReceiptValues.leaves(of: receipt)
    where !Self.free.contains(way.joined(separator: ".")) {
      let outcome = try check(ReceiptValues.changed(receipt, at: way[...]))
      #expect(
        outcome.exit == .answerIsNo || outcome.exit == .badData,
        "\(way.joined(separator: ".")): \(outcome)")
      count += 1
    }
    #expect(count > 100)
  }

  @Test(arguments: free)
  func `what no ledger can know may be anything`(way: String) throws {
    let way = way.split(separator: ".").map(String.init)
    let other = try ReceiptValues.changed(receipt, at: way[...])
    #expect(try check(other).exit == .done)
    let isHeads = way.contains("store") || way.contains("size")
    #expect(try check(other, "--head DIR/head.ndjson").exit == (isHeads ? .answerIsNo : .done))
  }

  @Test func `the members that say something else are named`() throws {
    let purpose = try check(
      ReceiptValues.changed(receipt, at: ["pii_processing", "purposes", "0", "state"]),
      "--format ndjson")
    #expect(purpose.output.contains(#""altered":["pii_processing.purposes"]"#), "\(purpose)")
    let person = try check(
      ReceiptValues.changed(receipt, at: ["pii_principal_id"]), "--format json")
    #expect(person.exit == .answerIsNo && person.output.contains(#""person": false"#), "\(person)")
  }

  @Test func `what is no receipt is said so, and loads are no part of one`() throws {
    for text in ["", "{", "[]", "{}", #"{"pii_principal_id": "x"}"#] {
      try workspace.write(Array(text.utf8), to: "other.json")
      let outcome = workspace.run("consent verify --receipt DIR/other.json")
      #expect(outcome.exit == .badData && outcome.errors.contains("is no receipt"), "\(outcome)")
    }
    #expect(try check(nil, "--loads").exit == .usage)
  }
}
