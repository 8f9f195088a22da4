// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdminCLI
import Foundation
import Testing

/// What only a whole process can show: descriptors, environment, and others at the same file.
@Suite struct BuiltProgramTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `the process prints what the program prints inside a test`() throws {
    let line = ["unit", "list", "--format", "json"]
    let ended = try BuiltProgram.run(line, in: workspace.folder)
    #expect(ended.code == 0)
    #expect(ended.errors == "")
    #expect(ended.output == workspace.run(line).output)
  }

  @Test func `errors go to standard error, and the exit code to the caller`() throws {
    let ended = try BuiltProgram.run(["unit", "show", "nothing"], in: workspace.folder)
    #expect(ended.code == ExitCode.notFound.rawValue)
    #expect(ended.output == "")
    #expect(ended.errors == "error: ad unit 'nothing' not found.\ntry: adview-admin unit list\n")
  }

  @Test func `an argument that is not UTF-8 is refused, not mended`() throws {
    let process = BuiltProgram.process([], in: workspace.folder)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"adview-admin targeting set "$(printf 'k=\377')" --app"#]
    let ended = try BuiltProgram.end(process)
    #expect(ended.code == ExitCode.usage.rawValue)
    #expect(
      ended.errors == "error: argument 3 is not UTF-8; write all values in UTF-8.\n"
        + "try: adview-admin --help\n")
    #expect(!workspace.run("targeting list").output.contains("k "))
  }

  @Test func `a process that may open no file does not take its arguments for none`() throws {
    let process = BuiltProgram.process([], in: workspace.folder)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "ulimit -n 3; adview-admin consent set user-1 --accept-all"]
    let ended = try BuiltProgram.end(process)
    #expect(ended.code != 0)
    #expect(ended.output == "")
  }

  /// A program that reads from a pipe which nobody closes is sent a signal, once it has taken more than
  /// the pipe holds.
  private func signalled(_ signal: String, before: String = "") throws -> BuiltProgram.Ended {
    let process = BuiltProgram.process([], in: workspace.folder)
    process.executableURL = URL(filePath: "/bin/sh")
    let script = #"""
      mkfifo pipe; \#(before) adview-admin unit pause - < pipe & child=$!; exec 3> pipe
      yes div-gpt-ad-mobile_1 2>/dev/null | head -c 200000 >&3; kill -\#(signal) $child; exec 3>&-; wait $child
      """#
    process.arguments = ["-c", script]
    return try BuiltProgram.end(process)
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129)])
  func `a service that is stopped and a terminal that goes end a program as Ctrl-C does`(
    signal: String, code: Int32
  ) throws {
    let ended = try signalled(signal)
    #expect(ended.code == code, "\(ended)")
    #expect(ended.errors == "error: interrupted.\n", "\(ended)")
    #expect(!workspace.run("unit list --status paused").output.contains("mobile_1"))
  }

  @Test func `a program that was started to outlive its terminal does`() throws {
    let ended = try signalled("HUP", before: "trap '' HUP;")
    #expect(ended.code == 0, "\(ended)")
    #expect(workspace.run("unit list --status paused").output.contains("mobile_1"))
  }

  @Test(arguments: [
    ("ADVIEW_DB", "unit list"), ("ADVIEW_ACTOR", "debug on"),
    ("ADVIEW_SUBJECT_SECRET_FILE", "consent show user-17"),
  ])
  func `a variable that is not UTF-8 is refused, not mended`(name: String, line: String) throws {
    let process = BuiltProgram.process([], in: workspace.folder)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"export \#(name)="$(printf 'k\377')"; adview-admin \#(line)"#]
    let ended = try BuiltProgram.end(process)
    #expect(ended.code == ExitCode.usage.rawValue)
    #expect(
      ended.errors == "error: the environment variable \(name) is not UTF-8; write its value in "
        + "UTF-8.\ntry: unset \(name)\n")
  }

  @Test func `a variable that is not looked at may hold anything`() throws {
    let process = BuiltProgram.process([], in: workspace.folder)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"export TERM="$(printf '\377')" ADVIEW_DB="$TERM"; adview-admin debug show --db $0"#,
      workspace.path("adview.sqlite"),
    ]
    #expect(try BuiltProgram.end(process).output == "off\n")
  }

  @Test func `a reader that has gone ends the process quietly`() throws {
    let process = BuiltProgram.process(["completions", "zsh"], in: workspace.folder)
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try output.fileHandleForReading.close()
    try process.run()
    let problems = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(problems.isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is an error`() throws {
    let process = BuiltProgram.process(["completions", "zsh"], in: workspace.folder)
    let errors = Pipe()
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
    process.standardError = errors
    try process.run()
    let problems = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == ExitCode.inputOutput.rawValue)
    #expect(
      String(decoding: problems, as: UTF8.self)
        == "error: cannot write: No space left on device.\n")
  }

  @Test func `processes that write at once all succeed`() throws {
    let processes = (0..<6).map { number in
      BuiltProgram.process(["unit", "add", "unit-\(number)"], in: workspace.folder)
    }
    for process in processes {
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    let list = workspace.run("unit list --text unit- --format csv").output
    #expect(list.split(separator: "\r\n").count == 1 + 6)
  }

  @Test func `a process that ends leaves the write-ahead log to others that are still at it`()
    throws
  {
    let database = try AdDatabase(path: workspace.path("adview.sqlite"), access: .readWrite)
    let inventory = InventoryRepository(database)
    func add(_ id: String) throws {
      try inventory.change(by: "ann", at: workspace.host.time) { edit in
        try edit.add(InventoryEntry(unit: InventoryUnit(id: AdUnitID(id))))
      }
    }
    try add("unit-1")
    #expect(try BuiltProgram.run(["unit", "add", "unit-2"], in: workspace.folder).code == 0)
    #expect(FileManager.default.fileExists(atPath: workspace.path("adview.sqlite-wal")))
    try add("unit-3")
    let list = try BuiltProgram.run(["unit", "list", "--text", "unit-"], in: workspace.folder)
    #expect(list.output.split(separator: "\n").count == 1 + 3)
    try database.close()
  }

  @Test func `input comes through a pipe`() throws {
    let process = BuiltProgram.process(
      ["simulate", "-", "--format", "csv"], in: workspace.folder)
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(SimulateCommandTests.trace.utf8))
    try input.fileHandleForWriting.close()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: text, as: UTF8.self).split(separator: "\r\n").count == 4)
  }

  @Test(arguments: [("bash", "bash"), ("zsh", "zsh"), ("fish", "fish")])
  func `a shell that is here can read its completions`(shell: String, program: String) throws {
    let places = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    let found = places.map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return }
    let script = try BuiltProgram.run(["completions", shell], in: workspace.folder)
    try workspace.write(Array(script.output.utf8), to: "completions")
    let check = Process()
    check.executableURL = URL(filePath: found)
    check.arguments = ["-n", workspace.path("completions")]
    let ended = try BuiltProgram.end(check)
    #expect(ended.code == 0, "\(ended.errors)")
  }
}
