// SPDX-License-Identifier: MIT

extension String {
  /// How many terminal cells the text fills: wide characters and emoji two, marks none.
  ///
  /// The ranges are those with East Asian Width W or F in Unicode's `EastAsianWidth.txt`.
  var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) {
      return utf8.count
    }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text where it fills at most so many terminal cells, else its beginning and an ellipsis.
  func cut(to width: Int) -> String {
    guard displayWidth > width else { return self }
    var text = ""
    var left = width - 1
    for character in self {
      left -= character.displayWidth
      if left < 0 { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The text where it fills at most so many terminal cells, else a third of them from its beginning,
  /// an ellipsis, and its end.
  func cutInside(to width: Int) -> String {
    guard displayWidth > width else { return self }
    let begin = cut(to: (width - 1) / 3 + 1)
    var end: [Character] = []
    var left = width - begin.displayWidth
    for character in reversed() {
      left -= character.displayWidth
      if left < 0 { break }
      end.append(character)
    }
    return begin + String(end.reversed())
  }
}

extension Character {
  /// How many terminal cells the character fills: 0, 1 or 2.
  fileprivate var displayWidth: Int {
    let scalars = unicodeScalars
    if scalars.contains(where: { $0.value == 0xFE0F || $0.properties.isEmojiPresentation }) {
      return 2
    }
    return scalars.reduce(0) { max($0, $1.displayWidth) }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format:
      return 0
    default:
      return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x1F300...0x1F320, 0x20000...0x3FFFD,
  ]
}
