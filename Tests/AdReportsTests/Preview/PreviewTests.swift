// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import AdReports
import Testing

@Suite struct PreviewTests {
  @Test func `text in a preview is escaped`() throws {
    let page = try PreviewSamples.bundle().previewPage
    #expect(page.contains("annonce &lt;/div&gt;&lt;script&gt;"))
    #expect(!page.contains("annonce </div>"))
    #expect(try PreviewSamples.page().page.contains("<h1>Page &lt;front&gt;</h1>"))
  }

  @Test func `no text in a preview can steer a terminal`() throws {
    var unit = try PreviewSamples.bundle().unit
    unit.label = try AdLabel(isShown: true, text: "an\u{202E}nonce")
    let page = try BundleBuilder(
      decision: PreviewSamples.bundle().decision, handOff: ConsentHandOff()
    ).bundle(
      for: unit, targeting: [try TargetingEntry(key: "k\u{9B}", values: ["\u{202E}"])]
    ).previewPage
    #expect(page.contains("an&#8238;nonce"))
    #expect(
      page.unicodeScalars.allSatisfy { !("\u{7F}"..."\u{9F}").contains($0) && $0 != "\u{202E}" })
  }

  @Test func `no script of ours can end its element`() throws {
    for script in try PreviewSamples.bundle().scripts {
      #expect(!script.source.contains("</"))
      #expect(!script.source.contains("<!--"))
    }
  }

  @Test func `what must not load is not shown at work`() throws {
    let page = try PreviewSamples.blocked().previewPage
    #expect(page.contains("Must not load:"))
    #expect(!page.contains("<iframe"))
  }

  @Test func `a preview asks the network for nothing`() throws {
    for page in [try PreviewSamples.bundle().previewPage, try PreviewSamples.page().page] {
      for attribute in [" src=", " href=", "@import", "url("] {
        #expect(!page.contains(attribute))
      }
    }
  }

  @Test func `a column stands units below one another with text between`() throws {
    let units = try ["a", "b"].map { InventoryUnit(id: try AdUnitID($0)) }
    #expect(
      PagePreview.column(of: units).map(\.frame) == [
        AdRect(x: 36.5, y: 700, width: 320, height: 320),
        AdRect(x: 36.5, y: 1_720, width: 320, height: 320),
      ])
  }

  @Test func `a reading goes all the way down and back in ascending time`() throws {
    let units = try ["a", "b"].map { InventoryUnit(id: try AdUnitID($0)) }
    let samples = PagePreview.reading(of: PagePreview.column(of: units))
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(samples.map(\.offset).max() == 2_040)
    #expect(samples.first?.offset == 0 && samples.last?.offset == 0)
  }
}
