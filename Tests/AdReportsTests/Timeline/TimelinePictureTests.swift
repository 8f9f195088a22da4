// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import Foundation
import Testing

@testable import AdReports

@Suite struct TimelinePictureTests {
  private static func picture(
    _ timeline: LoadTimeline, title: String = "Session s", notes: [String] = []
  ) -> String {
    TimelinePicture(timeline, title: title, subtitle: "app 1", notes: notes).svg
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

  @Test func `in a report, names take no more room than they need`() {
    let timeline = LoadTimelineTests.timeline()
    #expect(TimelinePicture(timeline, title: "s", subtitle: "").left == 230)
    #expect(TimelinePicture(timeline, title: "s", subtitle: "", isTitled: false).left == 130)
  }

  @Test func `the same session gives the same bytes`() {
    #expect(
      Self.picture(LoadTimelineTests.timeline()) == Self.picture(LoadTimelineTests.timeline()))
  }

  @Test func `zones are those that were in force, and change when they changed`() throws {
    let svg = Self.picture(try LoadTimelineTests.tracked())
    for name in ["fetchZone", "displayZone", "viewport"] {
      #expect(svg.ranges(of: "<polygon class=\"\(name)\"").count == 2, "\(name)")
    }
    #expect(!svg.contains("class=\"unloadZone\""))
    #expect(svg.contains("from 5 s: fetch 1200, display 300, unloading off</title></line>"))
    #expect(svg.contains("distances: fetch 800, display 200, unloading off from 0 s to 5 s"))
    let texts = try WrittenXML(svg).texts
    #expect(texts.contains("fetch zone") && texts.contains("distances"))
  }

  @Test func `zones that lead are drawn ahead of the scroll, and said`() throws {
    func picture(prediction: Int64) throws -> String {
      var writer = TrackWriter()
      writer.begin(
        under: LoadingTerms(
          thresholds: try LoadingThresholds(prediction: prediction),
          gate: .open(LoadTimelineTests.permit)))
      for frame in 0..<60 {
        writer.append(
          .viewport(AdRect(x: 0, y: Double(frame) * 20, width: 393, height: 852)),
          at: Int64(frame) * 16)
      }
      let track = try SessionTrack(writer.takeBytes())
      return Self.picture(LoadTimeline([], track: track, from: 0, until: 1_000))
    }
    /// How far down the fetch zone comes, in pixels of a picture whose page is as high.
    func lowest(_ svg: String) throws -> Double {
      let zone = try #require(
        svg.split(separator: "<polygon ").first { $0.hasPrefix("class=\"fetchZone\"") })
      let points = zone.split(separator: "points=\"")[1].prefix { $0 != "\"" }
      return try #require(
        points.split(separator: " ").compactMap { Double($0.split(separator: ",").last ?? "") }
          .max())
    }
    let (still, leading) = (try picture(prediction: 0), try picture(prediction: 1_000))
    #expect(try lowest(leading) > lowest(still) + 50)
    #expect(try WrittenXML(leading).texts.contains("fetch 800 points and 1000 ms ahead"))
    #expect(try WrittenXML(still).texts.contains("fetch 800 points"))
  }

  @Test func `within a page that says what it shows, a picture says it to screen readers alone`()
    throws
  {
    let picture = TimelinePicture(
      LoadTimelineTests.timeline(), title: "Session s", subtitle: "app 1", isTitled: false
    ).svg
    #expect(picture.contains("<title>Session s</title>"))
    #expect(try !WrittenXML(picture).texts.contains("app 1"))
  }

  @Test func `zones that stayed are told in the legend`() throws {
    var writer = TrackWriter()
    writer.begin(
      under: LoadingTerms(
        thresholds: try LoadingThresholds(unloadingEnabled: true),
        remoteThresholds: try RemoteThresholds(fetch: 150, render: 100),
        gate: .open(LoadTimelineTests.permit)))
    writer.append(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852)), at: 0)
    let track = try SessionTrack(writer.takeBytes())
    let texts = try WrittenXML(
      Self.picture(LoadTimeline([], track: track, from: 0, until: 1_000))
    ).texts
    for words in [
      "fetch 150 % of the viewport", "display 100 % of the viewport", "unload 1600 points",
    ] {
      #expect(texts.contains(words), "\(words)")
    }
    #expect(!texts.contains("consent") && !texts.contains("app") && !texts.contains("distances"))
  }

  @Test func `what closed the gate, the app's absence and removals are drawn`() throws {
    let svg = Self.picture(try LoadTimelineTests.tracked())
    #expect(svg.contains("consent: closed, withdrawn from 6 s to 7 s</title>"))
    #expect(svg.contains("app: background from 4 s to 4.5 s</title>"))
    #expect(svg.contains("z-above: removed at 8 s</title></path>"))
    // One shade over the page and one over the lanes, for each of the two, and the legend's.
    #expect(svg.ranges(of: "class=\"shut\"").count == 5)
    #expect(svg.contains("<title>never: has no lane here</title>"))
    // While its view was gone, nothing stands in the lane.
    #expect(svg.ranges(of: "z-above: unloaded from 8 s to 10 s").count == 2)
  }

  @Test func `a session without a track shows the viewport only where it is known`() throws {
    let svg = Self.picture(LoadTimelineTests.timeline(), notes: ["recorded without its scroll"])
    #expect(svg.ranges(of: "class=\"moment\"").count == 3)
    #expect(svg.contains("class=\"unknown\"") && !svg.contains("<polygon class=\"fetchZone\""))
    let texts = try WrittenXML(svg).texts
    #expect(texts.contains("recorded without its scroll") && !texts.contains("Zones in force"))
  }

  @Test func `an hour of scroll is a picture of bounded size`() throws {
    var writer = TrackWriter()
    writer.begin(under: LoadingTerms(gate: .open(LoadTimelineTests.permit)))
    for step in 0..<216_000 {
      let y = Double(step % 4_000 < 2_000 ? step % 4_000 : 4_000 - step % 4_000)
      writer.append(
        .viewport(AdRect(x: 0, y: y, width: 393, height: 852)), at: Int64(step) * 17)
    }
    let timeline = LoadTimeline(
      [], track: try SessionTrack(writer.takeBytes()), from: 0, until: 3_672_000)
    #expect(Self.picture(timeline).utf8.count < 60_000)
  }

  @Test func `it brings its own colours for dark screens, and its style holds nowhere else`() {
    let svg = Self.picture(LoadTimelineTests.timeline())
    #expect(svg.contains("prefers-color-scheme:dark") && svg.contains("<svg class=\"session\""))
    let css = svg.components(separatedBy: "<style>")[1].components(separatedBy: "</style>")[0]
    for rule in css.components(separatedBy: "}") {
      for selector in rule.components(separatedBy: "{")[0].components(separatedBy: ",")
      where !selector.isEmpty && !selector.hasPrefix("@media") {
        #expect(selector.hasPrefix(".session "), "\(selector)")
      }
    }
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
      let change = LoadTransition(
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
    #expect("div-gpt-ad-mobile_1".shortened(toPixels: 190, fontSize: 12) == "div-gpt-ad-mobile_1")
    let wide = String(repeating: "W", count: 60).shortened(toPixels: 190, fontSize: 12)
    #expect(wide.count == 15 && wide.contains("…"))
  }
}
