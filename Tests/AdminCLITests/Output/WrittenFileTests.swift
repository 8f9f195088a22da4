// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation
import Testing

@testable import AdminCLI

/// What a command writes into a file, and what it must never write over.
@Suite struct WrittenFileTests {
  let workspace: Workspace

  /// What stands in the folder, made once for all cases.
  private static let files = Result {
    let workspace = try Workspace()
    try workspace.answer(.enabled, for: "user-1")
    workspace.run("backup DIR/kept.sqlite")
    workspace.run("init --db DIR/other.sqlite")
    return try workspace.contents()
  }

  init() throws {
    workspace = try Workspace(copying: Self.files.get())
    try FileManager.default.createSymbolicLink(
      atPath: workspace.path("link"), withDestinationPath: workspace.path("adview.sqlite"))
    try FileManager.default.linkItem(
      atPath: workspace.path("adview.sqlite"), toPath: workspace.path("second-name"))
    try workspace.write(
      Array(#"{"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}"#.utf8),
      to: "scroll.ndjson")
    try workspace.write(Array("Host *\n  User ann\n".utf8), to: "config")
    try FileManager.default.createDirectory(
      atPath: workspace.path("app"), withIntermediateDirectories: false)
    try workspace.write(Array("run()".utf8), to: "app/index.js")
  }

  /// Lines that write what the last word names, with all that they need.
  static let lines = [
    "export inventory --out", "export targeting div-gpt-ad-mobile_1 --out",
    "export script render --out", "export schema --out",
    "export preview --page article --subject user-1 --out",
    "history report --out", "history export --cursor-file",
    "simulate DIR/scroll.ndjson --page article --fetch 400,800 --plot",
    "completions bash --out", "fleet duckdb --out", "backup",
  ]

  /// Every command that writes a file, by its first example: the check comes before anything else.
  private static let examples: [String] = CommandTree.adview.commands.flatMap { _, command in
    let written =
      command.options.filter { $0.value?.completion.isWritten == true }.map { "--\($0.name)" }
    return written.map { option -> String in
      var words = command.examples[0].line.split(separator: " ").map(String.init)
      if let redirect = words.firstIndex(where: { $0 == ">" || $0 == "|" }) {
        words.removeSubrange(redirect...)
      }
      if let given = words.firstIndex(of: option) { words.removeSubrange(given...given + 1) }
      return (words + [option]).joined(separator: " ")
    }
  }

  private static let databases = [
    "adview.sqlite", "adview.sqlite-wal", "adview.sqlite-shm", "adview.sqlite-journal", "link",
    "second-name", "kept.sqlite", "other.sqlite", "other.sqlite-wal",
  ]

  @Test(arguments: lines + examples, databases)
  func `no output replaces a database, what belongs to it, or a backup`(
    line: String, target: String
  ) throws {
    let before = try contents()
    let outcome = workspace.run("\(line) DIR/\(target)")
    #expect(outcome.exit == .cannotCreate, "\(outcome.errors)")
    #expect(outcome.errors.contains("no output replaces"), "\(outcome.errors)")
    #expect(try contents() == before)
    // Not even where somebody insists.
    guard line != "backup" else { return }
    #expect(workspace.run("\(line) DIR/\(target) --force").exit == .cannotCreate)
    #expect(try contents() == before)
  }

  @Test func `a cursor is kept once what it counts is written, and not before`() throws {
    let line = "consent export --entries --cursor-file DIR/cursor"
    #expect(workspace.run("\(line) --out DIR/no/such/file").exit == .cannotCreate)
    #expect(!FileManager.default.fileExists(atPath: workspace.path("cursor")))
    #expect(workspace.run("\(line) --out DIR/entries").exit == .done)
    #expect(FileManager.default.fileExists(atPath: workspace.path("cursor")))
    #expect(try !workspace.read("entries").isEmpty)
  }

  @Test(arguments: [
    "publish DIR/NAME --signing-keys DIR/keys", "consent publish DIR/NAME --signing-key DIR/k",
  ])
  func `no folder takes the place of what SQLite keeps beside a database`(line: String) throws {
    for name in ["adview.sqlite-journal", "adview.sqlite"] {
      let outcome = workspace.run(line.replacingOccurrences(of: "NAME", with: name))
      #expect(outcome.exit == .cannotCreate && outcome.errors.contains("no output replaces"))
    }
  }

  @Test(arguments: [
    "--format json history export", "consent export --everybody --format json",
    "consent export --everybody --format csv",
  ])
  func `a form that a command does not write is refused, wherever it is said`(line: String) {
    #expect(workspace.run(line).exit == .usage)
  }

  @Test(arguments: lines.filter { $0 != "backup" && !$0.hasSuffix("--cursor-file") })
  func `a file of another kind is replaced by those who insist`(line: String) throws {
    let before = try workspace.read("config")
    let outcome = workspace.run("\(line) DIR/config")
    #expect(outcome.exit == .cannotCreate, "\(outcome.errors)")
    #expect(outcome.errors.contains("--force"))
    #expect(try workspace.read("config") == before)
    #expect(workspace.run("\(line) DIR/config --force").exit == .done)
    let written = try workspace.read("config")
    #expect(written != before)
    // What the same command wrote before is replaced without a word.
    #expect(workspace.run("\(line) DIR/config").exit == .done)
  }

  @Test func `a bundle replaces a bundle, and no folder of somebody else's scripts`() throws {
    let line = "export bundle div-gpt-ad-mobile_1 --subject user-1 --out"
    let outcome = workspace.run("\(line) DIR/app")
    #expect(outcome.exit == .cannotCreate)
    #expect(outcome.errors.contains("index.js"))
    #expect(try workspace.read("app/index.js") == Array("run()".utf8))
    #expect(workspace.run("\(line) DIR/bundle").exit == .done)
    #expect(workspace.run("\(line) DIR/bundle").exit == .done)
    #expect(workspace.run("\(line) DIR/config").exit != .done)
  }

  @Test func `a folder and a device are no files to replace`() throws {
    #expect(workspace.run("export inventory --out DIR/app").exit != .done)
    #expect(workspace.run("export inventory --out /dev/null").exit == .done)
    #expect(FileManager.default.fileExists(atPath: workspace.path("app/index.js")))
  }

  /// The files of the folder that are nobody's memory of a lock; a debug build compares arrays byte by byte.
  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder)
    return try Dictionary(
      uniqueKeysWithValues: names.filter { !$0.contains("-") && $0 != "app" }
        .map { ($0, Data(try workspace.read($0))) })
  }

  /// What others write, which begins as ours does.
  private static let strangers = [
    ("report --out", "<!doctype html>\n<html lang=\"en\">\n<head>\n<title>Mine</title>\n"),
    (
      "export targeting div-gpt-ad-mobile_1 --out",
      "window.googletag = window.googletag || {};\nmine();\n"
    ),
    ("export script render --out", "(function () {\n  'use strict';\n  mine();\n})();\n"),
    ("layout page article --svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><path/></svg>\n"),
    (
      "simulate DIR/scroll.ndjson --page article --fetch 400,800 --plot",
      "<svg xmlns=\"http://www.w3.org/2000/svg\"><path/></svg>\n"
    ),
    (
      "consent export user-1 --device-keys --format json --out",
      "[\n  {\"name\":\"IABTCF_gdprApplies\"}\n]\n"
    ),
    ("export inventory --out", "{\n  \"name\": \"mine\"\n}\n"),
    (
      "export schema --out",
      "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"Mine\"\n}\n"
    ),
    ("completions bash --out", "# bash completion for another program\n"),
  ]

  @Test(arguments: strangers)
  func `a file that only begins as ours do is somebody else's`(line: String, text: String) throws {
    try workspace.write(Array(text.utf8), to: "theirs")
    let refused = workspace.run("\(line) DIR/theirs")
    #expect(refused.exit == .cannotCreate && refused.errors.contains("--force"), "\(refused)")
    #expect(try workspace.read("theirs") == Array(text.utf8))
    #expect(workspace.run("\(line) DIR/theirs --force").exit == .done)
    #expect(workspace.run("\(line) DIR/theirs").exit == .done)
  }

  @Test(arguments: [
    ("export targeting div-gpt-ad-mobile_1 --out", "// adview-admin export targeting\n"),
    ("layout page article --svg", "<!-- adview-admin layout page -->\n"),
  ])
  func `a file is what is printed, below a comment that says what wrote it`(
    line: String, comment: String
  ) throws {
    #expect(workspace.run("\(line) DIR/new").exit == .done)
    let text = String(decoding: try workspace.read("new"), as: UTF8.self)
    #expect(text == comment + workspace.run("\(line) -").output)
  }

  @Test func `what a notice showed replaces nothing but itself`() throws {
    try workspace.write(Array("<!doctype html>\n<p>May we?</p>".utf8), to: "notice.html")
    let added = workspace.run("notice add DIR/notice.html --format ndjson")
    let hash = try JSONNode(JSONReader.read(text: added.output)).member("hash").string()
    let other = Array("<!doctype html>\n<p>Mine</p>".utf8)
    try workspace.write(other, to: "mine.html")
    #expect(workspace.run("notice show \(hash) --text-out DIR/mine.html").exit == .cannotCreate)
    #expect(try workspace.read("mine.html") == other)
    #expect(workspace.run("notice show \(hash) --text-out DIR/notice.html").exit == .done)
  }

  @Test(arguments: [
    ("{\"name\": \"my app\"}", "index.js"), ("no JSON", "index.js"),
    ("{\"format\": \"adview-injection-bundle\", \"scripts\": [{\"file\": \"01.js\"}]}", "index.js"),
  ])
  func `a folder with a manifest is a bundle's where that says so, and only what it lists goes`(
    manifest: String, file: String
  ) throws {
    try workspace.write(Array(manifest.utf8), to: "app/manifest.json")
    let line = "export bundle div-gpt-ad-mobile_1 --subject user-1 --out DIR/app"
    let refused = workspace.run(line)
    #expect(refused.exit == .cannotCreate, "\(refused)")
    #expect(try workspace.read("app/\(file)") == Array("run()".utf8))
    #expect(try workspace.read("app/manifest.json") == Array(manifest.utf8))
    #expect(workspace.run("\(line) --force").exit == .done)
    #expect(workspace.run(line).exit == .done)
  }

  @Test func `a file that may be Ad Manager's own report is replaced by those who insist alone`()
    throws
  {
    let report =
      "Ad unit code,Ad unit code level 1,Sizes,Status,Description\r\ntop,top,,Active,\r\n"
    try workspace.write(Array(report.utf8), to: "report.csv")
    let refused = workspace.run("export gam-csv --out DIR/report.csv")
    #expect(refused.exit == .cannotCreate && refused.errors.contains("--force"), "\(refused)")
    #expect(try workspace.read("report.csv") == Array(report.utf8))
    #expect(workspace.run("export gam-csv --out DIR/report.csv --force").exit == .done)
    #expect(
      try workspace.read("report.csv") == Array(workspace.run("export gam-csv").output.utf8))
    #expect(workspace.run("export gam-csv --out DIR/new.csv").exit == .done)
  }

  @Test(arguments: [
    "publish - --signing-keys DIR/keys", "publish DIR/public --signing-keys -",
    "publish status -", "publish verify -", "publish revoke - 12345678 --signing-keys DIR/keys",
    "publish rollback - 1 --signing-keys DIR/keys", "consent publish - --signing-key DIR/k",
    "consent evidence user-1 --out -", "update -",
  ])
  func `a folder is neither standard input nor output`(line: String) throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: ".")
    let refused = workspace.run(line)
    #expect(refused.exit == .usage && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("this is a folder, and - is standard input or output"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: ".") == before)
  }

  @Test(arguments: [
    "simulate DIR/scroll.ndjson --page article --fetch 400,800 --plot -",
    "history export --cursor-file -", "backup -", "migrate up --keep-copy -",
    "notice show \(String(repeating: "0", count: 64)) --text-out -",
    "notice show \(String(repeating: "0", count: 64)) --picture-out -",
  ])
  func `what stands beside the output does not go there itself`(line: String) throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: ".")
    let refused = workspace.run(line)
    #expect(refused.exit == .usage && refused.output.isEmpty)
    #expect(refused.errors.contains("does not go to standard output"), "\(refused)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: ".") == before)
  }
}
