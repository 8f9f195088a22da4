// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI
import Foundation

/// A folder of its own with a database in it, in which command lines are run.
///
/// In arguments, `DIR` stands for the folder; in what comes back, the folder is `DIR` again.
final class Workspace {
  let folder: String
  let host = RecordingHost()

  /// Makes the folder, and in it a database with the sample inventory unless there shall be none.
  init(database: Bool = true) throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "adview-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path()
    host.variables["ADVIEW_DB"] = "\(folder)/adview.sqlite"
    if database { try write(Self.sample.get(), to: "adview.sqlite") }
  }

  /// All files of a workspace, and the time in it.
  struct Contents: Sendable {
    fileprivate let files: [String: [UInt8]]
    fileprivate let time: Timestamp
  }

  /// Makes a folder as another one was.
  convenience init(copying contents: Contents) throws {
    try self.init(database: false)
    for (name, bytes) in contents.files { try write(bytes, to: name) }
    host.time = contents.time
  }

  func contents() throws -> Contents {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let files = try names.filter { !$0.hasSuffix("-shm") }.map { ($0, try read($0)) }
    return Contents(files: Dictionary(uniqueKeysWithValues: files), time: host.time)
  }

  /// The database that `init --demo` makes, made once.
  private static let sample = Result<[UInt8], any Error> {
    let workspace = try Workspace(database: false)
    let outcome = workspace.host.run("init --demo")
    guard outcome.exit == .done else { throw Unusable(errors: outcome.errors) }
    return try workspace.read("adview.sqlite")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private struct Unusable: Error {
    let errors: String
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  func write(_ bytes: [UInt8], to name: String) throws {
    // Whoever else may read a database is told so, and these are nobody else's.
    let isMade = FileManager.default.createFile(
      atPath: path(name), contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    guard isMade else { throw Unusable(errors: "\(name) could not be written") }
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// Runs the program with these arguments.
  func run(_ arguments: [String]) -> RecordingHost.Outcome {
    let outcome = host.run(arguments.map { $0.replacingOccurrences(of: "DIR", with: folder) })
    return RecordingHost.Outcome(
      exit: outcome.exit, output: outcome.output.replacingOccurrences(of: folder, with: "DIR"),
      errors: outcome.errors.replacingOccurrences(of: folder, with: "DIR"))
  }

  /// Runs a line whose words are separated by spaces.
  @discardableResult
  func run(_ line: String) -> RecordingHost.Outcome {
    run(line.split(separator: " ").map(String.init))
  }
}
