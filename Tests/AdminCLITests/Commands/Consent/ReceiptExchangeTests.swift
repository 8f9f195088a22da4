// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation
import Testing

@testable import AdminCLI

/// The receipt as a page; `scripts/web/run` has real engines compute it.
@Suite struct ReceiptExchangeTests {
  private static let folder = ProcessInfo.processInfo.environment["ADVIEW_WEB"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for number in 1...6 { workspace.run("consent set user-\(number) --accept-all") }
    workspace.run(
      "consent set user-4 --tc-string \(try ConsentAnswerTests.tcString()) --notice-id n1 "
        + "--notice-version 8 --source-domain com.example --country DK")
    for number in 1...3 { workspace.run("consent set user-\(number) --decline-all") }
  }

  private func export(_ options: String) -> String {
    workspace.run(
      "consent export user-4 --receipt --controller Example --withdrawal-method letter \(options)"
    ).output
  }

  @Test func `it holds the receipt as it is, and nothing from elsewhere`() throws {
    let page = export("--html")
    let held = try #require(
      page.firstMatch(of: /<textarea id="receipt"[^>]*>([\s\S]*?)<\/textarea>/))
    let text = String(held.output.1).replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing("&amp;", with: "&")
    #expect(try JSONReader.read(text: text) == JSONReader.read(text: export("")))
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("innerHTML"))
    #expect(page.contains("default-src 'none'"))
    let misplaced = workspace.run("consent export user-4 --html")
    #expect(misplaced.exit == .usage && misplaced.errors.contains("--receipt"), "\(misplaced)")
  }

  @Test(.enabled(if: folder != nil)) func `the engines get a page, a head and a duration`() throws {
    let folder = try #require(Self.folder)
    try Data(export("--html").utf8).write(to: folder.appendingPathComponent("receipt.html"))
    if OpenSSL.isInstalled { try exportReplaced(to: folder) }
    let head = workspace.run("consent head --format ndjson").output
    try Data(head.utf8).write(to: folder.appendingPathComponent("head.ndjson"))
    let starts = [
      "2026-01-31T10:00:00.000Z", "2024-02-29T23:59:59.999Z", "2026-11-22T00:00:00.000Z",
    ]
    let spans: [JSONValue] = try starts.flatMap { start in
      try [
        "2026-02-28T10:00:00.000Z", "2027-02-28T10:00:00.000Z", "2025-03-29T23:59:59.999Z",
        "2027-12-22T00:00:00.000Z", "2026-11-25T00:00:00.000Z", "2026-11-22T00:01:30.500Z", start,
      ].map { end in
        let duration = ConsentDuration(from: try Timestamp(start), to: try Timestamp(end))
        return [.string(start), .string(end), .string(duration.description)]
      }
    }
    try Data(JSONValue.array(spans).text().utf8)
      .write(to: folder.appendingPathComponent("durations.json"))
  }

  /// Receipts of two people whose keys were replaced behind a head that a device signed.
  private func exportReplaced(to folder: URL) throws {
    let replaced = try ReplacedKeys()
    for (name, file) in [
      ("user-2/receipt-2.html", "replaced.html"), ("user-3/receipt-3.json", "other.json"),
    ] {
      try Data(replaced.workspace.read(name)).write(to: folder.appendingPathComponent(file))
    }
  }
}
