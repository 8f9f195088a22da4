// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdUpdate
import AdminCLI
import Foundation
import Testing

/// `publish --signing-keys`, and `update`, which follows it as an app does.
@Suite(.enabled(if: OpenSSL.isInstalled), .timeLimit(.minutes(60))) struct SignedPublicationTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    #expect(workspace.run("publish DIR/public --signing-keys DIR/keys").exit == .done)
    #expect(workspace.run("init --db DIR/phone.sqlite").exit == .done)
  }

  @discardableResult
  private func publish(_ more: String = "") -> RecordingHost.Outcome {
    workspace.run("publish DIR/public --signing-keys DIR/keys --format json \(more)")
  }

  private func update(_ more: String = "--root DIR/public/metadata/1.root.json")
    -> RecordingHost.Outcome
  {
    workspace.run("update DIR/public --db DIR/phone.sqlite --format json \(more)")
  }

  private func member(_ key: String, of result: RecordingHost.Outcome) throws -> Int64 {
    try JSONNode(try JSONReader.read(text: result.output)).member(key).integer()
  }

  private func inventory(_ database: String) throws -> [UInt8] {
    let database = try AdDatabase(path: workspace.path(database), access: .readOnly)
    defer { try? database.close() }
    return try InventoryRepository(database).read { try PublishedInventory(of: $0).document() }
  }

  private func metadata(_ name: String) throws -> JSONNode {
    JSONNode(try JSONReader.read(workspace.read("public/metadata/\(name)")))
  }

  private func names(_ folder: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: workspace.path(folder)))
  }

  @Test func `what is changed here is there after an update, by a difference`() throws {
    let first = update()
    #expect(first.exit == .done)
    #expect(try inventory("phone.sqlite") == inventory("adview.sqlite"))
    workspace.run("unit pause div-gpt-ad-mobile_1")
    #expect(try member("generation", of: publish()) == 2)
    let second = update("")
    #expect(try member("generation", of: second) == 2)
    #expect(try member("changes", of: second) == 1)
    #expect(try member("requests", of: second) == 5)
    #expect(try inventory("phone.sqlite") == inventory("adview.sqlite"))
    let log = workspace.run("log --db DIR/phone.sqlite --format json").output
    #expect(log.contains("publication 2"))
    let third = update("")
    #expect(try member("requests", of: third) == 2)
    #expect(try member("bytes", of: third) < 1_000)
  }

  @Test func `nothing new is signed again, with the same generation and the same targets`() throws {
    let before = try names("public/targets")
    #expect(publish().errors == "nothing new: generation 1 is signed again\n")
    #expect(try names("public/targets") == before)
    #expect(try metadata("timestamp.json").member("signed").member("version").integer() == 2)
    #expect(try !names("public/metadata").contains("2.targets.json"))
  }

  @Test func `differences lead from the last eight generations, and from no other`() throws {
    for number in 1...10 {
      workspace.run("unit set div-gpt-ad-mobile_1 --position \(number)")
      publish()
    }
    let targets = try metadata("11.targets.json").member("signed").member("targets").members()
    #expect(
      Set(targets.map(\.key)) == Set((3...10).map { "from-\($0).json" } + ["inventory.json"]))
  }

  @Test func `a key that takes another's place makes a new root, and phones go on`() throws {
    _ = update()
    for role in ["timestamp", "root", "targets", "snapshot"] {
      let key = workspace.path("keys/\(role).pem")
      if role == "root" {
        try FileManager.default.moveItem(atPath: key, toPath: workspace.path("keys/old-root.pem"))
      } else {
        try FileManager.default.removeItem(atPath: key)
      }
      let made = Process()
      made.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      made.arguments =
        role == "root"
        ? [
          "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
          key,
        ]
        : ["openssl", "genpkey", "-algorithm", "ed25519", "-out", key]
      made.standardError = FileHandle.nullDevice
      try made.run()
      made.waitUntilExit()
      workspace.run("unit set div-gpt-ad-mobile_1 --position \(role.count)")
      publish()
      #expect(update("").exit == .done)
      #expect(try inventory("phone.sqlite") == inventory("adview.sqlite"))
    }
    #expect(try names("public/metadata").contains("5.root.json"))
  }

  @Test func `a role's keys may be elsewhere while nothing of it is signed`() throws {
    for role in ["root", "snapshot"] {
      try FileManager.default.removeItem(atPath: workspace.path("keys/\(role).pem"))
    }
    #expect(publish().exit == .done)
    workspace.run("unit pause div-gpt-ad-mobile_1")
    let refused = publish()
    #expect(refused.exit == .notFound)
    #expect(refused.errors.contains("snapshot.json needs 1 signature of keys"))
    // What phones follow is the last generation still.
    _ = update()
    #expect(try metadata("timestamp.json").member("signed").member("version").integer() == 2)
    #expect(workspace.run("publish verify DIR/public").exit == .done)
  }

  @Test func `a forged file changes nothing, and the refusal is told`() throws {
    _ = update()
    let before = try inventory("phone.sqlite")
    workspace.run("unit pause div-gpt-ad-mobile_1")
    publish()
    let path = workspace.path("public/metadata/timestamp.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing("\"expires\":\"20", with: "\"expires\":\"21").write(
      toFile: path, atomically: true, encoding: .utf8)
    let result = update("")
    #expect(result.exit == .badData)
    #expect(result.errors.contains("signed by 0 of its keys"))
    #expect(try inventory("phone.sqlite") == before)
    let status = workspace.run("update status --db DIR/phone.sqlite --format json").output
    #expect(status.contains("timestamp.json"))
  }

  @Test func `the status tells generation, age, until when that is good, and what was refused`()
    throws
  {
    _ = update()
    workspace.host.time = workspace.host.time.advanced(by: 3_600_000)
    let told = workspace.run("update status --db DIR/phone.sqlite --format json").output
    let status = JSONNode(try JSONReader.read(text: told))
    #expect(try status.member("generation").integer() == 1)
    let age = try status.member("ageMs").integer()
    #expect(age >= 3_600_000 && age < 3_700_000)
    let expires = try metadata("timestamp.json").member("signed").member("expires").string()
    #expect(try status.member("expires").string().hasPrefix(expires.dropLast()))
    #expect(told.contains("\"refusal\": null"))
  }

  /// A server that cuts the line in the middle of each target once, and goes on where it is asked to.
  private static let cuttingServer = """
    import http.server, os, sys, threading
    # It ends with its input.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    seen = set()
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            path = sys.argv[1] + self.path
            if not os.path.exists(path):
                return self.send_error(404)
            data = open(path, 'rb').read()
            start = int(self.headers.get('Range', 'bytes=0-')[6:-1])
            self.send_response(206 if start else 200)
            self.send_header('Content-Length', str(len(data) - start))
            self.end_headers()
            end = len(data)
            if '/targets/' in path and path not in seen:
                seen.add(path)
                end = len(data) // 2
            self.wfile.write(data[start:end])
            print(start, end - start, file=sys.stderr, flush=True)
        def log_message(self, *arguments): pass
    server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  @Test func `a line that is cut within a file is gone on with, by curl too`() throws {
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = ["python3", "-c", Self.cuttingServer, workspace.path("public")]
    let (input, output, sent) = (Pipe(), Pipe(), Pipe())
    server.standardInput = input
    server.standardOutput = output
    server.standardError = sent
    try server.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    let outcome = workspace.run(
      "update http://127.0.0.1:\(port) --root DIR/public/metadata/1.root.json "
        + "--db DIR/phone.sqlite --format json")
    #expect(outcome.exit == .done, "\(outcome)")
    #expect(try inventory("phone.sqlite") == inventory("adview.sqlite"))
    #expect(try member("requests", of: outcome) == 6)
    try input.fileHandleForWriting.close()
    let parts = String(decoding: sent.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n").suffix(2).map { $0.split(separator: " ").compactMap { Int($0) } }
    #expect(parts.count == 2 && parts[0][0] == 0 && parts[1][0] == parts[0][1])
  }

  @Test func `trying changes nothing, and says what would be`() throws {
    let before = try inventory("phone.sqlite")
    let tried = update("--root DIR/public/metadata/1.root.json --dry-run")
    #expect(try member("generation", of: tried) == 1)
    #expect(try inventory("phone.sqlite") == before)
    #expect(update("").exit == .badData, "no root is trusted yet")
  }

  @Test func `private keys are their owner's alone, and nothing of them is published`() throws {
    for name in try names("keys") {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: workspace.path("keys/\(name)"))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let key = try String(contentsOfFile: workspace.path("keys/\(name)"), encoding: .utf8)
      let secret = key.split(separator: "\n")[1]
      for folder in ["public/metadata", "public/targets"] {
        for file in try names(folder) {
          let text = String(decoding: try workspace.read("\(folder)/\(file)"), as: UTF8.self)
          #expect(!text.contains(secret))
        }
      }
    }
  }
}
