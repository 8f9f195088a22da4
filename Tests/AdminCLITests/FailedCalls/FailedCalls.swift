// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdSystem
import AdminCLI
import Foundation
import TroubledDisk

@testable import AdminCLI

/// One command, run again and again on the same database, each time with another call into the file
/// system gone wrong.
final class FailedCalls {
  /// A command that changes something, and the file or folder that it makes, if it makes one.
  struct Subject: CustomStringConvertible, Sendable {
    let line: String
    var product: String?
    /// The database that it changes.
    var database = "adview.sqlite"
    /// Whether it stores in several steps, each of them whole.
    var isStepwise = false

    var description: String { line }
  }

  static let subjects = [
    Subject(line: "unit add extra --page article"),
    Subject(line: "unit pause div-gpt-ad-mobile_1"),
    Subject(line: "unit remove div-gpt-ad-mobile_2 --yes"),
    Subject(line: "targeting set --app section=sport"),
    Subject(line: "page set front --fetch 900"),
    Subject(line: "debug on"),
    Subject(line: "consent set user-2 --accept-all"),
    Subject(line: "consent withdraw user-1"),
    Subject(line: "consent import DIR/answers.ndjson"),
    Subject(line: "consent erase user-1 --yes"),
    Subject(line: "restore DIR/backup.sqlite --yes"),
    Subject(line: "import inventory DIR/inventory.json"),
    Subject(line: "history prune --until 1d --yes"),
    Subject(line: "migrate up --db DIR/old.sqlite", database: "old.sqlite"),
    Subject(
      line: "simulate DIR/scroll.ndjson --page article --record --subject user-1"
        + " --as two", isStepwise: true),
    Subject(line: "init --demo --db DIR/new.sqlite", product: "new.sqlite"),
    Subject(line: "backup DIR/copy.sqlite", product: "copy.sqlite"),
    Subject(
      line: "publish DIR/public --signing-keys DIR/keys", product: "public/metadata/timestamp.json"),
    Subject(
      line: "export bundle div-gpt-ad-mobile_1 --subject user-1 --out DIR/bundle",
      product: "bundle"),
    Subject(line: "history export --cursor-file DIR/cursor", product: "cursor"),
  ]

  let subject: Subject
  let workspace: Workspace
  /// What the folder holds before the command.
  private let original: [String: Data]
  private(set) var before = ""
  private(set) var after = ""
  /// How many calls an undisturbed run makes.
  private(set) var calls = 0

  init(_ subject: Subject) throws {
    self.subject = subject
    workspace = try Workspace()
    let day = workspace.host.time
    workspace.host.time = day.advanced(by: -5 * 86_400_000)
    try workspace.write(
      Array(
        """
        {"t":0,"viewport":{"x":0,"y":0,"width":393,"height":852}}
        {"t":0,"frame":{"id":"div-gpt-ad-mobile_1","x":36.5,"y":900,"width":320,"height":320}}
        {"t":900,"viewport":{"x":0,"y":700,"width":393,"height":852}}

        """.utf8), to: "scroll.ndjson")
    try workspace.write(
      Array(
        #"{"subject":"user-3","updatedAt":"2026-11-20T10:00:00Z","choices":"declineAll"}"#.utf8),
      to: "answers.ndjson")
    try workspace.answer(.enabled, for: "user-1")
    try workspace.answer(.enabled, for: "user-9")
    workspace.run("backup DIR/backup.sqlite")
    workspace.run("consent withdraw user-9")
    workspace.run(
      "simulate DIR/scroll.ndjson --page article --record --subject user-1 --as one"
    )
    let inventory = workspace.run("export inventory").output
      .replacingOccurrences(of: "annonce", with: "reklame")
    try workspace.write(Array(inventory.utf8), to: "inventory.json")
    try MigrateUpTests.makeOld(at: workspace.path("old.sqlite")).close()
    workspace.host.time = day
    var original: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: workspace.folder) {
      original[name] = FileManager.default.contents(atPath: workspace.path(name))
    }
    self.original = original
    before = try contents(of: subject.database)
    let disk = TroubledDisk(workspace.folder)
    let outcome = run(on: disk)
    guard outcome.exit == .done else { throw Unusable(outcome: outcome) }
    calls = disk.calls
    after = try contents(of: subject.database)
  }

  private struct Unusable: Error {
    let outcome: RecordingHost.Outcome
  }

  /// Runs the command on a disk.
  func run(on disk: TroubledDisk) -> RecordingHost.Outcome {
    workspace.host.layer = FileLayer { disk.fileCall($0.rawValue, $1) }
    defer { workspace.host.layer = .system }
    return workspace.run(subject.line)
  }

  /// Puts the folder back to how it was before the command.
  func restore() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: workspace.folder) {
      try FileManager.default.removeItem(atPath: workspace.path(name))
    }
    for (name, data) in original {
      _ = FileManager.default.createFile(
        atPath: workspace.path(name), contents: data, attributes: [.posixPermissions: 0o600])
    }
  }

  /// Puts into the folder what a dead machine left.
  func leave(_ remains: [String: [UInt8]]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: workspace.folder) {
      try FileManager.default.removeItem(atPath: workspace.path(name))
    }
    for (name, bytes) in remains {
      if let folder = name.lastIndex(of: "/").map({ name[..<$0] }) {
        try FileManager.default.createDirectory(
          atPath: workspace.path(String(folder)), withIntermediateDirectories: true)
      }
      _ = FileManager.default.createFile(
        atPath: workspace.path(name), contents: Data(bytes),
        attributes: [.posixPermissions: 0o600])
    }
  }

  /// All rows of all tables, but for random bytes and what is counted beside them.
  func contents(of file: String) throws -> String {
    guard FileManager.default.fileExists(atPath: workspace.path(file)) else { return "none" }
    let connection = try Connection(
      path: workspace.path(file), mode: .readOnly,
      configuration: Connection.Configuration(applicationID: 0x4144_5657, newestVersion: 1_000))
    guard try connection.integrityCheck().isEmpty else { return "damaged" }
    let tables = try connection.prepare(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table'
        AND name NOT LIKE 'sqlite_%' AND name NOT IN ('consent_scrub', 'schema_migrations')
      ORDER BY name
      """
    ) { try $0.all { $0.text(0) } }
    let version = try connection.prepare("PRAGMA user_version") { try $0.first { $0.int(0) } }
    var text = "version \(version ?? 0)\n"
    for table in tables {
      try connection.prepare("SELECT * FROM \(table) ORDER BY 1, 2") { statement in
        var rows = try statement.query()
        while try rows.next() {
          let cells = (0..<Int32(rows.row.count)).map { column in
            rows.row.storage(column) == .blob ? "blob" : rows.row.text(column)
          }
          text += "\(table) \(cells.joined(separator: "|"))\n"
        }
      }
    }
    return text
  }
}
