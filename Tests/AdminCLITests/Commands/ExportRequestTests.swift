// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdminCLI
import Testing

/// `export parameters` and `export openrtb`: what may leave, and what may not.
@Suite struct ExportRequestTests {
  let workspace: Workspace
  static let parameters = "export parameters div-gpt-ad-mobile_3 --customer-id 42 --subject"
  static let openrtb = "export openrtb div-gpt-ad-mobile_3 --subject"
  static let identifier = "6D92078A-8246-4BA4-AE5B-76104861E7DC"

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "user-17")
    try workspace.answer(.disabled, for: "refuser")
  }

  @Test func `a size that the caller gives comes before the unit's`() {
    let output = workspace.run("\(Self.parameters) user-17 --max-width 300 --min-height 90 --query")
      .output
    #expect(
      output
        == "customer_id=42&ad-min-width=200&ad-max-width=300&ad-min-height=90&ad-max-height=600\n")
  }

  @Test func `parameters take their sizes from the unit and the rest from options`() {
    let line = "\(Self.parameters) user-17 --screen 393x852 --pixel-ratio 3 --language en-US"
    #expect(
      workspace.run(line)
        == .init(
          exit: .done,
          output: """
            Name           Value
            customer_id    42
            ad-min-width   200
            ad-max-width   400
            ad-min-height  100
            ad-max-height  600
            ad-device-w    1179
            ad-device-h    2556
            ad-pxratio     3
            ad-language    en

            """, errors: ""))
    #expect(
      workspace.run("\(Self.parameters) user-17 --position 0 --frame yes --query").output
        == "customer_id=42&ad-min-width=200&ad-max-width=400&ad-min-height=100&ad-max-height=600"
        + "&ad-position=0&ad-iframe=1\n")
    #expect(
      workspace.run("\(Self.parameters) user-17 --format csv").output
        .hasPrefix("name,value\r\ncustomer_id,42\r\n"))
  }

  @Test func `JSON holds the decision and the targeting as well`() throws {
    let document = try JSONNode(
      JSONReader.read(text: workspace.run("\(Self.parameters) user-17 --format json").output))
    #expect(try document.member("consent").member("servingMode").string() == "personalized")
    #expect(try document.member("consentRecord").integer() == 1)
    #expect(
      try document.member("targeting").elements().map { try $0.member("key").string() }
        == ["platform", "pagetype", "section"])
    #expect(try document.member("parameters").elements().count == 5)
  }

  @Test func `what identifies the person needs consent to personalized ads`() {
    let person = "--advertising-id \(Self.identifier) --year-of-birth 1990 --gender female"
    let allowed = workspace.run("\(Self.parameters) user-17 \(person) --query").output
    #expect(allowed.hasSuffix("&ad-ifa=\(Self.identifier)&ad-yob=1990&ad-gender=F\n"))
    let limited = workspace.run("\(Self.parameters) refuser \(person) --query")
    #expect(limited.exit == .done)
    #expect(limited.output.hasSuffix("&ad-max-height=600\n"))
  }

  @Test(arguments: [
    "\(parameters) nobody", "\(openrtb) nobody", "\(parameters) refuser --policy consented",
    "\(openrtb) refuser --policy consented",
  ])
  func `without consent nothing is written, and nobody is named`(line: String) {
    let outcome = workspace.run(line)
    #expect(outcome.exit == .refused)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("error: consent refuses the export: "))
    #expect(!outcome.errors.contains("nobody") && !outcome.errors.contains("refuser"))
  }

  @Test(arguments: [
    "\(parameters) user-17 --advertising-id SECRET", "\(parameters) user-17 --year-of-birth SECRET",
    "\(parameters) user-17 --gender SECRET", "\(parameters) user-17 --oops SECRET",
  ])
  func `a message does not repeat what may be personal`(line: String) {
    let outcome = workspace.run(line)
    #expect(outcome.exit == .usage)
    #expect(outcome.output == "")
    for word in ["SECRET", "user-17", "42"] {
      #expect(!outcome.errors.contains(word), "\(outcome)")
    }
  }

  @Test(arguments: ["export parameters div-gpt-ad-mobile_3", "export openrtb div-gpt-ad-mobile_3"])
  func `a person must be named`(line: String) {
    #expect(workspace.run(line).exit == .usage)
    #expect(workspace.run("\(line) --subject user-17 --inactive --oops").exit == .usage)
  }

  @Test func `a bid request holds the units, the law and the app`() throws {
    let outcome = workspace.run(
      "export openrtb div-gpt-ad-mobile_3 div-gpt-ad-mobile_1 --subject user-17 --app-bundle 123 "
        + "--app-name News --app-version 2")
    #expect(outcome.exit == .done)
    let request = try JSONReader.read(text: outcome.output)
    let formats = #"{"format":[{"w":320,"h":320},{"w":300,"h":250}]}"#
    #expect(
      try request.text()
        == #"{"imp":[{"id":"1","tagid":"/1234567/mobile/article_1","secure":1,"banner":\#(formats),"#
        + #""ext":{"gpid":"/1234567/mobile/article_1"}},"#
        + #"{"id":"2","tagid":"/1234567/mobile/homepage_1","secure":1,"banner":\#(formats),"#
        + #""ext":{"gpid":"/1234567/mobile/homepage_1"}}],"#
        + #""regs":{"gdpr":1},"app":{"bundle":"123","name":"News","ver":"2"}}"#)
    #expect(
      outcome.errors == """
        left out of 'div-gpt-ad-mobile_3', for no banner can have it: fluid
        left out of 'div-gpt-ad-mobile_1', for no banner can have it: fluid
        warning: the GDPR applies and the record has no TC string; bidders take that for a no

        """)
  }

  @Test func `a TC string is in the request as it was recorded, and in no message`() throws {
    let text = try ConsentAnswerTests.tcString()
    workspace.run("consent set person --tc-string \(text)")
    let outcome = workspace.run("\(Self.openrtb) person")
    let request = try JSONNode(JSONReader.read(text: outcome.output))
    #expect(try request.member("user").value == ["consent": .string(text)])
    #expect(
      outcome.errors == "left out of 'div-gpt-ad-mobile_3', for no banner can have it: fluid\n")
  }

  @Test func `an opt-out is told by its string, and refused where there is none`() {
    workspace.run("consent set told --decline-all --regulation cpra --us-privacy 1YYN")
    let told = workspace.run("\(Self.openrtb) told")
    #expect(told.exit == .done)
    #expect(told.output.contains(#""us_privacy": "1YYN""#), "\(told)")
    workspace.run("consent set untold --decline-all --regulation cpra")
    let untold = workspace.run("\(Self.openrtb) untold")
    #expect(untold.exit == .refused)
    #expect(untold.output == "")
  }

  @Test func `units that share a path are told apart, but not from archived ones`() {
    workspace.run("unit add twin --path /1234567/mobile/article_1 --size 320x50")
    #expect(
      workspace.run("\(Self.openrtb) user-17").output.contains("article_1#div-gpt-ad-mobile_3"))
    workspace.run("unit archive twin")
    #expect(!workspace.run("\(Self.openrtb) user-17").output.contains("#"))
    #expect(workspace.run("export openrtb twin --subject user-17").exit == .badData)
    #expect(
      workspace.run("export openrtb twin --subject user-17 --inactive").output
        .contains("article_1#twin"))
  }

  @Test func `a unit without a size to offer says what to do`() {
    workspace.run("unit add bare")
    #expect(
      workspace.run("export openrtb bare --subject user-17")
        == .init(
          exit: .badData, output: "",
          errors: "error: declared sizes: of 'bare' hold no fixed size that fits the container; a "
            + "banner needs one.\ntry: adview-admin unit set bare --size 320x250\n"))
  }

  @Test(arguments: [
    parameters, openrtb, "export bundle div-gpt-ad-mobile_3 --subject",
  ])
  func `a person is found under a keyed hash of the key, as recorded`(line: String) throws {
    try workspace.write(Array("a secret of 16 bytes or more".utf8), to: "secret")
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    #expect(workspace.run("\(line) user-17").exit == .usage, "plain keys")
    workspace.run("consent rekey --yes")
    workspace.run("consent set hashed --accept-all")
    #expect(workspace.run("\(line) hashed").exit == .done)
    #expect(workspace.run("\(line) user-17").exit == .done)
    #expect(workspace.run("\(line) stranger").exit == .refused)
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = nil
    #expect(workspace.run("\(line) user-17").exit == .usage, "the secret is missing")
  }
}
