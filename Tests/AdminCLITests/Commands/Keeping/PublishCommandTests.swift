// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import AdSystem
import AdminCLI
import Foundation
import Testing

/// What operators do with a publication.
@Suite(.enabled(if: OpenSSL.isInstalled), .timeLimit(.minutes(60))) struct PublishCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @discardableResult
  private func publish(_ more: String = "") -> RecordingHost.Outcome {
    workspace.run("publish DIR/public --signing-keys DIR/keys --format json \(more)")
  }

  private func update(_ more: String = "") -> RecordingHost.Outcome {
    if !FileManager.default.fileExists(atPath: workspace.path("phone.sqlite")) {
      workspace.run("init --db DIR/phone.sqlite")
    }
    return workspace.run(
      "update DIR/public --root DIR/public/metadata/1.root.json --db DIR/phone.sqlite "
        + "--format json \(more)")
  }

  private func inventory(_ database: String) throws -> [UInt8] {
    let database = try AdDatabase(path: workspace.path(database), access: .readOnly)
    defer { try? database.close() }
    return try InventoryRepository(database).read { try PublishedInventory(of: $0).document() }
  }

  private func status() throws -> [String: JSONNode] {
    let outcome = workspace.run("publish status DIR/public --format json")
    let rows = try JSONNode(try JSONReader.read(text: outcome.output)).elements()
    return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.member("role").string(), $0) })
  }

  private func version(_ role: String) throws -> Int64 {
    try #require(try status()[role]).member("version").integer()
  }

  private func keys(of role: String) throws -> [String] {
    try #require(try status()[role]).member("keys").elements().map { try $0.string() }
  }

  private func openssl(_ arguments: [String]) throws {
    let made = Process()
    made.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    made.arguments = ["openssl"] + arguments
    made.standardError = FileHandle.nullDevice
    try made.run()
    made.waitUntilExit()
    #expect(made.terminationStatus == 0)
  }

  private func makeKey(_ name: String) throws {
    try openssl(["genpkey", "-algorithm", "ed25519", "-out", workspace.path("keys/\(name).pem")])
  }

  /// Replaces a private key in the folder by its public half, and a program that has the other.
  private func moveIntoMachine(_ role: String) throws {
    let (path, hidden) = (workspace.path("keys/\(role).pem"), workspace.path("hidden-\(role)"))
    try FileManager.default.moveItem(atPath: path, toPath: hidden)
    try openssl(["pkey", "-in", hidden, "-pubout", "-out", path])
  }

  /// A program that signs as a machine with keys would; `does` is what it does in the shell.
  private func machine(
    _ does: String = "openssl pkeyutl -sign -rawin -inkey \"$here/hidden-$1\" -in \"$here/message\""
  ) throws -> String {
    let path = workspace.path("machine")
    let text = """
      #!/bin/sh
      here=$(dirname "$0")
      echo "$# $1" >>"$here/asked"
      cat >"$here/message"
      \(does)
      """
    try workspace.write(Array(text.utf8), to: "machine")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return path
  }

  // MARK: What is published

  @Test func `a folder holds metadata and targets, and nothing else`() throws {
    #expect(publish().exit == .done)
    let names = try FileManager.default.subpathsOfDirectory(atPath: workspace.path("public"))
    #expect(
      Set(names.filter { !$0.hasSuffix(".inventory.json") }) == [
        "metadata", "metadata/1.root.json", "metadata/1.snapshot.json", "metadata/1.targets.json",
        "metadata/timestamp.json", "targets",
      ])
    #expect(names.count == 7)
    for name in names where name.hasSuffix(".json") {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: workspace.path("public/\(name)"))
      #expect(attributes[.posixPermissions] as? Int == 0o644)
    }
  }

  @Test func `no byte of consent or of the change log is in it`() throws {
    try workspace.answer(.enabled, for: "subject-of-this-test")
    workspace.run("unit set div-gpt-ad-mobile_1 --notes note-of-this-test --actor actor-of-test")
    publish()
    workspace.run("unit pause div-gpt-ad-mobile_1 --actor actor-of-test")
    publish()
    for name in try FileManager.default.subpathsOfDirectory(atPath: workspace.path("public"))
    where name.hasSuffix(".json") {
      let published = Data(try workspace.read("public/\(name)"))
      for secret in ["subject-of-this-test", "note-of-this-test", "actor-of-test", "tester"] {
        #expect(published.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
  }

  @Test func `what is not signed is not published`() throws {
    let outcome = workspace.run("publish DIR/public")
    #expect(outcome.exit == .usage)
    #expect(outcome.errors.contains("needs --signing-keys"))
    #expect(!FileManager.default.fileExists(atPath: workspace.path("public")))
  }

  @Test(arguments: ["DIR/public/keys", "DIR/public", "DIR/public/"])
  func `private keys are not published with the rest`(_ keys: String) throws {
    let outcome = workspace.run("publish DIR/public --signing-keys \(keys)")
    #expect(outcome.exit == .usage)
    #expect(outcome.errors.contains("would be published with the rest"))
    #expect(!FileManager.default.fileExists(atPath: workspace.path("public")))
  }

  @Test func `a folder that cannot be made is named`() {
    #expect(
      workspace.run("publish DIR/no/public --signing-keys DIR/keys").exit == .cannotCreate)
    #expect(!FileManager.default.fileExists(atPath: workspace.path("keys")))
    let outcome = workspace.run("publish DIR/public --signing-keys DIR/keys --db DIR/no.sqlite")
    #expect(outcome.exit == .notFound)
  }

  // MARK: Keys

  @Test func `as many keys of a role sign as it needs, and stays so`() throws {
    publish()
    try makeKey("targets-2")
    try makeKey("targets-3")
    #expect(publish("--threshold targets=2 --threshold root=1").exit == .done)
    #expect(try status()["targets"]?.member("threshold").integer() == 2)
    #expect(try keys(of: "targets").count == 3)
    #expect(update().exit == .done)
    workspace.run("unit pause div-gpt-ad-mobile_1")
    #expect(publish().exit == .done)
    let signed = JSONNode(try JSONReader.read(workspace.read("public/metadata/3.targets.json")))
    #expect(try signed.member("signatures").elements().count == 2)
    #expect(update().exit == .done)
    #expect(try inventory("phone.sqlite") == inventory("adview.sqlite"))
    // Two are needed, and of those that the role has only one is here.
    for name in ["targets-2", "targets-3"] {
      let path = workspace.path("keys/\(name).pem")
      let pem = workspace.path("public.pem")
      try openssl(["pkey", "-in", path, "-pubout", "-out", pem])
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: pem, toPath: path)
    }
    workspace.run("unit activate div-gpt-ad-mobile_1")
    let refused = publish()
    #expect(refused.exit == .notFound)
    #expect(refused.errors.contains("targets.json needs 2 signatures"))
    #expect(publish("--threshold targets=4").errors.contains("targets needs 4 keys, and has 3"))
    #expect(workspace.run("publish verify DIR/public").exit == .done)
  }

  @Test func `a command signs with keys that no file holds, without a shell around names`() throws {
    publish()
    let machine = try machine()
    for role in ["root", "targets", "snapshot", "timestamp"] { try moveIntoMachine(role) }
    workspace.run("unit pause div-gpt-ad-mobile_1")
    #expect(publish().errors.contains("needs 1 signature"))
    try FileManager.default.moveItem(
      atPath: workspace.path("keys/targets.pem"),
      toPath: workspace.path("keys/targets-$(touch x) '1'.pem"))
    try FileManager.default.moveItem(
      atPath: workspace.path("hidden-targets"),
      toPath: workspace.path("hidden-targets-$(touch x) '1'"))
    let outcome = publish("--signing-command \(machine)")
    #expect(outcome.exit == .done, "\(outcome)")
    let asked = String(decoding: try workspace.read("asked"), as: UTF8.self)
    #expect(
      asked == "1 targets-$(touch x) '1'\n1 snapshot\n1 timestamp\n")
    #expect(workspace.run("publish verify DIR/public").exit == .done)
    #expect(update().exit == .done)
    #expect(try inventory("phone.sqlite") == inventory("adview.sqlite"))
  }

  @Test(arguments: [
    ("head -c 64 /dev/zero", "is no signature of"), ("exit 3", "ended with 3"), ("true", "0 bytes"),
    ("cat /dev/zero", "did not sign"),
  ]) func `what a command writes is checked before anything is published`(
    _ does: String, _ words: String
  ) throws {
    publish()
    let before = try workspace.read("public/metadata/timestamp.json")
    try moveIntoMachine("timestamp")
    let outcome = publish("--signing-command \(try machine(does))")
    #expect(outcome.exit != .done)
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(try workspace.read("public/metadata/timestamp.json") == before)
    #expect(workspace.run("publish verify DIR/public").exit == .done)
  }

  @Test(arguments: ["root", "timestamp", "snapshot", "targets"])
  func `a key that is revoked is trusted by nobody who updates, and phones go on`(
    _ role: String
  ) throws {
    publish()
    _ = update()
    let old = try #require(try keys(of: role).first)
    let stolen = try workspace.read("keys/\(role).pem")
    let outcome = workspace.run(
      "publish revoke DIR/public \(old.prefix(8)) --signing-keys DIR/keys --yes --format json")
    #expect(outcome.exit == .done, "\(outcome)")
    #expect(try keys(of: role).allSatisfy { $0 != old })
    #expect(try version("root") == 2)
    #expect(update().exit == .done)
    let root = try String(decoding: workspace.read("public/metadata/2.root.json"), as: UTF8.self)
    #expect(!root.contains("\"\(old)\":{"))
    workspace.run("unit pause div-gpt-ad-mobile_1")
    #expect(publish().exit == .done)
    #expect(update().exit == .done)
    #expect(try inventory("phone.sqlite") == inventory("adview.sqlite"))
    // Whoever puts the key back signs nothing with it, while its file says that it was revoked.
    try? FileManager.default.removeItem(atPath: workspace.path("keys/\(role)-2.pem"))
    try workspace.write(stolen, to: "keys/\(role).pem")
    workspace.run("unit activate div-gpt-ad-mobile_1")
    #expect(publish().exit == (role == "root" ? .done : .notFound))
    #expect(try version("root") == 2)
  }

  @Test func `a key of several is revoked without another in its place`() throws {
    try FileManager.default.createDirectory(
      atPath: workspace.path("keys"), withIntermediateDirectories: true)
    for name in ["root", "targets-ann", "targets-bob", "snapshot", "timestamp"] {
      try makeKey(name)
    }
    publish()
    #expect(try keys(of: "targets").count == 2)
    let outcome = workspace.run(
      "publish revoke DIR/public targets-ann --signing-keys DIR/keys --yes")
    #expect(outcome.exit == .done, "\(outcome)")
    #expect(try keys(of: "targets").count == 1)
    #expect(
      FileManager.default.fileExists(atPath: workspace.path("keys/revoked-targets-ann.pem")))
    #expect(update().exit == .done)
    let unknown = workspace.run(
      "publish revoke DIR/public targets-ann --signing-keys DIR/keys --yes")
    #expect(unknown.exit == .notFound)
  }

  // MARK: Ends

  @Test func `days stay as they were said, and of what ends soon one is told`() throws {
    publish("--expires timestamp=10 --expires targets=20")
    #expect(workspace.run("publish status DIR/public").exit == .done)
    workspace.host.time = workspace.host.time.advanced(by: 7 * 86_400_000)
    let told = workspace.run("publish status DIR/public --format csv")
    #expect(told.exit == .answerIsNo)
    #expect(told.output.contains("timestamp") && told.output.contains("soon"))
    #expect(publish().exit == .done)
    #expect(workspace.run("publish status DIR/public").exit == .done)
    let left = try #require(try status()["timestamp"]).member("leftMs").integer()
    #expect(left > 9 * 86_400_000 && left <= 10 * 86_400_000)
    // Less than half of its time: targets are signed again though nothing is new.
    workspace.host.time = workspace.host.time.advanced(by: 5 * 86_400_000)
    #expect(try version("targets") == 1)
    publish()
    #expect(try version("targets") == 2)
    // Where nobody can sign them, a warning comes before the end.
    try FileManager.default.removeItem(atPath: workspace.path("keys/targets.pem"))
    workspace.host.time = workspace.host.time.advanced(by: 15 * 86_400_000)
    let warned = publish()
    #expect(warned.exit == .done)
    #expect(warned.errors.contains("warning: targets ends at"))
    workspace.host.time = workspace.host.time.advanced(by: 9 * 86_400_000)
    publish()
    #expect(workspace.run("publish status DIR/public --format csv").output.contains("ended"))
    #expect(update().exit == .badData)
    let checked = workspace.run("publish verify DIR/public")
    #expect(checked.exit == .answerIsNo)
    #expect(checked.output.contains("expired"))
  }

  @Test func `a root that is half its age is signed again where its key is here`() throws {
    publish()
    workspace.host.time = workspace.host.time.advanced(by: 200 * 86_400_000)
    publish()
    #expect(try version("root") == 2)
    publish()
    #expect(try version("root") == 2)
  }

  // MARK: Going back

  @Test func `what was bad is followed by a generation that says what an older one said`() throws {
    publish()
    let good = try inventory("adview.sqlite")
    workspace.run("unit pause div-gpt-ad-mobile_1")
    publish()
    _ = update()
    #expect(try inventory("phone.sqlite") != good)
    let outcome = workspace.run(
      "publish rollback DIR/public 1 --signing-keys DIR/keys --format json")
    #expect(outcome.exit == .done, "\(outcome)")
    #expect(outcome.errors.contains("revert the inventory"))
    #expect(update().output.contains("\"generation\": 3"))
    #expect(try inventory("phone.sqlite") == good)
    #expect(try inventory("adview.sqlite") != good)
    let missing = workspace.run("publish rollback DIR/public 9 --signing-keys DIR/keys")
    #expect(missing.exit == .notFound)
    #expect(missing.errors.contains("generation 9 is not in"))
  }

  // MARK: Checking

  /// What somebody may do to a folder, and what is said then.
  static let damages: [(String, String, @Sendable (Workspace) throws -> Void)] = [
    (
      "a document cut off", "not the one that was signed",
      { try alter($0, "inventory.json") { $0.removeLast() } }
    ),
    (
      "a difference with a bit turned", "not the one that was signed",
      { try alter($0, "from-1.json") { $0[40] ^= 1 } }
    ),
    (
      "a timestamp that says more", "signed by 0 of its keys",
      {
        try alter($0, "timestamp.json") {
          let said = String(decoding: $0, as: UTF8.self)
          $0 = Array(said.replacing("\"expires\":\"20", with: "\"expires\":\"21").utf8)
        }
      }
    ),
    (
      "a snapshot that is gone", "does not have it",
      {
        try FileManager.default.removeItem(atPath: $0.path("public/metadata/2.snapshot.json"))
      }
    ),
    (
      "a private key", "does not belong there", { try $0.write([1], to: "public/targets/root.pem") }
    ),
    (
      "an older generation that is gone", "leads from a generation that is not there",
      {
        let folder = $0.path("public/metadata")
        try FileManager.default.removeItem(atPath: "\(folder)/1.targets.json")
      }
    ),
  ]

  private static func alter(
    _ workspace: Workspace, _ ending: String, _ change: (inout [UInt8]) -> Void
  ) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: workspace.path("public"))
    let documents = names.filter { $0.hasSuffix(ending) }
    for name in documents {
      var bytes = try workspace.read("public/\(name)")
      change(&bytes)
      try workspace.write(bytes, to: "public/\(name)")
    }
    #expect(!documents.isEmpty)
  }

  @Test(arguments: damages.indices) func `whatever is wrong with a publication is named`(
    _ place: Int
  ) throws {
    publish()
    workspace.run("unit pause div-gpt-ad-mobile_1")
    publish()
    #expect(workspace.run("publish verify DIR/public").exit == .done)
    let (name, words, damage) = Self.damages[place]
    try damage(workspace)
    let outcome = workspace.run("publish verify DIR/public")
    #expect(outcome.exit == .answerIsNo, "\(name)")
    #expect(outcome.output.contains(words), "\(name): \(outcome.output)")
  }

  @Test(arguments: [
    "publish DIR/public", "publish revoke DIR/public timestamp --yes",
    "publish rollback DIR/public 1",
  ])
  func `two do not publish to one folder at once`(command: String) throws {
    publish()
    let before = try contents()
    do {
      let lock = try FolderLock.taken(workspace.path("public"), layer: .system)
      defer { withExtendedLifetime(lock) {} }
      #expect(lock != nil)
      let outcome = workspace.run("\(command) --signing-keys DIR/keys")
      #expect(outcome.exit == .busy)
      #expect(outcome.errors.contains("another process publishes to"))
      #expect(try contents() == before)
    }
    #expect(workspace.run("\(command) --signing-keys DIR/keys").exit == .done)
  }

  private func contents() throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: workspace.path("public")))
  }
}
