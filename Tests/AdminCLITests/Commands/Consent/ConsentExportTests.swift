// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdminCLI
import Testing

@Suite struct ConsentExportTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `a request for access is answered with everything that is held`() throws {
    workspace.run("consent set user-17 --accept-all --user-id 0b6f")
    workspace.run("consent set user-17 --decline-all")
    let export = try node("consent export user-17")
    #expect(try export.member("subject").string() == "user-17")
    let records = try export.member("records").elements()
    #expect(records.count == 2)
    let statement = try ConsentStatement(json: records[0].member("statement"))
    #expect(statement.didomiUserID == "0b6f")
    #expect(try export.member("ledgerHead").member("size").integer() == 2)
  }

  @Test(
    arguments: [
      "", "--receipt", "--receipt --html", "--record", "--device-keys", "--didomi", "--query",
    ], ["-", "--subject-file -"])
  func `a key may come from standard input, which is read once`(form: String, subject: String) {
    workspace.run("consent set user-4 --accept-all --user-id 0b6f --source-domain com.example")
    workspace.host.input.lines = ["user-4"]
    let exported = workspace.run("consent export \(subject) \(form)")
    #expect(exported.exit == .done, "\(exported)")
    #expect(exported == workspace.run("consent export user-4 \(form)"))
  }

  @Test(arguments: [
    ("--everybody --receipt", "--everybody and --receipt"),
    ("--entries --receipt", "--entries and --receipt"),
    ("--entries --query", "--entries and --query"),
    ("--entries --everybody", "--entries and --everybody"),
  ])
  func `forms of which only one can be written are refused`(options: String, named: String) {
    let refused = workspace.run("consent export \(options)")
    #expect(refused.exit == .usage)
    #expect(refused.errors.hasPrefix("error: \(named) exclude one another.\n"), "\(refused)")
  }

  @Test func `a receipt proves that its record is in the ledger`() throws {
    for number in 1...6 { workspace.run("consent set user-\(number) --accept-all") }
    let receipt = try node([
      "consent", "export", "user-4", "--receipt", "--controller", "Example A/S",
    ])
    #expect(try receipt.member("schema_version").string() == "ISO/IEC TS 27560:2023")
    let party = try receipt.member("party_identification").elements()[0]
    #expect(try party.member("party_name").string() == "Example A/S")
    let purposes = try receipt.member("pii_processing").member("purposes").elements()
    #expect(purposes.count == 17)
    #expect(try purposes[0].member("tcf_purpose").integer() == 1)
    let proof = try receipt.member("ledger_proof")
    let head = try LedgerHead(json: proof.member("head"))
    let path = try proof.member("inclusion_path").elements().map {
      try #require(ContentHash(hex: try $0.string()))
    }
    let leaf = try #require(ContentHash(hex: try proof.member("entry_hash").string()))
    #expect(
      MerkleTree.proves(
        inclusion: path, of: leaf, at: Int(try proof.member("sequence").integer()) - 1,
        size: Int(head.size), root: head.root))
    let id = try receipt.member("record_id").string()
    #expect(id.count == 36 && Array(id)[14] == "8")
  }

  /// The members that no answer says, with the settings that do.
  private static let told = [
    ("withdrawal_method", "withdrawal-method"), ("pii_information", "pii-information"),
    ("processing_method", "processing-method"), ("storage_locations", "storage-locations"),
    ("processing_locations", "processing-locations"),
    ("geographic_restrictions", "geographic-restrictions"), ("privacy_rights", "privacy-rights"),
    ("codes_of_conduct", "codes-of-conduct"), ("impact_assessment", "impact-assessment"),
    ("authority_party", "authority-party"),
  ]

  @Test func `what no answer says is what the settings say, or an option, and else not told`()
    throws
  {
    workspace.run("consent set user-4 --accept-all")
    func members(_ options: String) throws -> [JSONValue] {
      let receipt = try node("consent export user-4 --receipt \(options)")
      let party = try receipt.member("party_identification").elements()[0]
      let processing = try receipt.member("pii_processing")
      return try ["party_name", "party_contact", "party_type"].map {
        try #require(ReceiptValues.value(party.value, at: [$0]))
      }
        + (["pii_controllers"] + Self.told.map(\.0)).map {
          try #require(ReceiptValues.value(processing.value, at: [$0]))
        }
    }
    #expect(try members("").allSatisfy { $0 == .null })
    let names = ["controller", "controller-contact", "party-type"] + Self.told.map(\.1)
    #expect(
      workspace.run("settings set " + names.map { "--\($0) \($0)-told" }.joined(separator: " "))
        .exit == .done)
    let texts = names.map { JSONValue.string("\($0)-told") }
    #expect(try members("") == texts[..<3] + [[texts[0]]] + texts[3...])
    #expect(try members("--controller other --authority-party none")[0] == "other")
    #expect(try members("--authority-party none").last == "none")
  }

  @Test func `records are told one for each law, with every event and the receipt of each`() throws
  {
    workspace.run("consent set user-4 --accept-all --country DK")
    let first = try node("consent export user-4 --receipt")
    workspace.run("consent set user-4 --decline-all --country DK")
    workspace.host.time = workspace.host.time.advanced(by: 60_000)
    workspace.run("consent set user-4 --accept-all --regulation cpra --country US")
    let receipt = try node("consent export user-4 --receipt")
    let records = try node("consent export user-4 --record --controller Example").elements()
    #expect(try records.map { try $0.member("event").elements().count } == [2, 1])
    let events = try records[0].member("event").elements()
    try #require(records.count == 2 && events.count == 2)
    #expect(try events.map { try $0.member("event_state").string() } == ["given", "refused"])
    #expect(try events[0].member("record_id").value == first.member("record_id").value)
    #expect(try records[0].member("record_id").value == events[1].member("record_id").value)
    let purposes = try records[0].member("pii_processing").member("purposes").elements()
    #expect(try purposes.allSatisfy { try $0.member("state").string() == "disabled" })
    // The newest answer of all is the other law's.
    for name in ["schema_version", "record_id", "pii_principal_id"] {
      #expect(try records[1].member(name).value == receipt.member(name).value)
    }
    let party = try records[1].member("party_identification").elements()[0]
    #expect(try party.member("party_name").string() == "Example")
    let lines = workspace.run("consent export user-4 --record --receipt")
    #expect(lines.exit == .usage)
  }

  @Test func `the keys of a device are told with their types`() throws {
    let text = try ConsentAnswerTests.tcString()
    workspace.run("consent set user-17 --tc-string \(text) --ac-string 2~1.35~dv.9")
    let keys = workspace.run("consent export user-17 --device-keys --format csv").output
    #expect(keys.hasPrefix("key,type,value\r\nIABTCF_gdprApplies,number,1\r\n"))
    #expect(keys.contains("IABTCF_TCString,string,\(text)\r\n"))
    #expect(keys.contains("IABTCF_AddtlConsent,string,2~1.35~dv.9\r\n"))
  }

  @Test func `Didomi's status is told as JSON and as a query`() throws {
    workspace.run("consent set user-17 --accept-all --user-id 0b6f --source-domain com.example")
    let status = try node("consent export user-17 --didomi")
    #expect(try status.member("user_id").string() == "0b6f")
    #expect(try status.member("action").string() == "webview")
    let query = workspace.run("consent export user-17 --query").output
    #expect(query.hasPrefix("didomiConfig.user.externalConsent.value=%7B%22purposes%22"))
  }

  @Test(arguments: ["--device-keys", "--didomi", "--query"])
  func `what pages and devices get is refused where no ad may load`(option: String) {
    workspace.run("consent set user-17 --accept-all")
    workspace.run("consent withdraw user-17")
    let refused = workspace.run("consent export user-17 \(option)")
    #expect(refused.exit == .refused)
    #expect(
      refused.errors == """
        error: consent refuses it: the consent was withdrawn or erased.
        try: adview-admin consent show SUBJECT --explain

        """)
    #expect(workspace.run("consent export user-17").exit == .done)
    #expect(workspace.run("consent export user-17 --receipt").exit == .done)
  }

  @Test func `a string is decoded with the rules that it breaks`() throws {
    let text = try ConsentAnswerTests.tcString()
    let good = workspace.run("consent decode \(text)")
    #expect(good.exit == .done)
    #expect(good.output.contains("Vendors, consent       1-2 755\n"))
    let late = workspace.run("consent decode \(text) --at 2029-01-01T00:00:00Z --format ndjson")
    #expect(late.exit == .answerIsNo)
    #expect(late.output.contains(#""violations":["reminderOverdue: "#))
    workspace.host.input.lines = [text]
    #expect(workspace.run("consent decode -").output == good.output)
  }

  @Test func `other strings are decoded too`() throws {
    #expect(
      workspace.run("consent decode 2~1.35~dv.9").output == """
        Format     additionalConsent
        Version    2
        Consented  1 35
        Disclosed  9

        """)
    let text = try ConsentAnswerTests.tcString()
    let gpp = workspace.run("consent decode DBABM~\(text) --format ndjson").output
    #expect(gpp.hasPrefix(#"{"format":"gpp","sections":[{"id":2,"name":"tcfeuv2","#))
    #expect(gpp.contains(#""CmpId":300"#))
  }

  @Test func `entries go on where a file says, each batch with its head, and name nobody`() throws {
    for number in 1...4 { workspace.run("consent set user-\(number) --accept-all") }
    let first = workspace.run("consent export --entries --cursor-file DIR/cursor --limit 3")
    let lines = first.output.split(separator: "\n")
    #expect(lines.count == 4 && lines[3].contains(#""size":3,"root":""#))
    #expect(!first.output.contains("user-"))
    let second = workspace.run("consent export --entries --cursor-file DIR/cursor")
    #expect(second.output.contains(#""beforeSize":3,"beforeRoot":""#))
    let root = try node("consent head --format json").member("root").string()
    #expect(second.output.contains(#""size":4,"root":"\#(root)""#))
    let third = workspace.run("consent export --entries --cursor-file DIR/cursor --format csv")
    #expect(third.output.hasPrefix("store,form,sequence,time,event,"))
    #expect(third.output.split(separator: "\r\n").count == 1)
    #expect(third.errors.hasPrefix("cursor: entries."))
    #expect(workspace.run("history export --cursor-file DIR/cursor").exit == .badData)
  }

  @Test(arguments: [
    "consent export --entries user-1", "consent export --entries --format json",
    "consent export user-1 --limit 3", "consent export --everybody --cursor-file x",
  ])
  func `entries are of everybody and in lines, and only they have a cursor`(line: String) {
    workspace.run("consent set user-1 --accept-all")
    #expect(workspace.run(line).exit == .usage)
  }

  /// What a holder computes with nothing but the format's description and SHA-256.
  @Test func `a receipt connects the purposes it shows with the entry's hash`() throws {
    workspace.run("consent set user-17 --accept-all")
    let receipt = try node("consent export user-17 --receipt")
    let proof = try receipt.member("ledger_proof")
    let entry = try proof.member("entry")
    func bytes(_ key: String) throws -> [UInt8] {
      try #require(Hexadecimal.bytes(try entry.member(key).string()))
    }
    func message(_ fields: [[UInt8]]) -> [UInt8] {
      fields.flatMap { field in
        (0..<4).map { UInt8(field.count >> (24 - 8 * $0) & 255) } + field
      }
    }
    func number(_ value: Int64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }
    let content = try entry.member("content").string()
    #expect(content.contains(#""enabled":["cookies""#))
    let payload = ContentHasher.hash(
      message([
        Array("AdView consent payload 1".utf8), try bytes("payload_salt"), Array(content.utf8),
      ]))
    #expect(try payload.hex == entry.member("payload_commitment").string())
    let key = try receipt.member("pii_principal_id").string()
    let subject = ContentHasher.hash(
      message([
        Array("AdView consent subject 1".utf8), try bytes("subject_salt"), Array(key.utf8),
      ]))
    #expect(try subject.hex == entry.member("subject_commitment").string())
    let leaf = message([
      Array("AdView consent entry 1".utf8), number(try proof.member("sequence").integer()),
      number(try entry.member("time_ms").integer()), Array(try entry.member("event").string().utf8),
      subject.bytes, payload.bytes, Array(try entry.member("actor").string().utf8),
      Array(try entry.member("channel").string().utf8),
      Array(try entry.member("reason").string().utf8), try bytes("previous"),
    ])
    #expect(try ContentHasher.hash([0] + leaf).hex == proof.member("entry_hash").string())
  }

  @Test func `every field of every section of a GPP string is told, in every format`() throws {
    let gpp = "DBACPP~\(try ConsentAnswerTests.tcString())~BUYAAABo.YA~BAAAABA"
    let table = workspace.run("consent decode \(gpp)")
    #expect(table.exit == .done, "\(table.errors)")
    for line in ["usca.SaleOptOut", "usca.Gpc", "usva.MspaServiceProviderMode", "tcfeuv2.CmpId"] {
      #expect(table.output.contains("\n\(line) "), "\(table.output)")
    }
    let sections = try node("consent decode \(gpp) --format json").member("sections").elements()
    #expect(try sections.map { try $0.member("name").string() } == ["tcfeuv2", "usca", "usva"])
    let usca = try sections[1].member("segments").elements()
    #expect(try usca[0].member("SaleOptOut").integer() == 1)
    #expect(try usca[1].member("Gpc").bool())
    #expect(workspace.run("consent decode \(gpp) --format csv").output.contains("SaleOptOut"))
    let invalid = workspace.run("consent decode DBABBg~BbYbGwXY.YA")
    #expect(invalid.exit == .answerIsNo && invalid.output.contains("segment 0, bit 10"))
    let malformed = workspace.run("consent decode DBABBg~BUoA")
    #expect(malformed.exit == .badData)
    #expect(malformed.errors.contains("section 8 (usca)") && malformed.errors.contains("bit 24"))
  }

  @Test func `a TC string is told with its version, segments and the publisher's purposes`() throws
  {
    let text =
      "CPTtLAAPTtLAAAKAAAENAAFgALwAAEAAAAAAAOgAgABgAAAA.IAoAAgABgAAEAQAAEAAA.d4AACEAAAAAA"
    let decoded = workspace.run(["consent", "decode", text, "--format", "json"])
    let node = JSONNode(try JSONReader.read(text: decoded.output))
    #expect(try node.member("version").integer() == 2)
    #expect(
      try node.member("segments").value.text() == #"["core","disclosedVendors","publisherTC"]"#)
    #expect(try node.member("customPurposeCount").integer() >= 0)
    #expect(try node.member("publisherPurposesConsent").elements().count > 0)
    #expect(try node.value.text().contains(#""allowedVendors":null"#))
  }

  @Test(arguments: [
    (["1YNN"], true), (["1YNN\r"], true), (["1YNN", ""], false), (["1YNN "], false),
    (["1Y\tNN"], false),
  ])
  func `of what is read one newline at the end is left out, and nothing else`(
    lines: [String], isRead: Bool
  ) {
    workspace.host.input.lines = lines
    #expect(workspace.run("consent decode -").exit == (isRead ? .done : .badData))
  }

  private func node(_ line: String) throws -> JSONNode {
    try node(line.split(separator: " ").map(String.init))
  }

  private func node(_ arguments: [String]) throws -> JSONNode {
    let outcome = workspace.run(arguments)
    #expect(outcome.exit == .done, "\(outcome.errors)")
    return JSONNode(try JSONReader.read(text: outcome.output))
  }
}
