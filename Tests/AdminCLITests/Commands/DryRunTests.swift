// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdStore
import AdSystem
import Foundation
import Testing

@testable import AdminCLI

/// Every command that changes something, first tried and then done.
@Suite struct DryRunTests {
  let workspace: Workspace

  /// A line for each command; each of them changes something in this workspace.
  static let lines = [
    "init --demo --db DIR/new.sqlite", "migrate up --db DIR/old.sqlite",
    "migrate accept 1 --db DIR/edited.sqlite --yes",
    "unit add top", "unit set div-gpt-ad-mobile_1 --notes x",
    "unit copy div-gpt-ad-mobile_1 copy",
    "unit rename div-gpt-ad-mobile_1 other", "unit pause div-gpt-ad-mobile_1",
    "unit activate div-gpt-ad-mobile_2", "unit archive div-gpt-ad-mobile_1",
    "unit restore div-gpt-ad-mobile_3", "unit remove div-gpt-ad-mobile_1 --yes",
    "targeting set k=v --app", "targeting add platform=android --app",
    "targeting remove platform --app", "page set article --fetch 500",
    "page remote article --fetch 150 --display 100", "page rename article story",
    "experiment add other", "experiment set near --difference 2", "experiment start near",
    "experiment stop running", "experiment adopt running b", "experiment remove near --yes",
    "page remove article --yes", "revert --since 200d --yes", "restore DIR/backup.sqlite --yes",
    "debug on", "debug off --db DIR/debug.sqlite",
    "settings set --policy consented", "settings reset debug --db DIR/debug.sqlite",
    "consent set user-18 --accept-all", "consent withdraw user-17", "consent erase user-17 --yes",
    "consent rekey --yes", "consent import DIR/answers.ndjson", "consent hold user-17",
    "consent release held", "consent accept 5", "consent enroll DIR/device.pem",
    "consent prune --expired-before 1d --yes",
    "notice add DIR/notice.html",
    "history prune --until 90d --yes", "publish DIR/public --signing-keys DIR/keys",
    "publish rollback DIR/signed 1 --signing-keys DIR/keys",
    "publish revoke DIR/signed timestamp --signing-keys DIR/keys --yes",
    "update DIR/signed --root DIR/signed/metadata/1.root.json --db DIR/debug.sqlite",
    "backup DIR/copy.sqlite",
    "import inventory DIR/inventory.json",
  ]

  /// What is printed is not the change but its cause, and the change is told on standard error.
  static let toldOnStandardError = [
    "simulate DIR/scroll.ndjson --page homepage --record --subject user-17",
    "simulate DIR/scroll.ndjson --plot DIR/plot.svg",
    "consent erase --scrub --yes", "export prebid --out DIR/imps --remove",
  ]

  init() throws {
    workspace = try Workspace(copying: Self.prepared.get())
  }

