// SPDX-License-Identifier: MIT
import AdModel

/// Sizes as Google Ad Manager, page code, spreadsheets and people write them: `300x250;320x50`, `Fluid`,
/// `300 × 250 | 320 × 50`, `640x480v` for a video player's, `[[300,250],'fluid']`.
struct WrittenSizes {
  /// The sizes, each once, in their order; those of video players are not among others.
  private(set) var sizes: [DeclaredSize] = []
  /// Whether all of them are sizes of a video player.
  private(set) var areVideo = false
  /// What has no place here: words for formats, ratios, companions, video beside others.
  private(set) var leftOut: [String] = []

  /// Reads a cell.
  /// - Throws: `InvalidValue` for what is no size, and for two numbers that may be one size or two.
  init(_ cell: String) throws(InvalidValue) {
    let text = Self.normal(cell)
    if text.contains("["), let value = try? JSONReader.read(Array(text.quoted.utf8)) {
      try take(list: JSONNode(value))
      return
    }
    var all: [(size: DeclaredSize, isVideo: Bool)] = []
    for token in Self.tokens(of: withoutCompanions(text)) {
      if Self.isFormat(token) {
        leftOut.append(token)
        continue
      }
      if token.utf8.allSatisfy(\.isDigit) {
        throw InvalidValue(
          .malformed, field: "size",
          reason: "\(cell.quotedForDisplay) may be one size or two; write WIDTHxHEIGHT")
      }
      let isVideo = token.hasSuffix("v") && token.utf8.dropLast().last?.isDigit == true
      all.append((try DeclaredSize(isVideo ? String(token.dropLast()) : token), isVideo))
    }
    take(all)
  }

  /// Puts sizes together whose kind is known.
  init(_ sizes: [(size: DeclaredSize, isVideo: Bool)]) { take(sizes) }

  /// Reads `[[300, 250], "320x50", "fluid"]` or `[300, 250]`.
  init(list: JSONNode) throws(InvalidValue) { try take(list: list) }

  private mutating func take(list: JSONNode) throws(InvalidValue) {
    var all: [(size: DeclaredSize, isVideo: Bool)] = []
    func malformed(_ node: JSONNode) -> InvalidValue {
      InvalidValue(
        .malformed, field: "size",
        reason:
          "\(((try? node.value.text()) ?? "it").quotedForDisplay) is not a size; write [WIDTH, HEIGHT]"
      )
    }
    func pair(_ node: JSONNode) throws(InvalidValue) -> DeclaredSize {
      guard case .array(let sides) = node.value, sides.count == 2,
        case .integer(let width) = sides[0], case .integer(let height) = sides[1]
      else { throw malformed(node) }
      return try DeclaredSize("\(width)x\(height)")
    }
    guard let elements = try? list.elements() else { throw malformed(list) }
    if case .integer? = elements.first?.value {
      all.append((try pair(list), false))
    } else {
      for element in elements {
        if case .string(let text) = element.value {
          let written = try WrittenSizes(text)
          all += written.sizes.map { ($0, written.areVideo) }
          leftOut += written.leftOut
        } else {
          all.append((try pair(element), false))
        }
      }
    }
    take(all)
  }

  /// A video player's sizes are left out beside others; `fluid` is neither.
  private mutating func take(_ all: [(size: DeclaredSize, isVideo: Bool)]) {
    let fixed = all.filter { $0.size != .fluid }
    areVideo = !fixed.isEmpty && fixed.allSatisfy(\.isVideo)
    for (size, isVideo) in all {
      if isVideo, !areVideo {
        leftOut.append("video sizes beside others")
      } else if !sizes.contains(size) {
        sizes.append(size)
      }
    }
  }

  /// Small letters, one kind of space and of sign between the sides, and no quotes.
  private static func normal(_ cell: String) -> String {
    let signs = cell.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar {
      case "×", "✕", "*", "X": "x"
      case "\u{A0}", "\u{202F}", "\u{2009}", "\t", "\r": " "
      case "“", "”", "‘", "’", "\"": "'"
      default: scalar
      }
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: signs)
    text = text.lowercased().replacing("smart banner", with: "smart-banner")
    for (spaced, narrow) in [(" x", "x"), ("x ", "x")] {
      // A size begins with a digit, and no word for one with this letter.
      while text.contains(spaced) { text = text.replacing(spaced, with: narrow) }
    }
    return text
  }

  /// The sizes of creatives that come with a video's, in brackets behind it.
  private mutating func withoutCompanions(_ text: String) -> String {
    var kept = ""
    var depth = 0
    for sign in text {
      if sign == "(" {
        depth += 1
        leftOut.append("companion sizes")
      }
      if depth == 0 { kept.append(sign) }
      if sign == ")", depth > 0 { depth -= 1 }
    }
    return kept
  }

  private static func tokens(of text: String) -> [String] {
    text.filter { $0 != "'" }.split { " ,;|\n".contains($0) }.map(String.init)
  }

  /// Whether it is a word for a format that has no size, or a ratio.
  private static func isFormat(_ token: String) -> Bool {
    let sides = token.split(separator: ":", omittingEmptySubsequences: false)
    if sides.count == 2, sides.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) {
      return true
    }
    return ["out-of-page", "interstitial", "native", "smart-banner", "audio"].contains(token)
  }
}

extension String {
  /// The text with the quotes that JSON has.
  fileprivate var quoted: String { replacing("'", with: "\"") }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
