// SPDX-License-Identifier: MIT

extension String {
  /// The name where it is short enough, else without its middle, for names mostly differ at the end.
  /// - Parameter limit: How many characters it may have, at least 3.
  /// - Returns: The name, with `…` for what was left out.
  package func shortened(to limit: Int) -> String {
    guard count > limit else { return self }
    return "\(prefix(limit / 3))…\(suffix(limit - limit / 3 - 1))"
  }

  /// About how wide the name is as most fonts without serifs write it.
  package func pixels(fontSize: Double) -> Double { reduce(0) { $0 + $1.width * fontSize } }

  /// The name where it is narrow enough, else without its middle.
  /// - Parameter fontSize: The size of the letters, in pixels.
  /// - Returns: The name as most fonts without serifs fit it in, with `…` for what was left out.
  package func shortened(toPixels width: Double, fontSize: Double) -> String {
    let widths = map { $0.width * fontSize }
    guard widths.reduce(0, +) > width else { return self }
    let room = width - fontSize
    func taken(_ widths: some Sequence<Double>, within room: Double) -> Int {
      var left = room
      return widths.prefix { width in
        left -= width
        return left >= 0
      }.count
    }
    let first = taken(widths, within: room / 3)
    let used = widths.prefix(first).reduce(0, +)
    return "\(prefix(first))…\(suffix(taken(widths.reversed(), within: room - used)))"
  }
}

extension Character {
  /// About how wide it is, in parts of its font's size.
  fileprivate var width: Double {
    switch self {
    case "i", "j", "l", "I", "f", "t", "r", ".", ",", ":", ";", "'", "|", "!", " ", "(", ")", "/":
      0.4
    case "m", "w", "M", "W", "@", "%", "—": 1
    case "A"..."Z": 0.75
    default: isASCII ? 0.62 : 1.1
    }
  }
}
