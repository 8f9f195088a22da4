// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

extension TimelinePicture {
  /// One band around the viewport.
  struct Zone {
    /// Its class in the style.
    let name: String
    /// The legend's text for it.
    let words: String
    /// Its edges for a viewport.
    let span: (AdRect, LoadingZones) -> LoadingZones.Span
  }

  /// The bands, the largest first; the unload zone only where ads are unloaded.
  var zones: [Zone] {
    let unit = remote == nil ? "points" : "% of the viewport"
    let fetch = (remote?.fetch ?? thresholds.fetch).formatted
    let display = (remote?.render ?? thresholds.display).formatted
    let unload = [
      Zone(name: "unloadZone", words: "unload zone, \(thresholds.unload.inPoints)") {
        $1.unload
      }
    ]
    return (thresholds.unloadingEnabled ? unload : []) + [
      Zone(name: "fetchZone", words: "fetch zone, \(fetch) \(unit)") { $1.fetch },
      Zone(name: "displayZone", words: "display zone, \(display) \(unit)") { $1.display },
      Zone(name: "viewport", words: "viewport, straight between recorded moments") { viewport, _ in
        LoadingZones.Span(top: viewport.y, bottom: viewport.maxY)
      },
    ]
  }

  /// The legend: states in the first row, bands in the second.
  func drawLegend(_ svg: inout SVGWriter) {
    for (row, caption) in [(84.0, "States"), (108, "Zones, as the page is set today")] {
      svg.element(
        "text", ["class": "faint end", "x": .number(Self.left - 10), "y": .number(row)],
        text: caption)
    }
    var place = Self.left
    for state in LoadState.allCases {
      let height = Self.thickness(state)
      drawEntry(&svg, state.rawValue, words: state.rawValue, height: height, at: &place, row: 80)
    }
    drawDiamond(&svg, place + 8, 80)
    svg.element(
      "text", ["x": .number(place + 20), "y": 84], text: "viewable (estimated)")
    place = Self.left
    for zone in zones.reversed() {
      drawEntry(&svg, zone.name, words: zone.words, height: 14, at: &place, row: 104)
    }
  }

  private func drawEntry(
    _ svg: inout SVGWriter, _ name: String, words: String, height: Double, at place: inout Double,
    row: Double
  ) {
    svg.element(
      "rect",
      [
        "class": .text(name), "x": .number(place), "y": .number(row - height / 2), "width": 22,
        "height": .number(height),
      ])
    svg.element("text", ["x": .number(place + 28), "y": .number(row + 4)], text: words)
    place += 50 + Double(words.count) * 6.6
  }
}