  /// What every line finds, made once.
  private static let prepared = Result<Workspace.Contents, any Error> {
    let workspace = try Workspace()
    let key = ChildProcess([
      "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
    ])
    try workspace.write(key.output, to: "device.pem")
    for (name, page) in [("near", "article"), ("running", "homepage")] {
      workspace.run(
        "experiment add \(name) --page \(page) --arm a=50 --arm b=50,unload=900 --goal late")
    }
    workspace.run("experiment start running")
    workspace.run("unit pause div-gpt-ad-mobile_2")
    workspace.run("unit archive div-gpt-ad-mobile_3")
    workspace.run("init --db DIR/debug.sqlite")
    workspace.run("debug on --db DIR/debug.sqlite")
    workspace.run("backup DIR/backup.sqlite")
    let document = workspace.run("export inventory").output.replacing("annonce", with: "werbung")
    try workspace.write(Array(document.utf8), to: "inventory.json")
    try workspace.write(
      Array(
        #"{"subject":"user-19","updatedAt":"2026-11-20T10:00:00Z","choices":"acceptAll"}"#.utf8),
      to: "answers.ndjson")
    try workspace.write(Array(SimulateCommandTests.trace.utf8), to: "scroll.ndjson")
    try workspace.answer(.enabled, for: "user-17")
    workspace.run("consent set gone --accept-all --expires 10d")
    workspace.run("consent set held --accept-all")
    workspace.run("consent hold held")
    workspace.host.time = workspace.host.time.advanced(by: -3_600_000)
    workspace.run("consent set late --accept-all")
    workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    try workspace.write(Array("<p>May we?</p>".utf8), to: "notice.html")
    workspace.run(
      "simulate DIR/scroll.ndjson --page homepage --record --subject user-17 "
        + "--as run-1")
    workspace.host.time = workspace.host.time.advanced(by: 100 * 86_400_000)
    let old = try Connection(
      path: workspace.path("old.sqlite"), mode: .create,
      configuration: Connection.Configuration(
        applicationID: AdDatabase.applicationID, newestVersion: .max))
    try MigrationRunner(AdDatabase.schema.migrations.dropLast()).migrate(old, now: 0)
    try old.close()
    workspace.run("init --db DIR/edited.sqlite")
    let edited = try AdDatabase(path: workspace.path("edited.sqlite"), access: .readWrite)
    try edited.write {
      try $0.execute("UPDATE schema_migrations SET sql = '--' || sql WHERE version = 1")
    }
    try edited.close()
    return try workspace.contents()
  }

  @Test func `each of them is here`() {
    let lines = Self.lines + Self.toldOnStandardError
    for (path, command) in CommandTree.adview.commands where command.effect != .reads {
      let words = path.joined(separator: " ")
      #expect(lines.contains { "\($0) ".hasPrefix("\(words) ") }, "\(words)")
    }
  }

  @Test(arguments: lines + toldOnStandardError)
  func `a dry run says what would be, and changes nothing`(line: String) throws {
    try prepare(line)
    let before = try contents()
    let people = workspace.run("\(line) --dry-run")
    #expect([.done, .answerIsNo].contains(people.exit))
    #expect((people.output + people.errors).contains("would "), "\(people)")
    _ = workspace.run("\(line) --dry-run --format json")
    #expect(try contents() == before)
  }

  @Test(arguments: lines)
  func `programs read of each change whether it was only tried`(line: String) throws {
    try prepare(line)
    let planned = try rows("\(line) --dry-run")
    let done = try rows(line)
    #expect(planned.map { $0["dryRun"] } == planned.map { _ in .bool(true) })
    #expect(done.map { $0["dryRun"] } == done.map { _ in .bool(false) })
    #expect(planned.map { $0.members.map(\.key) } == done.map { $0.members.map(\.key) })
  }

  @Test(arguments: [
    "backup DIR/no/b.sqlite", "backup DIR/adview.sqlite/b.sqlite",
    "publish DIR/adview.sqlite --signing-keys DIR/keys",
    "publish DIR/no/such --signing-keys DIR/keys", "init --db DIR/no/b.sqlite",
    "init --db DIR/adview.sqlite/b.sqlite",
  ])
  func `a dry run fails where the real run would`(line: String) throws {
    let before = try contents()
    #expect(workspace.run("\(line) --dry-run").exit == .cannotCreate)
    #expect(try contents() == before)
    #expect(workspace.run(line).exit == .cannotCreate)
  }

  @Test func `the units of the sample are listed before they are made`() throws {
    let planned = try rows("init --demo --db DIR/new.sqlite --dry-run")
    let made = try rows("init --demo --db DIR/new.sqlite")
    #expect(planned.map { $0["units"] } == made.map { $0["units"] })
  }

  /// Names the secret to a line that needs one; others would be refused with it.
  private func prepare(_ line: String) throws {
    if line.contains("DIR/signed") {
      #expect(workspace.run("publish DIR/signed --signing-keys DIR/keys").exit == .done)
    }
    if line.hasPrefix("publish rollback") {
      workspace.run("unit set div-gpt-ad-mobile_1 --position 9")
      #expect(workspace.run("publish DIR/signed --signing-keys DIR/keys").exit == .done)
    }
    guard line.hasPrefix("consent rekey") else { return }
    try workspace.write(Array("0123456789abcdef".utf8), to: "secret")
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
  }

  /// The objects that a line prints, of which there must be some.
  private func rows(_ line: String) throws -> [JSONObject] {
    let outcome = workspace.run("\(line) --format ndjson")
    #expect([.done, .answerIsNo].contains(outcome.exit), "\(outcome)")
    let rows = try outcome.output.split(separator: "\n").map { text in
      guard case .object(let object) = try JSONReader.read(text: String(text)) else {
        return JSONObject()
      }
      return object
    }
    #expect(!rows.isEmpty, "\(outcome)")
    return rows
  }

  /// All files of the workspace with their bytes, without what readers leave beside a database.
  private func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: workspace.folder)
    where !name.hasSuffix("-shm") && !name.hasSuffix("-wal") {
      var isFolder: ObjCBool = false
      _ = unsafe FileManager.default.fileExists(
        atPath: workspace.path(name), isDirectory: &isFolder)
      contents[name] = isFolder.boolValue ? [] : try workspace.read(name)
    }
    return contents
  }
}
