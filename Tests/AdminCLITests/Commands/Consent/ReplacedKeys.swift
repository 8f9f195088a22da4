// SPDX-License-Identifier: MIT
import AdModel
import AdSystem
import Foundation
import Testing

@testable import AdminCLI

/// A store whose device signs, of whose ledger a head was kept before everybody's key was replaced, and the
/// evidence of two people since: their receipts lead to the kept head, and from there to the replacement.
struct ReplacedKeys {
  let workspace: Workspace
  /// The folders with evidence of user-2 and user-3, whose records are entries 2 and 3.
  static let folders = ["user-2", "user-3"]

  init() throws {
    workspace = try Workspace()
    for number in 1...5 { workspace.run("consent set user-\(number) --accept-all") }
    for name in ["device", "other"] {
      let made = ChildProcess([
        "openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256",
      ])
      try workspace.write(made.output, to: "\(name).pem")
      let told = ChildProcess(["openssl", "pkey", "-pubout", "-in", workspace.path("\(name).pem")])
      try workspace.write(told.output, to: "\(name).pub")
    }
    #expect(workspace.run("consent enroll DIR/device.pem").exit == .done)
    workspace.host.variables["ADVIEW_DEVICE_KEY"] = workspace.path("device.pem")
    workspace.run("consent set user-6 --accept-all")
    try keepHead(as: "before")
    try workspace.write(Array("a secret of sixteen bytes".utf8), to: "secret")
    workspace.host.variables["ADVIEW_SUBJECT_SECRET_FILE"] = workspace.path("secret")
    #expect(workspace.run("consent rekey --yes").exit == .done)
    try keepHead(as: "after")
    for name in Self.folders {
      let written = workspace.run(
        "consent evidence \(name) --out DIR/\(name) --head DIR/before.ndjson")
      #expect(written.exit == .done, "\(written)")
    }
  }

  private func keepHead(as name: String) throws {
    let head = workspace.run("consent head --format ndjson")
    try workspace.write(Array(head.output.utf8), to: "\(name).ndjson")
  }

  /// The receipt of somebody.
  func receipt(of name: String) throws -> JSONValue {
    try JSONReader.read(workspace.read("\(name)/receipt-\(name.suffix(1)).json"))
  }

  /// What `consent verify` says of a receipt.
  func check(_ receipt: JSONValue, _ options: String = "") throws -> RecordingHost.Outcome {
    try workspace.write(Array(receipt.text(.pretty).utf8), to: "receipt.json")
    return workspace.run(
      "consent verify --receipt DIR/receipt.json --db DIR/none.sqlite \(options)")
  }

  /// What the script in a folder with evidence says of a receipt that is put into it.
  /// - Returns: Whether it finds it good, and its words; nil where there is no Python.
  func others(_ receipt: JSONValue, _ options: [String] = []) throws -> (
    isGood: Bool, words: String
  )? {
    let name = "receipt-2.json"
    let bytes = Array((try receipt.text(.pretty) + "\n").utf8)
    let (held, sums) = (
      try workspace.read("user-2/\(name)"), try workspace.read("user-2/SHA256SUMS")
    )
    defer {
      try? workspace.write(held, to: "user-2/\(name)")
      try? workspace.write(sums, to: "user-2/SHA256SUMS")
    }
    try workspace.write(bytes, to: "user-2/\(name)")
    let newSums = String(decoding: sums, as: UTF8.self).replacing(
      ContentHasher.hash(held).hex, with: ContentHasher.hash(bytes).hex)
    try workspace.write(Array(newSums.utf8), to: "user-2/SHA256SUMS")
    let child = ChildProcess(["python3", workspace.path("user-2/verify.py")] + options)
    guard child.exitCode != 127 else { return nil }
    let words = String(decoding: child.output, as: UTF8.self)
    let line = words.split(separator: "\n").first { $0.hasPrefix("\(name): ") } ?? ""
    return (line.hasPrefix("\(name): good"), String(line))
  }
}
