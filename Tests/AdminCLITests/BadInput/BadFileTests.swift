// SPDX-License-Identifier: MIT
import AdSQLite
import AdStore
import AdminCLI
import Testing

/// Files that cannot be used: what is said, exactly, and the exit code.
@Suite struct BadFileTests {
  static let traces: [(text: String, exit: ExitCode, message: String)] = [
    (
      "{\"t\":0,\"viewport\":null}\n{\"t\":5,\"frame\":{\"id\":\"a\",\"x\":0}}\n", .badData,
      "'DIR/bad.ndjson', line 2: frame: the member y is missing."
    ),
    (
      "{\"t\":0,\"viewport\":null}\n\n{\"t\":5,\"frame\n", .badData,
      "'DIR/bad.ndjson', line 3: column 14: expected '\"', found the end of the text."
    ),
    (
      "{\"t\":5,\"remove\":\"a\"}\n{\"t\":4,\"remove\":\"a\"}\n", .badData,
      "'DIR/bad.ndjson', line 2: t is 4, before the 5 of line 1; times must ascend."
    ),
    (
      "{\"t\":5,\"remove\":\"a b\"}\n", .badData,
      "'DIR/bad.ndjson', line 1: remove: ad unit id: 'a b' holds a space, a control character or a "
        + "character beyond ASCII; use printable ASCII without spaces."
    ),
  ]

