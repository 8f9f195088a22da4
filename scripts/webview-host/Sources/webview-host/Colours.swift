// SPDX-License-Identifier: MIT
import AdView
import Foundation

/// Creatives of one colour each, so that the pixels of a picture tell whose they are.
enum Colours {
  /// The colour of the creative of the unit `ad-N`.
  static func colour(of unit: AdUnitID) -> UInt32 {
    let number = UInt32(unit.rawValue.split(separator: "-").last ?? "") ?? 0
    // Colours that nothing else in the window has.
    return 0xC0_0000 | (number &* 37 % 200 + 40) << 8 | (number &* 11 % 200 + 31)
  }

  /// The page of a creative, whose query is its unit.
  static func creative(of query: String) -> String {
    guard let unit = try? AdUnitID(query) else { return "" }
    let colour = String(colour(of: unit), radix: 16)
    return "<!doctype html><style>html{background:#\(colour)}</style>"
  }

  /// The stand-in template with such a creative in its frame.
  static func template(_ text: String, from host: String = "") -> String {
    text.replacingOccurrences(
      of: "frame.src = 'creative.html'", with: "frame.src = '\(host)/colour.html?' + unit")
  }
}
