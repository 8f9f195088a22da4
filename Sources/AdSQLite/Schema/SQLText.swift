// SPDX-License-Identifier: MIT

/// SQL as text.
enum SQLText {
  /// The text without comments, and with one blank wherever there was space between words; what
  /// stands in quotes stays as it is.
  ///
  /// - Complexity: O(*n*) in the text's length.
  static func condensed(_ sql: String) -> String {
    let bytes = Array(sql.utf8)
    let isOfWord = bytesOfWords
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var place = 0
    var needsBlank = false
    while place < bytes.count {
      let end = endOfSpace(bytes, from: place)
      if end > place {
        needsBlank = true
        place = end
        continue
      }
      // Around punctuation, a blank means nothing.
      if needsBlank, let last = result.last, !isPunctuation(last), !isPunctuation(bytes[place]) {
        result.append(blank)
      }
      needsBlank = false
      var next = endOfQuoted(bytes, from: place)
      while next < bytes.count, isOfWord[Int(bytes[next])] { next += 1 }
      result.append(contentsOf: bytes[place..<next])
      place = next
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let blank = UInt8(ascii: " ")

  /// Of each byte, whether it begins neither space nor a comment nor what is quoted.
  private static let bytesOfWords = (UInt8.min...UInt8.max).map { byte in
    byte > blank && !#"-/'"`["#.utf8.contains(byte)
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: ";")
  }

  /// The end of the space or comment that begins at a place; the place itself where there is none.
  private static func endOfSpace(_ bytes: [UInt8], from start: Int) -> Int {
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    switch bytes[start] {
    case blank, 0x09, 0x0a, 0x0c, 0x0d:
      return start + 1
    case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
      return bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      var place = start + 2
      while place + 1 < bytes.count {
        if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") {
          return place + 2
        }
        place += 1
      }
      return bytes.count
    default: return start
    }
  }

  /// The end of the quoted text that begins at a place, or the next place where none does. A quote
  /// that is doubled inside begins another quoted text, which comes to the same.
  private static func endOfQuoted(_ bytes: [UInt8], from start: Int) -> Int {
    let closing: UInt8
    switch bytes[start] {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): closing = bytes[start]
    case UInt8(ascii: "["): closing = UInt8(ascii: "]")
    default: return start + 1
    }
    let end = bytes[(start + 1)...].firstIndex(of: closing)
    return end.map { $0 + 1 } ?? bytes.count
  }
}
