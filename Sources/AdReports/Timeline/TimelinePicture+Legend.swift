// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

extension TimelinePicture {
  /// One band around the viewport.
  struct Zone: Sendable {
    /// Its class in the style.
    let name: String
    /// Its edges for a viewport.
    let span: @Sendable (AdRect, LoadingZones) -> LoadingZones.Span
  }

  /// The bands, the largest first.
  static let zones = [
    Zone(name: "unloadZone") { $1.unload }, Zone(name: "fetchZone") { $1.fetch },
    Zone(name: "displayZone") { $1.display },
    Zone(name: "viewport") { viewport, _ in LoadingZones.Span(viewport) },
  ]

  /// What the legend says of a band; nil where it is not drawn.
  func words(for zone: Zone) -> String? {
    guard let distances = timeline.conditions?.distances else {
      return zone.name == "viewport" ? "where transitions tell it" : nil
    }
    let said = Set(distances.compactMap { $0.value.words(for: zone.name) })
    // Where they changed, the row of distances tells which held when.
    return said.count > 1
      ? said.first?.split(separator: " ").first.map { "\($0) zone" } : said.first
  }

  /// The legend: states in the first row, bands in the second.
  func drawLegend(_ svg: inout SVGWriter, top: Double) {
    let zones = timeline.conditions == nil ? "Viewport" : "Zones in force"
    for (row, caption) in [(top + 22, "States"), (top + 46, zones)] {
      svg.words(caption, "faint end", left - 10, row)
    }
    var place = left
    for state in LoadState.allCases {
      svg.legend(
        state.rawValue, state.rawValue, height: Self.thickness(state), at: &place, row: top + 18)
    }
    if timeline.lanes.contains(where: { !$0.viewable.isEmpty }) {
      svg.diamond("viewable", (place + 8, top + 18), radius: 5)
      drawWords(&svg, "viewable (estimated)", at: &place, row: top + 18)
    }
    if timeline.lanes.contains(where: { !$0.removals.isEmpty }) {
      drawCross(&svg, place + 8, top + 18)
      drawWords(&svg, "removed", at: &place, row: top + 18)
    }
    let kinds = Set(timeline.lanes.flatMap(\.faults).map(\.load.kind))
    for kind in LoadFault.Kind.allCases where kinds.contains(kind) {
      drawFault(&svg, kind, place + 8, top + 18)
      drawWords(&svg, kind.rawValue, at: &place, row: top + 18)
    }
    if strips.contains(where: { $0.parts.contains(where: \.value.isShut) }) {
      svg.legend("shut", "nothing may load", height: 14, at: &place, row: top + 18)
    }
    place = left
    for zone in Self.zones.reversed() {
      guard let words = words(for: zone) else { continue }
      svg.legend(zone.name, words, height: 14, at: &place, row: top + 42)
    }
  }

  /// The words beside a mark that stands at the place.
  private func drawWords(
    _ svg: inout SVGWriter, _ words: String, at place: inout Double, row: Double
  ) {
    svg.words(words, "", place + 20, row + 4)
    place += 42 + Double(words.count) * 6.6
  }
}

extension DistancesInForce {
  fileprivate func words(for zone: String) -> String? {
    let unit = remote == nil ? "points" : "% of the viewport"
    switch zone {
    case "fetchZone":
      return "fetch \((remote?.fetch ?? thresholds.fetch).formatted) \(unit)"
        + (thresholds.prediction > 0 ? " and \(thresholds.prediction) ms ahead" : "")
    case "displayZone":
      return "display \((remote?.render ?? thresholds.display).formatted) \(unit)"
    case "unloadZone":
      return thresholds.unloadingEnabled ? "unload \(thresholds.unload.inPoints)" : nil
    default: return "viewport"
    }
  }
}