  @Test(arguments: traces)
  func `a trace is refused with its line`(text: String, exit: ExitCode, message: String) throws {
    let workspace = try Workspace(database: false)
    try workspace.write(Array(text.utf8), to: "bad.ndjson")
    let outcome = workspace.run("simulate DIR/bad.ndjson")
    #expect(outcome.exit == exit)
    #expect(outcome.output == "")
    // A long message quotes the folder, so the sentence about the line is what is compared.
    let sentence = try #require(message.split(separator: ", ", maxSplits: 1).last)
    #expect(
      outcome.errors.hasSuffix("\(sentence)\ntry: correct the line, or take it out\n"),
      "\(outcome.errors)")
  }

  @Test func `a file that is not there is named`() throws {
    let workspace = try Workspace(database: false)
    #expect(
      workspace.run("simulate nowhere.ndjson")
        == .init(
          exit: .notFound, output: "",
          errors: "error: there is no file 'nowhere.ndjson'.\ntry: check the path\n"))
  }

  /// Every way to name a file that cannot be used, with the exit code.
  @Test(arguments: [
    ("simulate DIR/none", ExitCode.notFound),
    ("simulate DIR/bad --sizes DIR/none", .badData),
    ("simulate DIR", .inputOutput),
    ("consent set a --didomi DIR/none", .notFound), ("consent set a --didomi DIR/bad", .badData),
    ("consent set a --tc-string C!", .badData), ("consent decode 1Y", .badData),
    ("consent set a --accept-all --notice-file DIR/none", .notFound),
    ("consent verify --head DIR/none", .notFound), ("consent verify --head DIR/bad", .badData),
    ("history export --cursor-file DIR/bad", .badData),
    ("layout masonry DIR/none", .notFound), ("layout masonry DIR/bad", .badData),
    ("export bundle div-gpt-ad-mobile_1 --without-consent --out DIR", .cannotCreate),
    ("export bundle div-gpt-ad-mobile_1 --without-consent --out DIR/no/folder", .cannotCreate),
    ("publish DIR/no/folder --signing-keys DIR/keys", .cannotCreate),
    ("backup DIR/bad", .cannotCreate),
    ("unit list --db DIR/none", .notFound), ("unit list --db DIR/bad", .badData),
  ])
  func `what is wrong with a file comes with what to do`(line: String, exit: ExitCode) throws {
    let workspace = try Workspace()
    try workspace.write(Array("no document".utf8), to: "bad")
    let outcome = workspace.run(line)
    #expect(outcome.exit == exit, "\(outcome)")
    #expect(outcome.errors.contains("\ntry: "), "\(outcome.errors)")
  }

  /// What makes a sound database file unusable.
  enum Damage: String, CaseIterable {
    case missing, empty, text, foreign, newer, truncated

    func apply(to bytes: [UInt8]) -> [UInt8]? {
      var bytes = bytes
      switch self {
      case .missing: return nil
      case .empty: return []
      case .text: return Array(repeating: UInt8(ascii: "x"), count: 4_096)
      case .foreign: bytes.replaceSubrange(68..<72, with: [0, 0, 0, 7])
      case .newer: bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
      case .truncated: bytes.removeSubrange(5_000...)
      }
      return bytes
    }

    var answer: (exit: ExitCode, errors: String) {
      switch self {
      case .missing:
        (
          .notFound,
          "error: no database at 'DIR/it.sqlite'.\ntry: adview-admin init --db DIR/it.sqlite\n"
        )
      case .empty:
        (
          .badData,
          "error: 'DIR/it.sqlite' is empty: nothing was ever stored in it.\n"
            + "try: remove it, then adview-admin init\n"
        )
      case .text:
        (
          .badData,
          "error: 'DIR/it.sqlite' is not an SQLite database.\ntry: name another file with --db\n"
        )
      case .foreign:
        (
          .badData,
          "error: 'DIR/it.sqlite' belongs to another program (application id 7); it was not "
            + "touched.\ntry: name another file with --db\n"
        )
      case .newer:
        (
          .newerSchema,
          "error: 'DIR/it.sqlite' has schema version 99, newer than "
            + "\(AdDatabase.schema.newestVersion), the newest known here; it was not touched.\n"
            + "try: use a newer adview-admin\n"
        )
      case .truncated:
        (
          .badData,
          "error: 'DIR/it.sqlite' is damaged: database disk image is malformed.\n"
            + "try: adview-admin doctor --db DIR/it.sqlite\n"
        )
      }
    }
  }

  @Test(
    arguments: Damage.allCases, ["unit list", "unit add top", "history list", "debug on"])
  func `a database that cannot be used is left as it is`(damage: Damage, line: String) throws {
    let workspace = try Workspace()
    let bytes = damage.apply(to: try workspace.read("adview.sqlite"))
    if let bytes { try workspace.write(bytes, to: "it.sqlite") }
    let outcome = workspace.run("\(line) --db DIR/it.sqlite")
    #expect(outcome.exit == damage.answer.exit)
    #expect(outcome.output == "")
    #expect(outcome.errors == damage.answer.errors)
    #expect((try? workspace.read("it.sqlite")) == bytes)
  }

  @Test func `a database that another process writes is busy, and can be read`() throws {
    let workspace = try Workspace()
    let database = try AdDatabase(path: workspace.path("adview.sqlite"), access: .readWrite)
    try database.write { _ in
      #expect(
        workspace.run("debug on")
          == .init(
            exit: .busy, output: "",
            errors: "error: 'DIR/adview.sqlite' is being written by another process.\n"
              + "try: try again later\n"))
      #expect(workspace.run("debug show").output == "off\n")
    }
    #expect(workspace.run("debug on").exit == .done)
    try database.close()
  }

  @Test func `init never touches a file that is there`() throws {
    let workspace = try Workspace()
    let before = try workspace.read("adview.sqlite")
    #expect(
      workspace.run("init --demo")
        == .init(
          exit: .cannotCreate, output: "",
          errors: "error: 'DIR/adview.sqlite' exists already.\n"
            + "try: give another file\n"))
    try workspace.write(Array("mine".utf8), to: "mine.txt")
    try workspace.write([], to: "empty")
    for line in ["init --db DIR/mine.txt", "init --db DIR/empty"] {
      #expect(workspace.run(line).exit == .cannotCreate)
      #expect(workspace.run(line + " --dry-run").exit == .cannotCreate)
    }
    #expect(try workspace.read("mine.txt") == Array("mine".utf8))
    #expect(try workspace.read("adview.sqlite") == before)
    #expect(workspace.run("init --db DIR/no/such/folder.sqlite").exit == .cannotCreate)
  }
}
