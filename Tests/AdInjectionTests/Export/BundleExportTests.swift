// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import Testing

@Suite struct BundleExportTests {
  private let bundle: InjectionBundle

  init() throws {
    bundle = try BundleSamples.bundle()
  }

  @Test func `a folder holds the manifest and the scripts, numbered by their order`() throws {
    let files = try bundle.folder()
    #expect(
      files.map(\.name) == [
        "manifest.json", "01-consent.js", "02-viewability.js", "03-calls.js",
        "04-clickWitness.js", "05-debugPanel.js", "06-impressionListener.js", "07-adUnitId.js",
        "08-targeting.js", "09-placeholderTracker.js", "host-onDisplayed.js", "host-onLoaded.js",
        "host-viewability.js", "host-startTracking.js", "host-stopTracking.js",
      ])
    #expect(
      files.dropFirst().map(\.text) == bundle.scripts.map(\.source)
        + [bundle.hostScripts.contentPage.tracker.source]
        + bundle.hostScripts.evaluated.map(\.source))
  }

  @Test func `a script keeps its number when another is missing`() throws {
    let files = try BundleSamples.blocked().folder()
    #expect(
      files.map(\.name) == [
        "manifest.json", "02-viewability.js", "03-calls.js", "04-clickWitness.js",
        "06-impressionListener.js", "07-adUnitId.js", "09-placeholderTracker.js",
        "host-onDisplayed.js", "host-onLoaded.js",
        "host-viewability.js", "host-startTracking.js", "host-stopTracking.js",
      ])
  }

  @Test func `the manifest names each file with its digest and holds no source`() throws {
    let manifest = try #require(bundle.folder().first)
    guard case .object(let document) = try JSONReader.read(text: manifest.text),
      case .array(let scripts)? = document["scripts"], case .object(let first)? = scripts.first
    else {
      Issue.record("the manifest has no scripts")
      return
    }
    #expect(
      first.members.map(\.key)
        == ["name", "injectionTime", "forMainFrameOnly", "world", "sha256", "bytes", "file"])
    #expect(first["file"] == "01-consent.js")
    #expect(first["sha256"] == .string(bundle.scripts[0].sha256))
    #expect(
      document["onDisplayed"]
        == [
          "sha256": .string(bundle.hostScripts.onDisplayed.sha256),
          "bytes": .integer(Int64(bundle.hostScripts.onDisplayed.source.utf8.count)),
          "file": "host-onDisplayed.js",
        ])
  }

  @Test func `every export of the same bundle has the same bytes`() throws {
    let again = try BundleSamples.bundle()
    #expect(try bundle.folder() == again.folder())
  }
}
