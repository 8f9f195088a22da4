// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdminCLI
import TestSupport
import Testing

@Suite struct ConsentContradictionTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  /// What contradicts itself never becomes evidence: options, and words of the refusal. `TC` and
  /// `GPP` stand for strings that allow Google everything, `NO` for one that refuses it.
  @Test(arguments: [
    ("--decline-all --tc-string TC", "everything was refused, and the TC string consents"),
    ("--decline-all --gpp GPP", "everything was refused, and the TC string consents"),
    ("--tc-string TC --disable-purposes 1", "the answers for purposes and the TC string differ"),
    ("--tc-string TC --disable-vendors 755", "the answers for vendors and the TC string differ"),
    ("--accept-all --tc-string NO", "the answers for purposes and the TC string differ"),
    ("--accept-all --at 2030-01-01T00:00:00Z", "dated later than now by more than 24 hours"),
    ("--accept-all --at 2026-11-22T06:26:01Z", "dated later than now by more than 24 hours"),
    (
      "--accept-all --regulation none --gdpr-applies yes",
      "none was given with the statement that the GDPR applies"
    ),
    ("--accept-all --gdpr-applies no", "gdpr was given with the statement that the GDPR does not"),
    ("--enable-purposes 1 --disable-purposes cookies", "'cookies' has two different answers"),
    ("--enable-purposes 1 --disable-purposes 1", "'1' has two different answers"),
    ("--enable-vendors google --disable-vendors 755", "'755' has two different answers"),
    ("--enable-vendors li:google --open-vendors li:755", "'755' has two different answers"),
  ])
  func `a contradiction is refused`(options: String, refusal: String) throws {
    let full = try ConsentAnswerTests.tcString()
    let strings = [
      "TC": full, "GPP": "DBABM~\(full)",
      "NO": try Self.tcString(at: "2026-11-20T00:00:00Z"),
    ]
    let words = options.split(separator: " ").map { strings[String($0)] ?? String($0) }
    let set = workspace.run(["consent", "set", "user-17"] + words)
    #expect(set.exit == .usage)
    #expect(set.errors.contains(refusal), "\(set.errors)")
    #expect(!set.errors.contains("user-17") && !set.errors.contains(full))
    #expect(workspace.run("consent list --format ndjson").output == "")
  }

  @Test(arguments: ["", "--at 2026-11-20T00:00:00Z"])
  func `a string from the future is kept as evidence and opens nothing`(options: String) throws {
    let late = try Self.tcString(at: "2030-01-01T00:00:00Z")
    let set = workspace.run("consent set user-17 --tc-string \(late) \(options)")
    #expect(set.exit == .done && set.output.contains("no ads"), "\(set.errors)")
    #expect(workspace.run("consent export user-17").output.contains(late))
    #expect(workspace.run("consent show user-17 --check").exit == .refused)
  }

  @Test func `an opt-out counts where no law asks for an answer`() {
    let set = workspace.run("consent set user-17 --accept-all --regulation none --us-privacy 1YYN")
    #expect(set.output.contains("nonPersonalized"), "\(set.errors)")
  }

  @Test func `a Didomi status that contradicts itself is refused`() throws {
    let status = """
      {"updated":"2030-11-02T10:00:00Z","purposes":{"cookies":{"enabled":true}},
       "vendors":{"google":{"enabled":true}}}
      """
    try workspace.write(Array(status.utf8), to: "late.json")
    let twice = """
      {"purposes":{"cookies":{"enabled":true},"1":{"enabled":false}},
       "vendors":{"google":{"enabled":true}}}
      """
    try workspace.write(Array(twice.utf8), to: "twice.json")
    #expect(workspace.run("consent set a --didomi DIR/late.json").errors.contains("24 hours"))
    #expect(
      workspace.run("consent set a --didomi DIR/twice.json").errors
        .contains("is both enabled and disabled"))
  }

  @Test func `a clock that is a little ahead is no contradiction`() {
    #expect(
      workspace.run("consent set user-17 --accept-all --at 2026-11-22T06:26:00Z").exit == .done)
  }

  @Test func `a list replaces what all were given under another spelling`() throws {
    let choices = try statement("--accept-all --disable-purposes 1 --disable-vendors 755").choices
    #expect(choices.purposes.consent.disabled == [.number(1)])
    #expect(!choices.purposes.consent.enabled.contains(.name("cookies")))
    #expect(choices.vendors.consent.enabled.isEmpty)
  }

  @Test func `a TC string inside a GPP string gives the answers likewise`() throws {
    let text = try Self.tcString(at: "2026-11-20T00:00:00Z")
    let statement = try statement("--gpp DBABM~\(text)")
    #expect(statement.choices == ConsentChoices(of: try TCString(decoding: text)))
    #expect(statement.strings == ConsentStrings(gpp: "DBABM~\(text)"))
    #expect(statement.updatedAt.description == "2026-11-20T00:00:00.000Z")
    #expect(statement.expiry.rule == "gdpr refusal: 13 months")
    #expect(workspace.run("consent show user-17").output.contains("refused"))
  }

  @Test(arguments: [
    ("--accept-all --expires 2030-01-01T00:00:00Z", "2027-12-21T06:26:00.000Z", "gdpr: at most"),
    ("--accept-all --regulation cpra --expires 2030-01-01T00:00:00Z", "2030-01-01", "set by"),
    ("--tc-string TC --at 2026-11-21T00:00:00Z", "2027-12-20T00:00:00.000Z", "TC string: 13"),
  ])
  func `an answer ends no later than the gate closes`(options: String, time: String, rule: String)
    throws
  {
    let expiry = try statement(
      options.replacing("TC", with: try ConsentAnswerTests.tcString())
    ).expiry
    #expect(expiry.at.description.hasPrefix(time) && expiry.rule.hasPrefix(rule))
  }

  @Test(arguments: [
    ("", "P13M"), ("--expires 180d", "P180D"), ("--expires 2026-11-21T06:27:30Z", "PT90S"),
  ])
  func `a receipt tells how long the answer holds as a duration`(options: String, duration: String)
    throws
  {
    workspace.run("consent set user-17 --accept-all \(options)")
    let receipt = workspace.run("consent export user-17 --receipt").output
    let event = try JSONNode(JSONReader.read(text: receipt)).member("event").elements()[0]
    #expect(try event.member("validity_duration").string() == duration)
  }

  /// A string of CMP 300 under TCF 2.3 that discloses Google and allows it nothing.
  private static func tcString(at time: String) throws -> String {
    var tc = TCString(
      created: try Timestamp(time), cmpID: 300, policyVersion: 5,
      consentLanguage: try LetterPair("DA"), publisherCountry: try LetterPair("DK"))
    tc.disclosedVendors = try VendorSet([755])
    return tc.encoded()
  }

  private func statement(_ options: String) throws -> ConsentStatement {
    let set = workspace.run("consent set user-17 \(options)")
    #expect(set.exit == .done, "\(set.errors)")
    let shown = workspace.run("consent show user-17 --format ndjson").output
    return try ConsentStatement(json: JSONNode(JSONReader.read(text: shown)).member("statement"))
  }
}
