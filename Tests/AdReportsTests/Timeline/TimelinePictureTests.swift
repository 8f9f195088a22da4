// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import Testing

@Suite struct TimelinePictureTests {
  private static func picture(
    _ timeline: LoadTimeline, thresholds: LoadingThresholds = .standard,
    remote: RemoteThresholds? = nil, title: String = "Session s"
  ) -> String {
    TimelinePicture(
      timeline, thresholds: thresholds, remote: remote, title: title, subtitle: "app 1"
    ).svg
  }

  @Test func `each state of each ad is a bar with a tooltip`() throws {
    let svg = Self.picture(LoadTimelineTests.timeline())
    #expect(
      svg.contains(
        "<title>z-above: displayed from 1.1 s to 8 s, enteredDisplayZone</title></rect>"))
    #expect(svg.contains("<title>a-below: notLoaded from 0 s to 5 s</title></rect>"))
    let lanes = try WrittenXML(svg).texts.filter { $0.hasSuffix("above") || $0.hasSuffix("below") }
    #expect(lanes == ["z-above", "z-above", "a-below", "a-below"])
  }

  @Test func `the same session gives the same bytes`() {
    #expect(
      Self.picture(LoadTimelineTests.timeline()) == Self.picture(LoadTimelineTests.timeline()))
  }

  @Test func `zones are those of the thresholds`() throws {
    let timeline = LoadTimelineTests.timeline()
    let off = Self.picture(timeline)
    #expect(off.contains("fetch zone, 800 points") && !off.contains("unload zone"))
    let on = Self.picture(timeline, thresholds: try LoadingThresholds(unloadingEnabled: true))
    #expect(on.contains("unload zone, 1600 points"))
    let remote = Self.picture(
      timeline, remote: try RemoteThresholds(fetch: 150, render: 100))
    #expect(remote.contains("fetch zone, 150 % of the viewport"))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"onload=\"alert(1)", "]]>&amp;<!--", "'/><rect", "\u{1b}[31m",
    "\u{0}\u{8}\u{FFFE}", "\u{202E}gpj.exe", "&#x3c;svg", "père 🛝",
  ])
  func `no text can become markup`(hostile: String) throws {
    let unit = AdUnitID(validated: "</title><script>\(hostile)")
    let timeline = LoadTimeline(
      [LoadTimelineTests.change(5, unit, .notLoaded, .fetched)], viewable: [(unit, 9)], from: 0,
      until: 10)
    let plain = try WrittenXML(
      Self.picture(
        LoadTimeline(
          [LoadTimelineTests.change(5, LoadTimelineTests.below, .notLoaded, .fetched)],
          viewable: [(LoadTimelineTests.below, 9)], from: 0, until: 10)))
    let document = try WrittenXML(Self.picture(timeline, title: hostile))
    #expect(document.elements == plain.elements)
    #expect(!document.texts.joined().unicodeScalars.contains("\u{202E}"))
  }

  @Test func `numbers beyond every page leave a picture that can be read`() throws {
    for edge: Double in [.infinity, -.infinity, 1e308, 0] {
      let change = Transition(
        time: 1, unit: LoadTimelineTests.above, from: .fetched, to: .displayed,
        cause: .enteredDisplayZone, frame: AdRect(x: 0, y: edge, width: edge, height: edge),
        viewport: AdRect(x: 0, y: edge, width: 1, height: edge))
      let timeline = LoadTimeline([change], from: 0, until: 0)
      let svg = Self.picture(timeline)
      for number in ["nan", "\"inf", "\"-inf", ",inf", ",-inf"] { #expect(!svg.contains(number)) }
      _ = try WrittenXML(svg)
      #expect(timeline.depths(columns: 3).allSatisfy { $0.isFinite })
    }
  }

  @Test func `a session without transitions is drawn, too`() throws {
    let texts = try WrittenXML(Self.picture(LoadTimeline([], from: 0, until: 0))).texts
    #expect(texts.contains("No ad changed its state in this session."))
  }

  @Test func `a long name loses its middle beside its lane and keeps it in the tooltip`() {
    #expect("div-gpt-ad-mobile_1".shortened(to: 30) == "div-gpt-ad-mobile_1")
    #expect("abcdefghijklmnop".shortened(to: 9) == "abc…lmnop")
  }
}
