// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Testing

@Suite struct ConsentCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `an answer is recorded once`() {
    #expect(
      workspace.run("consent set user-17 --accept-all").output == """
        recorded 1: given under gdpr, personalized ads until 2027-12-21T06:26:00.000Z \
        (gdpr: 13 months)

        """)
    #expect(
      workspace.run("consent set user-17 --accept-all").output == """
        nothing to record: record 1 says the same and holds until 2027-12-21T06:26:00.000Z

        """)
    #expect(
      workspace.run("consent set user-17 --decline-all --expiry cnil").output == """
        recorded 2: refused under gdpr, limited ads until 2027-05-21T06:26:00.000Z \
        (gdpr refusal: 6 months)

        """)
  }

  @Test func `what an answer allows is said by the gate that was asked for`() {
    let strict = workspace.run("consent set user-17 --decline-all --policy consented").output
    #expect(strict.hasSuffix("no ads: the answer leaves no serving mode that the policy accepts\n"))
    #expect(
      workspace.run("consent set user-18 --decline-all").output.contains("limited ads until "))
    let early = "consent set user-19 --decline-all --limited-ads-since 2099-01-01T00:00:00Z"
    #expect(workspace.run(early).output.contains("no ads: "))
  }

  @Test func `a dry run records nothing`() {
    let outcome = workspace.run("consent set user-17 --accept-all --dry-run")
    #expect(outcome.output.hasPrefix("would record 1: given under gdpr"))
    #expect(workspace.run("consent list --format ndjson").output == "")
  }

  @Test func `a person's consent is shown with what the gate makes of it`() {
    workspace.run("consent set user-17 --accept-all --open-vendors 12")
    #expect(
      workspace.run("consent show user-17").output == """
        Record           1
        Event            given
        Recorded         2026-11-21T06:26:00.000Z
        Recorded by      operator, by adview-admin
        Ads              none (partial)
        Blocked because  the answer is partial: something asked for is not answered
        Law              gdpr
        Purposes         11 enabled by consent, 6 enabled by legitimate interest
        Vendors          1 enabled by consent, 1 not answered by consent, 1 enabled by legitimate \
        interest
        Strings          -
        Answered         2026-11-21T06:26:00.000Z
        Expires          2027-12-21T06:26:00.000Z
        Expiry rule      gdpr: 13 months

        """)
  }

  @Test func `an explanation lists every requirement with whether it holds`() {
    workspace.run(
      "consent set user-17 --enable-purposes cookies,li:market_research --enable-vendors google")
    let lines = workspace.run("consent show user-17 --explain").output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("yes  ") }.count == 6)
    #expect(lines.filter { $0.hasPrefix("no   ") }.count == 7)
    #expect(lines.contains { $0.hasPrefix("yes    purpose 1 (cookies) and Google by consent") })
    #expect(lines.contains { $0.contains("without one Google serves limited ads at most") })
    let json = workspace.run("consent show user-17 --explain --format ndjson").output
    #expect(json.contains(#""decision":{"allowed":true,"servingMode":"limited""#))
    #expect(
      json.contains(
        #"{"holds":false,"requirement":"purpose 9 (market_research) and Google by consent or"#))
  }

  @Test(arguments: [
    ("consent set user-17 --accept-all", "consent show user-17 --check", ExitCode.done),
    ("consent set user-17 --decline-all", "consent show user-17 --check", .done),
    (
      "consent set user-17 --decline-all", "consent show user-17 --check --policy consented",
      .refused
    ),
    (
      "consent set user-17 --accept-all", "consent show user-17 --check --at 2030-01-01T00:00:00Z",
      .refused
    ),
  ])
  func `a check tells a script whether ads may load`(set: String, show: String, exit: ExitCode) {
    workspace.run(set)
    #expect(workspace.run(show).exit == exit)
  }

  @Test func `a past time is decided by the record that stood then`() {
    workspace.host.time = workspace.host.time.advanced(by: 60_000)
    workspace.run("consent set user-17 --decline-all")
    workspace.host.time = workspace.host.time.advanced(by: 60_000)
    workspace.run("consent set user-17 --accept-all")
    let show = "consent show user-17 --format ndjson --at"
    #expect(workspace.run("\(show) 2026-11-21T06:27:30Z").output.hasPrefix(#"{"consentRecord":1,"#))
    #expect(workspace.run("\(show) 2026-11-21T06:28:00Z").output.hasPrefix(#"{"consentRecord":2,"#))
    let early = workspace.run("\(show) 2026-11-21T06:26:30Z")
    #expect(early.exit == .notFound)
    #expect(
      early.errors == """
        error: no consent record of this subject stood at 2026-11-21T06:26:30.000Z.
        try: adview-admin consent history SUBJECT

        """)
  }

  @Test func `the rule for limited ads is a dated setting`() {
    workspace.run("consent set user-17 --decline-all")
    let show = "consent show user-17 --check --limited-ads-since"
    #expect(workspace.run("\(show) 2026-11-21T06:26:00Z").exit == .done)
    #expect(workspace.run("\(show) 2026-11-21T06:26:01Z").exit == .refused)
  }

  @Test func `a list shows everybody by the stored key`() {
    workspace.run("consent set b --accept-all")
    workspace.run("consent set a --decline-all")
    workspace.run("consent set c --us-privacy 1YYN --regulation ccpa")
    workspace.run("consent withdraw b")
    #expect(
      workspace.run("consent list").output == """
        Subject  Record  Event      Ads               Law   Answered                  Expires
        a             2  refused    limited           gdpr  2026-11-21T06:26:00.000Z  \
        2027-12-21T06:26:00.000Z
        b             4  withdrawn  none (withdrawn)  gdpr  2026-11-21T06:26:00.000Z  \
        2027-12-21T06:26:00.000Z
        c             3  given      nonPersonalized   cpra  2026-11-21T06:26:00.000Z  \
        2027-12-21T06:26:00.000Z

        """)
    #expect(
      workspace.run("consent list --ads blocked --format csv").output.split(separator: "\r\n")
        .dropFirst().map { $0.prefix(80) } == [
          "b,4,withdrawn,2026-11-21T06:26:00.000Z,operator,adview-admin,,1,no,,,withdrawn,t"
        ])
    #expect(
      workspace.run("consent list --regulation cpra --format ndjson").output.hasPrefix(
        #"{"subject":"c","consentRecord":3"#))
    #expect(
      workspace.run("consent list --event given --format json").output.contains(#""subject":"c""#))
  }

  @Test func `a history tells every answer and the withdrawal`() {
    workspace.run("consent set user-17 --accept-all")
    #expect(
      workspace.run("consent withdraw user-17").output
        == "recorded 2: withdrawn under gdpr, no ads: the consent was withdrawn or erased\n")
    #expect(
      workspace.run("consent history user-17").output == """
        Record  Event      Ads               Law   Answered                  Expires
             1  given      personalized      gdpr  2026-11-21T06:26:00.000Z  \
        2027-12-21T06:26:00.000Z
             2  withdrawn  none (withdrawn)  gdpr  2026-11-21T06:26:00.000Z  \
        2027-12-21T06:26:00.000Z

        """)
  }

  @Test func `a copy of an answer from before the withdrawal is known, and opens nothing`() {
    let given = "--accept-all --at 2026-10-01T00:00:00Z"
    workspace.run("consent set user-17 \(given)")
    workspace.run("consent withdraw user-17")
    let again = workspace.run("consent set user-17 \(given)")
    #expect(again.exit == .done)
    #expect(
      again.output == """
        nothing to record: record 1 is this answer, answered 2026-10-01T00:00:00.000Z; record 2 \
        (withdrawn), answered 2026-11-21T06:26:00.000Z, holds: no ads: the consent was withdrawn or \
        erased

        """)
    #expect(again.errors.hasPrefix("note: what was answered last holds. "))
    #expect(workspace.run("consent show user-17 --check").exit == .refused)
    let twice = workspace.run("consent withdraw user-17").output
    #expect(
      twice == "nothing to record: record 2 withdrew the consent already, on "
        + "2026-11-21T06:26:00.000Z\n")
  }

  @Test func `an answer older than a refusal is evidence and opens nothing, however it arrives`()
    throws
  {
    workspace.run("consent set user-17 --decline-all")
    let late = workspace.run("consent set user-17 --accept-all --at 2026-03-01T00:00:00Z")
    #expect(
      late.output
        == """
        recorded 2: changed under gdpr, as evidence only, answered 2026-03-01T00:00:00.000Z; record 1 \
        (refused), answered 2026-11-21T06:26:00.000Z, holds: limited ads until \
        2027-12-21T06:26:00.000Z (gdpr: 13 months)

        """.replacing("(gdpr: 13", with: "(gdpr refusal: 13"))
    let json = workspace.run(
      "consent set user-17 --accept-all --at 2026-04-01T00:00:00Z --imported --format ndjson"
    ).output
    #expect(
      json.hasPrefix(#"{"appended":true,"holds":false,"heldBy":1,"consentRecord":3,"#))
    #expect(json.contains(#""servingMode":null,"consentRecord":null,"blockReason":"overruled","#))
    let same = workspace.run("consent set user-17 --accept-all")
    #expect(same.output.contains("record 1 (refused), of the same time and more careful, holds"))
    #expect(
      workspace.run("consent history user-17").output.split(separator: "\n").dropFirst()
        .map { $0.contains("none (overruled)") } == [false, true, true, true])
    #expect(workspace.run("consent list").output.contains("\nuser-17       1  refused  limited"))
    #expect(
      workspace.run("consent show user-17 --format ndjson").output.hasPrefix(
        #"{"consentRecord":1,"#))
  }

  @Test func `nobody's consent is asked with the gate's decision`() throws {
    #expect(workspace.run("consent show nobody").exit == .notFound)
    let checked = workspace.run("consent show nobody --check")
    #expect(checked.exit == .refused)
    #expect(
      checked.output
        == "Record           -\nAds              none (noRecord)\n"
        + "Blocked because  no consent is recorded\n")
    let explained = workspace.run("consent show nobody --explain --format ndjson")
    #expect(explained.exit == .done)
    #expect(
      explained.output.hasPrefix(
        #"{"consentRecord":null,"event":null,"recordedAt":null,"actor":null,"channel":null,"reason":null,"previous":null,"decision":{"allowed":false,"#
      ))
    #expect(
      explained.output.contains(
        #""requirements":[{"holds":false,"requirement":"an answer is recorded""#))
    workspace.run("consent set user-17 --accept-all")
    workspace.run("consent erase user-17 --yes")
    #expect(workspace.run("consent show user-17 --check --explain").exit == .refused)
  }

  @Test func `an expiry that is not after the answer is refused`() {
    let refused = workspace.run(
      "consent set user-17 --accept-all --expires 2026-11-21T06:26:00Z")
    #expect(refused.exit == .usage)
    #expect(
      refused.errors.hasPrefix(
        "error: expiry: 2026-11-21T06:26:00.000Z is not after the answer of "
          + "2026-11-21T06:26:00.000Z; give a later time."), "\(refused)")
    #expect(
      workspace.run("consent set user-17 --accept-all --expires 2026-11-21T06:26:00.001Z").exit
        == .done)
  }

  @Test func `keys are stored as keyed hashes where a secret is named, and only so from then on`()
    throws
  {
    try workspace.write(Array("0123456789abcdef".utf8), to: "secret")
    try workspace.write(Array("fedcba9876543210".utf8), to: "other")
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    workspace.run("consent set user-17 --accept-all")
    #expect(workspace.run("consent show user-17").exit == .done)
    #expect(workspace.run("export bundle div-gpt-ad-mobile_1 --subject user-17").exit == .done)
    let list = workspace.run("consent list --format ndjson").output
    #expect(list.hasPrefix(#"{"subject":"hmac-sha256:"#))
    #expect(!list.contains("user-17"))
    let lines = [
      "consent show user-17", "consent set user-17 --decline-all", "consent withdraw user-17",
      "consent history user-17", "consent export user-17", "consent erase user-17 --yes",
      "export bundle div-gpt-ad-mobile_1 --subject user-17",
    ]
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = nil
    for line in lines {
      let outcome = workspace.run(line)
      #expect(
        outcome
          == .init(
            exit: .usage, output: "",
            errors:
              "error: this store holds subject keys that are hashed with a secret, and the key "
              + "was given without it.\ntry: export ADVIEW_SUBJECT_SECRET_FILE=FILE, the file of the "
              + "secret that the keys were hashed with\n"), "\(line)")
    }
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("other")
    for line in lines {
      let outcome = workspace.run(line)
      #expect(outcome.exit == .usage && outcome.errors.contains("another secret"), "\(line)")
    }
    #expect(workspace.run("consent verify").output.contains("\nEntries   2\n"))
    let bytes = String(decoding: try workspace.read("adview.sqlite"), as: UTF8.self)
    #expect(bytes.contains("hmac-sha256") && !bytes.contains("user-17"))
    #expect(!bytes.contains("0123456789abcdef"))
  }

  @Test func `whoever names a file that is too short for a secret is told to make another`() throws
  {
    try workspace.write(Array("host".utf8), to: "hostname")
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("hostname")
    let refused = workspace.run("consent set user-17 --accept-all")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains("has 4 bytes; at least 16 are needed"), "\(refused)")
    #expect(!refused.errors.contains("> DIR/hostname"), "the advice would overwrite the file")
  }

  @Test func `plain keys are hashed, and hashed ones with another secret`() throws {
    workspace.run("consent set user-17 --accept-all")
    workspace.run("consent set user-18 --decline-all")
    try workspace.write(Array("0123456789abcdef".utf8), to: "secret")
    try workspace.write(Array("fedcba9876543210".utf8), to: "other")
    #expect(workspace.run("consent rekey --yes").exit == .usage)
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    #expect(
      workspace.run("consent set user-17 --decline-all").errors
        == "error: this store holds plain subject keys, and the key was given with a secret.\n"
        + "try: adview-admin consent rekey\n")
    #expect(workspace.run("consent rekey").exit == .usage, "nobody said yes")
    #expect(
      workspace.run("consent rekey --yes").output
        == "replaced 2 keys; the database takes only keys hashed with this secret from then on\n")
    #expect(
      !String(decoding: try workspace.read("adview.sqlite"), as: UTF8.self).contains("user-1"))
    #expect(workspace.run("consent show user-17 --check").exit == .done)
    #expect(workspace.run("consent verify").exit == .done)

    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("other")
    try workspace.write(Array("user-17\n".utf8), to: "keys")
    let line = "consent rekey DIR/keys --old-secret DIR/secret --yes"
    let partly = workspace.run(line)
    #expect(partly.exit == .badData)
    #expect(
      partly.errors.hasPrefix("error: the keys lack 1 of the 2 people in this store;"))
    try workspace.write(Array("user-18\r\n\nuser-17\nnobody".utf8), to: "keys")
    #expect(
      workspace.run("\(line) --format ndjson").output
        == "{\"replaced\":2,\"forgotten\":0,\"dryRun\":false}\n")
    #expect(workspace.run("consent show user-18 --check").exit == .done)
    #expect(workspace.run("consent verify").exit == .done)
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    #expect(workspace.run("consent show user-18").exit == .usage)
  }

  private static let again =
    "try: take the string from the consent platform again: this one is cut short or altered\n"

  /// Arguments, standard error, exit code. None of the messages repeats a key or a string.
  @Test(arguments: [
    (
      "consent show secret-key",
      "error: this subject has no consent record.\ntry: adview-admin consent list\n",
      ExitCode.notFound
    ),
    (
      "consent erase secret-key --yes",
      "error: this subject has no consent record.\ntry: adview-admin consent list\n", .notFound
    ),
    (
      "consent erase secret-key",
      "error: 'adview-admin consent erase' takes something away for good.\n"
        + "try: the same command with --yes\n", .usage
    ),
    (
      "consent erase --yes",
      "error: whose records are to be erased is not said.\ntry: adview-admin consent erase SUBJECT\n",
      .usage
    ),
    (
      "consent set secret-key",
      "error: nothing says what the answer was.\ntry: --accept-all, --decline-all, "
        + "--enable-purposes, --tc-string or --didomi; see 'adview-admin consent set --help'\n",
      .usage
    ),
    (
      "consent set secret-key --accept-all --decline-all",
      "error: --accept-all and --decline-all exclude one another.\n"
        + "try: adview-admin consent set --help\n", .usage
    ),
    (
      "consent set secret-key --tc-string C!secret",
      "error: malformed TC string (alphabet) in segment 0, bit 6: byte 33 at letter 1 is not in "
        + "A-Z, a-z, 0-9, - and _.\n\(again)", .badData
    ),
    (
      "consent set secret-key --us-privacy 1YNX",
      "error: malformed US Privacy string (character) at byte 3: only Y, N and - are allowed after "
        + "the version.\n\(again)", .badData
    ),
    (
      "consent set secret-key --accept-all --ac-string 3~1",
      "error: malformed Additional Consent string (version) at byte 0: it must begin with 1~ or 2~.\n"
        + again, .badData
    ),
    (
      "consent set secret-key --didomi DIR/none.json",
      "error: there is no file 'DIR/none.json'.\ntry: check the path\n", .notFound
    ),
    (
      "consent decode 1YNsecret",
      "error: malformed US Privacy string (length) at byte 0: it must have four characters, for "
        + "example 1YNN.\n\(again)", .badData
    ),
    (
      "consent export secret-key --receipt --didomi",
      "error: --receipt and --didomi exclude one another.\n"
        + "try: adview-admin consent export --help\n", .usage
    ),
  ])
  func `what cannot be done is said without a key or a string`(
    line: String, errors: String, exit: ExitCode
  ) {
    let outcome = workspace.run(line)
    #expect(outcome == .init(exit: exit, output: "", errors: errors))
    #expect(!outcome.errors.contains("secret"))
  }
}
