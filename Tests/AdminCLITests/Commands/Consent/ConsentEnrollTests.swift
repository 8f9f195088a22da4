// SPDX-License-Identifier: MIT
import AdSystem
import Foundation
import Testing

@testable import AdminCLI

/// A key of this machine, with which everything that is appended is signed.
@Suite(.enabled(if: OpenSSL.isInstalled)) struct ConsentEnrollTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    workspace.run("consent set user-1 --accept-all")
    for name in ["device", "new"] {
      let made = ChildProcess([
        "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
      ])
      try workspace.write(made.output, to: "\(name).pem")
      let told = ChildProcess(["openssl", "pkey", "-pubout", "-in", workspace.path("\(name).pem")])
      try workspace.write(told.output, to: "\(name).pub")
    }
  }

  private func sign(with name: String?) {
    workspace.host.variables["ADVIEW_DEVICE_KEY"] = name.map { workspace.path("\($0).pem") }
  }

  private func enroll(after entries: Int = 1) {
    let enrolled = workspace.run("consent enroll DIR/device.pem")
    #expect(
      enrolled.exit == .done
        && enrolled.output.hasSuffix(", as ledger entry \(entries + 1)\n")
        && enrolled.errors.contains("export ADVIEW_DEVICE_KEY="), "\(enrolled)")
    sign(with: "device")
    workspace.run("consent set user-2 --accept-all")
  }

  /// What a script that was written from the format's words says, where there is Python.
  private func others(_ keys: String...) -> Bool? {
    let script = URL(filePath: #filePath).appending(
      path: "../../../../../scripts/verify-signatures"
    )
    .standardizedFileURL.path()
    let child = ChildProcess(
      ["python3", script, workspace.path("adview.sqlite")] + keys.map { workspace.path($0) })
    return child.exitCode == 127 ? nil : child.exitCode == 0
  }

  @Test func `what is appended is signed from then on, and openssl finds it so`() throws {
    let tried = workspace.run("consent enroll DIR/device.pem --dry-run")
    #expect(tried.exit == .done && tried.output.hasPrefix("would enroll key "))
    enroll()
    #expect(workspace.run("consent enroll DIR/device.pem").errors.contains("names this key"))
    for options in ["", "--device-key DIR/device.pub"] {
      let verified = workspace.run("consent verify \(options)")
      #expect(
        verified.exit == .done && verified.output.contains("\nSigned    since entry 2, by "),
        "\(verified)")
    }
    let other = workspace.run("consent verify --device-key DIR/new.pub")
    #expect(
      other.exit == .answerIsNo && other.output.contains("entry 2 unsigned: entries 2 to 3"),
      "\(other)")
    #expect(others() != false && others("device.pub") != false && others("new.pub") != true)
  }

  @Test func `what is appended without the key is named, by all who look`() throws {
    enroll()
    sign(with: nil)
    #expect(workspace.run("consent withdraw user-2").errors.contains("is not signed"))
    #expect(!workspace.run("unit pause div-gpt-ad-mobile_1").errors.contains("signed"))
    sign(with: "device")
    #expect(!workspace.run("consent set user-3 --accept-all").errors.contains("signed"))
    let verified = workspace.run("consent verify --format ndjson")
    #expect(verified.exit == .answerIsNo)
    #expect(verified.output.contains(#""unsigned":[{"first":4,"last":4}]"#), "\(verified)")
    #expect(others() != true)
    let doctor = workspace.run("doctor")
    #expect(
      doctor.exit == .answerIsNo
        && doctor.output.contains("did not sign all of the consent ledger"),
      "\(doctor)")
    #expect(workspace.run("consent accept 4 --reason elsewhere").exit == .done)
    let accepted = workspace.run("consent verify")
    #expect(
      accepted.exit == .done && accepted.output.contains("but for 1 entry accounted for"),
      "\(accepted)")
    #expect(others() != false)
  }

  @Test func `another key needs the one before, or the word of whoever lost it`() throws {
    enroll()
    let refused = workspace.run("consent enroll DIR/new.pem")
    #expect(refused.exit == .cannotCreate && refused.errors.contains("--introduced-by FILE"))
    sign(with: "new")
    #expect(workspace.run("consent set user-4 --accept-all").errors.contains("consent enroll FILE"))
    #expect(
      workspace.run("consent enroll DIR/new.pem --introduced-by DIR/device.pem").exit == .done)
    workspace.run("consent set user-4 --accept-all")
    #expect(workspace.run("consent verify --device-key DIR/device.pub").exit == .done)
    #expect(others("device.pub") != false)
    #expect(workspace.run("consent enroll DIR/device.pem --lost").exit == .done)
    sign(with: "device")
    // It counted before, so it counts again.
    workspace.run("consent set user-5 --accept-all")
    #expect(workspace.run("consent verify").exit == .done)
  }

  @Test func `a lost key's heir counts where both are named`() throws {
    enroll()
    #expect(workspace.run("consent enroll DIR/new.pem --lost").exit == .done)
    sign(with: "new")
    workspace.run("consent set user-4 --accept-all")
    let verified = workspace.run("consent verify")
    #expect(verified.exit == .answerIsNo && verified.output.contains("entry 4 unsigned: "))
    let both = "consent verify --device-key DIR/device.pub --device-key DIR/new.pub"
    #expect(workspace.run(both).exit == .done)
    #expect(others() != true && others("device.pub", "new.pub") != false)
  }

  @Test func `a key that others can read, or that is none, signs nothing`() throws {
    enroll()
    #expect(ChildProcess(["chmod", "644", workspace.path("device.pem")]).exitCode == 0)
    let refused = workspace.run("consent set user-3 --accept-all")
    #expect(refused.exit == .badData && refused.errors.contains("chmod 600"), "\(refused)")
    try workspace.write(Array("no key\n".utf8), to: "none.pem")
    sign(with: "none")
    let none = workspace.run("consent set user-3 --accept-all")
    #expect(none.exit == .badData && none.errors.contains("no private key of P-256"), "\(none)")
    sign(with: "missing")
    #expect(workspace.run("consent set user-3 --accept-all").exit == .notFound)
    #expect(workspace.run("consent enroll DIR/none.pem").exit == .badData)
    #expect(
      workspace.run("consent verify --device-key DIR/device.pem").errors.contains(
        "no public key of P-256"))
    sign(with: nil)
    #expect(workspace.run("consent verify").output.contains("Entries   3\n"))
  }

  @Test func `a restored backup is signed, with the reason that is given`() throws {
    enroll()
    #expect(workspace.run("backup DIR/backup.sqlite").exit == .done)
    workspace.run("consent withdraw user-2")
    let restored = workspace.run("restore DIR/backup.sqlite --yes --reason ticket-7")
    #expect(restored.exit == .done, "\(restored)")
    #expect(workspace.run("consent verify").exit == .done)
    let reasons = workspace.run([
      "query", "SELECT event, channel, reason FROM consent_entries WHERE sequence > 3",
      "--format", "csv",
    ])
    #expect(reasons.output.contains("restored,restore,ticket-7"), "\(reasons)")
    #expect(
      workspace.run("restore DIR/backup.sqlite --yes --inventory-only --reason x").exit == .usage)
  }

  @Test(arguments: [true, false])
  func `an erasure in a file that was kept is signed where its ledger names the key`(
    isNamed: Bool
  ) throws {
    if isNamed { enroll() }
    workspace.run("backup DIR/before.sqlite")
    #expect(workspace.run("restore DIR/before.sqlite --yes").exit == .done)
    if !isNamed { enroll(after: 2) }
    let erased = workspace.run("consent erase user-1 --yes")
    #expect(erased.exit == .done, "\(erased)")
    let kept = "DIR/adview.sqlite.before-20261121T062600000Z"
    let verified = workspace.run("consent verify --db \(kept) --format ndjson")
    #expect(verified.exit == .done, "\(verified)")
    #expect(verified.output.contains(#""erased":1"#))
  }
}
