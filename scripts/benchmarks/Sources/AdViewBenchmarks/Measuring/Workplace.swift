// SPDX-License-Identifier: MIT
import Foundation

/// Where a run finds the programs it compares and puts its files.
struct Workplace {
  /// The checkout.
  let root: URL
  /// A folder of this run alone.
  let scratch: URL
  /// The released `adview-admin`.
  let admin: URL
  /// A Python with the packages to compare with; `nil` where it could not be set up.
  let python: URL?

  init(environment: [String: String]) throws {
    guard let root = environment["ADVIEW_ROOT"], let admin = environment["ADVIEW_ADMIN"] else {
      throw Failure(description: "start it with scripts/bench")
    }
    self.root = URL(filePath: root)
    self.admin = URL(filePath: admin)
    self.python = environment["ADVIEW_PYTHON"].map { URL(filePath: $0) }
    scratch = URL(filePath: root).appending(path: ".build/bench/run")
  }

  /// Empties the folder of this run.
  func clear() throws {
    try? FileManager.default.removeItem(at: scratch)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  }

  /// A path for a new file.
  func path(_ name: String) -> String { scratch.appending(path: name).path() }

  /// Runs one of our Python scripts and gives what it prints; `nil` where Python or a package that
  /// it needs is missing.
  func runPython(_ script: String, _ arguments: [String]) -> String? {
    guard let python else { return nil }
    let process = Process()
    process.executableURL = python
    process.arguments = [root.appending(path: "scripts/benchmarks/\(script)").path()] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }
}

/// Why a run cannot go on.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
