// SPDX-License-Identifier: MIT
import Foundation

/// The program, run as a process of its own: the one that `ADVIEW_ADMIN` names, such as the release
/// that the gate has built, else the one that was built beside these tests.
struct BuiltProgram {
  struct Ended {
    let code: Int32
    let output: String
    let errors: String
  }

  /// The folder in which the executable lies.
  static var folder: URL {
    if let named = ProcessInfo.processInfo.environment["ADVIEW_ADMIN"] {
      return URL(filePath: named).deletingLastPathComponent()
    }
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6
    where !FileManager.default.fileExists(atPath: folder.appending(path: "adview-admin").path()) {
      folder = folder.deletingLastPathComponent()
    }
    return folder
  }

  /// A process that is ready to be started, in a folder and without a database of the caller's.
  static func process(_ arguments: [String], in directory: String) -> Process {
    let process = Process()
    process.executableURL = folder.appending(path: "adview-admin")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: directory)
    process.environment = environment
    return process
  }

  /// A plain environment in which the executable is found.
  static var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return ["USER": "ann", "PATH": "\(folder.path()):\(path)"]
  }

  /// Runs the executable to its end.
  static func run(_ arguments: [String], in directory: String) throws -> Ended {
    try end(process(arguments, in: directory))
  }

  /// Starts a process, reads all that it prints, and waits for its end.
  static func end(_ process: Process) throws -> Ended {
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let problems = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Ended(
      code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: problems, as: UTF8.self))
  }
}
