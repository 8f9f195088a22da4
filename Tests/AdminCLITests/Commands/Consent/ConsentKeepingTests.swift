// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@testable import AdminCLI

/// How long records are kept, what for, and who said so.
@Suite struct ConsentKeepingTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `a record says who had it recorded, by which way and why`() throws {
    workspace.run(
      "consent set ann --accept-all --by person --channel phone --reason 'TICKET 7'"
        .replacing("'TICKET 7'", with: "TICKET-7"))
    #expect(
      workspace.run("consent show ann").output.contains(
        "Recorded by      person, by phone: TICKET-7\n"))
    workspace.run("consent withdraw ann")
    let history = workspace.run("consent history ann --format csv").output
    #expect(history.contains(",person,phone,TICKET-7,"))
    #expect(history.contains(",operator,adview-admin,,"))
    let long = String(repeating: "x", count: 201)
    let refused = workspace.run("consent set ann --accept-all --reason \(long)")
    #expect(refused.errors.hasPrefix("error: reason: has 201 bytes; at most 200 are allowed"))
    #expect(workspace.run("consent set ann --accept-all --by nobody").exit == .usage)
  }

  @Test func `records that are evidence in a case are not erased until they are released`() {
    workspace.run("consent set ann --accept-all")
    #expect(
      workspace.run("consent hold ann --reason case-114").output == "held, as ledger entry 2\n")
    #expect(workspace.run("consent hold ann").output == "held already\n")
    let refused = workspace.run("consent erase ann --yes")
    #expect(refused.exit == .refused)
    #expect(
      refused.errors.hasPrefix(
        "error: the records are held as evidence since 2026-11-21T06:26:00.000Z by entry 2 "
          + "(case-114), so nothing is erased."), "\(refused.errors)")
    #expect(workspace.run("consent release ann").output == "released, as ledger entry 3\n")
    #expect(workspace.run("consent release ann").output == "not held\n")
    #expect(workspace.run("consent erase ann --yes").exit == .done)
    #expect(workspace.run("consent hold ann").exit == .notFound)
    #expect(workspace.run("consent verify").exit == .done)
  }

  @Test func `a clock that was wrong is accounted for, and nothing else is`() {
    workspace.run("consent set ann --accept-all")
    workspace.host.time = workspace.host.time.advanced(by: -3_600_000)
    workspace.run("consent set ben --accept-all")
    workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    #expect(workspace.run("consent verify").exit == .answerIsNo)
    let wrong = workspace.run("consent accept 1")
    #expect(wrong.exit == .notFound)
    #expect(wrong.errors.contains("the first that is not is entry 2"))
    #expect(workspace.run("consent accept 3 2").exit == .usage)
    #expect(
      workspace.run("consent accept 1 2 --reason phone-without-network").output
        == "accepted 1 time, as ledger entry 3\n")
    let verified = workspace.run("consent verify")
    #expect(verified.exit == .done)
    #expect(verified.output.contains("\nAccepted  1\n"), "\(verified.output)")
    #expect(workspace.run("consent accept 2").exit == .notFound)
  }

  @Test func `a policy erases whose consent ran out, and leaves its trace`() {
    workspace.run("consent set gone --accept-all --expires 10d")
    workspace.run("consent set kept --accept-all --expires 10d")
    workspace.run("consent set here --accept-all")
    workspace.run("consent hold kept")
    workspace.host.time = workspace.host.time.advanced(by: 100 * 86_400_000)
    let prune = "consent prune --expired-before 30d --by app --reason R-3"
    #expect(
      workspace.run("\(prune) --dry-run").output
        == "would erase 1 person with 1 record; 1 held as evidence stay\n")
    #expect(
      workspace.run("\(prune) --yes").output
        == "erased 1 person with 1 record; 1 held as evidence stay\n")
    #expect(workspace.run("consent list --format ndjson").output.split(separator: "\n").count == 2)
    #expect(
      workspace.run("\(prune) --yes").output.hasPrefix("nobody's consent ran out before "))
    #expect(workspace.run("consent verify").exit == .done)
    #expect(workspace.run("consent prune").exit == .usage)
    #expect(workspace.run("consent prune --expired-before 2099-01-01 --yes").exit == .usage)
  }

  @Test func `who was erased is not brought back by an import, unless that is meant`() throws {
    try workspace.write(Array("0123456789abcdef".utf8), to: "secret")
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    try workspace.write(
      Array(
        #"{"subject":"ann","updatedAt":"2026-11-20T10:00:00Z","choices":"acceptAll"}"#.utf8),
      to: "answers.ndjson")
    workspace.run("consent import DIR/answers.ndjson")
    workspace.run("consent erase ann --yes")
    let refused = workspace.run("consent import DIR/answers.ndjson")
    #expect(refused.exit == .badData && refused.output.contains("the person was erased 2026-"))
    #expect(workspace.run("consent show ann").exit == .notFound)
    #expect(workspace.run("consent import DIR/answers.ndjson --even-erased").exit == .done)
    #expect(workspace.run("consent show ann").exit == .done)
  }

  @Test func `a notice is kept whole, and told by every record that names it`() throws {
    try workspace.write(Array("<p>May we?</p>".utf8), to: "notice.html")
    try workspace.write([0x89, 0x50, 0x4e, 0x47], to: "notice.png")
    let added = workspace.run(
      "notice add DIR/notice.html --id n1 --notice-version 3 --language de --purposes cookies,1 "
        + "--vendors google,755 --picture DIR/notice.png --format ndjson")
    let hash = try JSONNode(JSONReader.read(text: added.output)).member("hash").string()
    #expect(workspace.run("consent set ann --accept-all --notice \(hash)").exit == .done)
    let shownNotice =
      #""notice":{"id":"n1","version":"3","language":"de","contentHash":"\#(hash)"}"#
    #expect(workspace.run("consent show ann --format ndjson").output.contains(shownNotice))
    let shown = workspace.run(
      "notice show \(hash) --text-out DIR/text.html --picture-out DIR/picture.png")
    #expect(shown.output.contains("cookies 1") || shown.output.contains("cookies, 1"), "\(shown)")
    #expect(try workspace.read("text.html") == Array("<p>May we?</p>".utf8))
    #expect(try workspace.read("picture.png") == [0x89, 0x50, 0x4e, 0x47])
    let both = workspace.run("consent set ann --decline-all --notice \(hash) --notice-id n2")
    #expect(both.exit == .usage)
    let unknown = String(repeating: "0", count: 64)
    #expect(workspace.run("consent set ann --decline-all --notice \(unknown)").exit == .notFound)
    #expect(workspace.run("notice show \(unknown)").exit == .notFound)
    try workspace.write(Array("x".utf8), to: "notice.abc")
    #expect(workspace.run("notice add DIR/notice.abc").exit == .usage)
    #expect(workspace.run("notice add DIR/notice.abc --media-type text/plain").exit == .done)
    #expect(workspace.run("notice list --format ndjson").output.split(separator: "\n").count == 2)
  }
}
