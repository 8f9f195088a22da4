// SPDX-License-Identifier: MIT

extension JSONParser {
  /// `string` (§7): well-formed UTF-8 and escapes that name whole characters.
  mutating func string() throws(Failure) -> String {
    at += 1
    let first = at
    try skipPlain()
    if at < end, bytes[at] == UInt8(ascii: "\"") {
      at += 1
      return String(decoding: bytes[first..<at - 1], as: UTF8.self)
    }
    var text = Array(bytes[first..<at])
    while at < end, bytes[at] == UInt8(ascii: "\\") {
      try escape(into: &text)
      let rest = at
      try skipPlain()
      text += bytes[rest..<at]
    }
    guard at < end else { throw unexpected("'\"'") }
    at += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Passes characters that stand for themselves, up to a quote, a backslash or the end.
  private mutating func skipPlain() throws(Failure) {
    while at < end {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      if byte < 0x20 {
        throw fail(.controlCharacter, "a control character in a string must be escaped")
      }
      if byte < 0x80 { at += 1 } else { try skipSequence() }
    }
  }

  /// Passes one well-formed sequence of two to four bytes (RFC 3629 §4).
  private mutating func skipSequence() throws(Failure) {
    var second: ClosedRange<UInt8> = 0x80...0xBF
    let length: Int
    switch bytes[at] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw fail(.invalidUTF8, "a string must be UTF-8")
    }
    guard at + length <= end, second.contains(bytes[at + 1]),
      bytes[(at + 2)..<(at + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else {
      throw fail(.invalidUTF8, "a string must be UTF-8")
    }
    at += length
  }

  /// Reads one escape, or the two that make a surrogate pair.
  private mutating func escape(into text: inout [UInt8]) throws(Failure) {
    let first = at
    at += 1
    guard at < end else { throw unexpected("an escape") }
    let letter = bytes[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try scalar(from: first).utf8)
    default:
      at = first
      throw fail(.invalidEscape, "a backslash must be followed by one of \"\\/bfnrtu")
    }
  }

  /// The character that `\uXXXX`, or two of them, name; `first` is the offset of the backslash.
  private mutating func scalar(from first: Int) throws(Failure) -> Unicode.Scalar {
    let unit = try hexUnit(from: first)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), at + 1 < end, bytes[at] == UInt8(ascii: "\\"),
      bytes[at + 1] == UInt8(ascii: "u")
    else { throw lone(first) }
    let second = at
    at += 2
    let trail = try hexUnit(from: second)
    guard UTF16.isTrailSurrogate(trail) else { throw lone(first) }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  /// Four hexadecimal digits.
  private mutating func hexUnit(from backslash: Int) throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard at < end else { throw unexpected("four hexadecimal digits") }
      let value: UInt8
      switch bytes[at] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = bytes[at] - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = bytes[at] - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = bytes[at] - UInt8(ascii: "A") + 10
      default:
        at = backslash
        throw fail(.invalidEscape, "\\u must be followed by four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(value)
      at += 1
    }
    return unit
  }

  private func lone(_ backslash: Int) -> Failure {
    Failure(
      code: .loneSurrogate, message: "half of a surrogate pair names no character",
      offset: backslash)
  }
}
