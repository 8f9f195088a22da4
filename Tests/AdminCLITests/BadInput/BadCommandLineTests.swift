// SPDX-License-Identifier: MIT
import AdConsent
import AdminCLI
import Testing

/// Command lines that are wrong: what is said, exactly, and the exit code.
@Suite struct BadCommandLineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let exit: ExitCode
    let errors: String

    init(
      _ line: String, _ exit: ExitCode, _ message: String, try hint: String? = nil,
      advice: String? = nil
    ) {
      self.line = line
      self.exit = exit
      let next = hint.map { "adview-admin \($0)" } ?? advice
      errors = "error: \(message)\n" + (next.map { "try: \($0)\n" } ?? "")
    }

    var testDescription: String { line }
  }

  static let commands: [Case] = [
    Case("unti list", .usage, "unknown command 'unti'. Did you mean 'unit'?", try: "unit list"),
    Case("frobnicate", .usage, "unknown command 'frobnicate'.", try: "--help"),
    Case(
      "unit lsit --page home", .usage, "'unit' has no verb 'lsit'. Did you mean 'list'?",
      try: "unit list --page home"),
    Case(
      "debug", .usage, "'adview-admin debug' needs a verb: on, off or show.", try: "debug --help"),
    Case(
      "unit list --paeg home", .usage,
      "unknown option '--paeg' of 'adview-admin unit list'. Did you mean '--page'?",
      try: "unit list --page home"),
    Case(
      "export bundle top --subjct somebody", .usage,
      "unknown option '--subjct' of 'adview-admin export bundle'. Did you mean '--subject'?",
      try: "export bundle --help"),
    Case("help untt", .usage, "unknown command 'untt'. Did you mean 'unit'?", try: "help unit"),
    Case(
      "completions powershell", .usage, "SHELL: 'powershell' is not bash, zsh or fish.",
      try: "completions --help"),
  ]

  static let values: [Case] = [
    Case(
      "unit list --status sleeping", .usage,
      "--status: 'sleeping' is not active, paused, archived or all.", try: "unit list --help"),
    Case(
      "history list --state displayd", .usage,
      "--state: 'displayd' is not notLoaded, fetched, displayed or unloaded. "
        + "Did you mean 'displayed'?", try: "history list --help"),
    Case(
      "unit add top --size 320x", .usage,
      "--size: '320x' is not a size; write WIDTHxHEIGHT, for example 320x250, or fluid.",
      try: "unit add --help"),
    Case(
      "unit add top --size 0x10", .usage,
      "--size: '0x10' is out of range; each side is 1 to 10000.", try: "unit add --help"),
    Case(
      "unit add top --initial-width inf", .usage,
      "--initial-width: 'inf' is not a number of points above 0, at most 10000.",
      try: "unit add --help"),
    Case(
      "page set homepage --fetch 1e400", .usage,
      "--fetch: '1e400' is not a number of points from 0 to 1000000.", try: "page set --help"),
    Case(
      "page set homepage", .usage,
      "nothing to set: name at least one threshold, or a feed pattern.",
      try: "page set --help"),
    Case(
      "unit add top --min-width 400 --max-width 300", .usage,
      "minimum width: is 400, above the maximum width of 300.", try: "unit add --help"),
    Case(
      "unit add top --path 123/x", .usage,
      "--path: '123/x' is not a path; write /NETWORK/CODE, for example /1234567/news/top.",
      try: "unit add --help"),
    Case(
      "unit add top --target section", .usage,
      "--target: 'section' is not a key and a value: KEY=VALUE.", try: "unit add --help"),
    Case(
      "targeting set section --app", .usage,
      "KEY=VALUE: 'section' is not a key and a value: KEY=VALUE.", try: "targeting set --help"),
    Case(
      "targeting set a=b", .usage,
      "no scope is named; name one of --unit, --page, --app and --debug.",
      try: "targeting set --help"),
    Case(
      "targeting set a=b --app --debug", .usage,
      "2 scopes are named; name one of --unit, --page, --app and --debug.",
      try: "targeting set --help"),
    Case(
      "page set homepage --fetch 100 --display 200", .usage,
      "display threshold: is 200, above the fetch threshold of 100; "
        + "an ad is fetched before it is displayed.", try: "page set --help"),
    Case(
      "history list --since once", .usage,
      "--since: 'once' is not a time; write 2026-11-21, 2026-11-21T06:26:00Z, yesterday, "
        + "or 7d for seven days ago.",
      try: "history list --help"),
    Case(
      "history export --after x", .usage,
      "--after: 'x' is not a cursor that an export has named.", try: "history export --help"),
    Case(
      "export bundle div-gpt-ad-mobile_1 --subject user-17 --template ftp://x", .usage,
      "--template: 'ftp://x' is not an http or https URL with a host.", try: "export bundle --help"),
  ]

  static let things: [Case] = [
    Case(
      "unit show div-gpt-ad-mobile_l", .notFound,
      "ad unit 'div-gpt-ad-mobile_l' not found; the closest is 'div-gpt-ad-mobile_1'.",
      try: "unit show div-gpt-ad-mobile_1"),
    Case(
      "unit show nothing-like-it", .notFound, "ad unit 'nothing-like-it' not found.",
      try: "unit list"),
    Case(
      "unit list --page=homepgae", .notFound,
      "page 'homepgae' not found; the closest is 'homepage'.", try: "unit list --page=homepage"),
    Case("page show nowhere", .notFound, "page 'nowhere' not found.", try: "page list"),
    Case(
      "targeting remove sectoin --unit div-gpt-ad-mobile_1", .notFound,
      "the targeting key 'sectoin' is not set; the closest is 'section'.",
      try: "targeting remove section --unit div-gpt-ad-mobile_1"),
    Case(
      "unit add div-gpt-ad-mobile_1", .cannotCreate,
      "ad unit 'div-gpt-ad-mobile_1' exists already.",
      try: "unit set div-gpt-ad-mobile_1 --help"),
    Case(
      "unit set --notes div-gpt-ad-mobil_1 div-gpt-ad-mobil_1", .notFound,
      "ad unit 'div-gpt-ad-mobil_1' not found; the closest is 'div-gpt-ad-mobile_1'.",
      try: "unit set --notes div-gpt-ad-mobil_1 div-gpt-ad-mobile_1"),
    Case(
      "unit remove div-gpt-ad-mobile_1", .usage,
      "'adview-admin unit remove' takes something away for good.",
      try: "unit remove div-gpt-ad-mobile_1 --yes"),
    Case(
      "unit set div-gpt-ad-mobile_1", .usage, "nothing to set: name at least one field.",
      try: "unit set --help"),
    Case(
      "export bundle div-gpt-ad-mobile_1 --subject somebody", .refused,
      "consent refuses the bundle: no consent is recorded.", try: "consent set --help"),
    Case(
      "history replay nothing", .notFound, "the history has no session 'nothing'.",
      try: "history sessions"),
    Case(
      "targeting remove quite-unlike --app", .notFound,
      "the targeting key 'quite-unlike' is not set.", try: "targeting list"),
    Case(
      "history stats --page homepgae", .notFound,
      "page 'homepgae' not found; the closest is 'homepage'.",
      try: "history stats --page homepage"),
    Case(
      "history export --after transitions.0.0.0.0 --cursor-file cursor", .usage,
      "give either --after or --cursor-file: each says where to go on.",
      try: "history export --help"),
    Case(
      "init --db no/such/folder.sqlite --dry-run", .cannotCreate,
      "cannot create 'no/such/folder.sqlite': there is no folder 'no/such'.",
      advice: "give another file or folder"),
  ]

  @Test(arguments: [
    "export bundle div-gpt-ad-mobil_1 --subject user-secret",
    "export parameters div-gpt-ad-mobil_1 --subject user-secret --customer-id 4",
    "export preview --page homepgae --subject user-secret",
    "simulate no --page homepgae --record --subject user-secret",
    "export bundle div-gpt-ad-mobile_1 --subject user-secret --without-consnt",
    "export openrtb div-gpt-ad-mobil_1 --subject=user-secret",
  ])
  func `a person whom the line names is not named on standard error`(line: String) throws {
    let workspace = try Workspace()
    try workspace.answer(.enabled, for: "user-secret")
    let outcome = workspace.run(line)
    #expect(outcome.exit != .done)
    #expect(
      outcome.errors.contains("\ntry: ") && !outcome.errors.contains("user-secret"),
      "\(outcome.errors)")
  }

  @Test(
    arguments: (commands + values + things).filter { $0.errors.contains("\ntry: adview-admin ") })
  func `the line to try is one that this program takes`(wrong: Case) throws {
    let workspace = try Workspace()
    let hint = try #require(workspace.run(wrong.line).errors.split(separator: "\n").last)
    let line = hint.dropFirst("try: adview-admin ".count)
    let outcome = workspace.run(
      line.split(separator: " ").map { word in
        word.hasPrefix("'") ? String(word.dropFirst().dropLast()) : String(word)
      })
    #expect(outcome.exit != .usage, "\(line): \(outcome)")
  }

  @Test(arguments: commands + values + things)
  func `a wrong line is answered exactly`(wrong: Case) throws {
    let workspace = try Workspace()
    let before = workspace.run("unit log --format json").output
    #expect(
      workspace.run(wrong.line) == .init(exit: wrong.exit, output: "", errors: wrong.errors))
    #expect(workspace.run("unit log --format json").output == before)
  }
}
