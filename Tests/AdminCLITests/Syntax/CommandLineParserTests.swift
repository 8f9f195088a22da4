// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

@Suite struct CommandLineParserTests {
  private func run(_ line: String) -> RecordingHost.Outcome {
    RecordingHost(tree: SampleTree.tree).run(line)
  }

  @Test(arguments: [
    ("shelf list --limit 3", "limit=3"),
    ("shelf list --limit=3", "limit=3"),
    ("shelf list", "limit=-"),
    ("--format csv shelf list --limit 100", "limit=100"),
    ("shelf --format=csv list --colour blue", "colour=blue"),
    ("shelf list --deep", "deep=true"),
    ("shelf list --tag a --tag b=c --tag=--d", #""tags=[""a"", ""b=c"", ""--d""]""#),
    ("shelf list --width 36.5", "width=36.5"),
  ])
  func `options stand anywhere, with a space or an equals sign`(line: String, row: String) {
    let outcome = run("\(line) --format csv".replacingFormatTwice)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains(row + "\r\n"), "\(outcome.output)")
  }

  @Test(arguments: [
    ("shelf put top cup", "put cup on top\n"),
    ("shelf put top cup jug", "put cup+jug on top\n"),
    ("--dry-run shelf put top cup", "would put cup on top\n"),
    ("shelf put -- top --cup", "put --cup on top\n"),
    ("shelf put top -5", "put -5 on top\n"),
    ("shelf put top -", "put - on top\n"),
  ])
  func `words become arguments in order`(line: String, output: String) {
    #expect(run(line) == .init(exit: .done, output: output, errors: ""))
  }

  @Test(arguments: [
    ("box small", "a plain box small\n"), ("box --colour red small", "a red box small\n"),
    ("box small --colour red", "a red box small\n"), ("box open small", "open small\n"),
    ("box --db x open small", "open small\n"), ("box --no-color open small", "open small\n"),
    ("box --no-color small", "a plain box small\n"),
    ("box --no-color --colour red small", "a red box small\n"),
    ("box ./open", "a plain box ./open\n"), ("box -- open", "a plain box open\n"),
  ])
  func `a noun may be a command itself, where no verb follows it`(line: String, output: String) {
    #expect(run(line) == .init(exit: .done, output: output, errors: ""))
  }

  @Test func `the help of such a noun shows its own command and its verbs`() {
    let help = run("box --help")
    #expect(help.output.contains("adview-admin box SHELF [options]"))
    #expect(help.output.contains("  open  Open a box."))
    #expect(run("box").errors.contains("needs SHELF"))
  }

  @Test(arguments: [
    ("shelv list", "unknown command 'shelv'. Did you mean 'shelf'?", "shelf list"),
    ("zzz", "unknown command 'zzz'.", "--help"),
    ("shelf", "'adview-admin shelf' needs a verb: list, put, clear or lend.", "shelf --help"),
    ("shelv", "unknown command 'shelv'. Did you mean 'shelf'?", "shelf --help"),
    ("shelv lst", "unknown command 'shelv'. Did you mean 'shelf'?", "shelf list"),
    ("shelf lst --deep", "'shelf' has no verb 'lst'. Did you mean 'list'?", "shelf list --deep"),
    (
      "shelf list --limt 3",
      "unknown option '--limt' of 'adview-admin shelf list'. Did you mean '--limit'?",
      "shelf list --limit 3"
    ),
    (
      "shelf list --limt=3",
      "unknown option '--limt' of 'adview-admin shelf list'. Did you mean '--limit'?",
      "shelf list --limit=3"
    ),
    ("shelf list -x", "unknown option '-x' of 'adview-admin shelf list'.", "shelf list --help"),
    (
      "shelf list --limit 0", "--limit: '0' is not a whole number from 1 to 100.",
      "shelf list --help"
    ),
    (
      "shelf list --colour gren",
      "--colour: 'gren' is not red, green or blue. Did you mean 'green'?", "shelf list --help"
    ),
    ("shelf list --width 1e3", "--width: '1e3' is not a number of points from 0 to 500.", nil),
    ("shelf list --width nan", "--width: 'nan' is not a number of points from 0 to 500.", nil),
    ("shelf list --limit", "--limit needs a value: a whole number from 1 to 100.", nil),
    ("shelf list --limit --deep", "--limit needs a value: a whole number from 1 to 100.", nil),
    ("shelf list --limit 1 --limit 2", "--limit is given twice; give it once.", nil),
    ("shelf list --deep=yes", "--deep is a flag and takes no value.", nil),
    (
      "shelf list --dry-run",
      "'adview-admin shelf list' takes no --dry-run: there is nothing that it could do.", nil
    ),
    ("shelf list top", "unexpected argument 'top': 'adview-admin shelf list' takes none.", nil),
    ("shelf put", "'adview-admin shelf put' needs SHELF: the name of a shelf.", "shelf put --help"),
    ("shelf put top", "'adview-admin shelf put' needs ITEM: an item.", "shelf put --help"),
    (
      "shelf put t\u{7}p cup",
      "SHELF: 't\\u{7}p' holds a space, a control character or a character beyond "
        + "ASCII; use printable ASCII without spaces.", "shelf put --help"
    ),
  ])
  func `a wrong line says what is wrong and what to type`(
    line: String, message: String, hint: String?
  ) {
    let outcome = run(line)
    #expect(outcome.exit == .usage)
    #expect(outcome.output == "")
    let hint = hint ?? "shelf list --help"
    #expect(outcome.errors == "error: \(message)\ntry: adview-admin \(hint)\n")
  }

  @Test(arguments: ["shelf lend alice-the-first", "shelf lend ann alice", "shelf lnd alice"])
  func `a value that may name a person is never repeated`(line: String) {
    let outcome = run(line)
    #expect(outcome.exit == .usage)
    #expect(!outcome.errors.contains("alice"), "\(outcome.errors)")
  }

  @Test func `a corrected line is quoted for the shell`() {
    let outcome = RecordingHost(tree: SampleTree.tree)
      .run(["shelf", "put", "top", "it's here", "--dry-rn"])
    #expect(
      outcome.errors.hasSuffix(#"try: adview-admin shelf put top 'it'\''s here' --dry-run"# + "\n"))
  }

  @Test func `options without a command are no command`() {
    let outcome = run("--format json")
    #expect(outcome.exit == .usage)
    #expect(outcome.errors == "error: no command given.\ntry: adview-admin --help\n")
  }

  @Test(arguments: ["--help", "shelf -h", "shelf list --bogus --help", "shelf put --help"])
  func `help wins over anything that is wrong`(line: String) {
    let outcome = run(line)
    #expect(outcome.exit == .done)
    #expect(outcome.output.contains("Usage:"))
  }
}

extension String {
  /// The line with one `--format`, where a case already brings its own.
  fileprivate var replacingFormatTwice: String {
    guard split(separator: " ").count(where: { $0.hasPrefix("--format") }) > 1 else { return self }
    return String(dropLast(" --format csv".count))
  }
}
