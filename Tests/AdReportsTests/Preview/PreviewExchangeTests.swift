// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import AdReports
import Foundation
import Testing

/// Hands previews to the real engines, which `scripts/web/run` has look at them.
@Suite struct PreviewExchangeTests {
  private static let folder = ProcessInfo.processInfo.environment["ADVIEW_WEB"].map {
    URL(fileURLWithPath: $0, isDirectory: true)
  }

  @Test(.enabled(if: folder != nil)) func `the engines get their pages`() throws {
    let folder = try #require(Self.folder)
    for (name, text) in [
      ("preview.html", try PreviewSamples.bundle().previewPage),
      ("blocked.html", try PreviewSamples.blocked().previewPage),
      ("page.html", try PreviewSamples.page().page),
      ("inventory.html", try InventoryReportTests.sample().html),
      ("Bundle.swift", try PreviewSamples.bundle().swiftSource),
      ("rule.json", try LoadingRuleCases.document().text()),
    ] {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
  }
}
