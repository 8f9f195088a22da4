// SPDX-License-Identifier: MIT

/// Spells a URL's host the one way in which hosts are compared.
///
/// Follows the WHATWG URL standard (section 3.5, host parsing): a host that ends in a number is an
/// IPv4 address, in whatever base and with however many parts; an IPv6 address is written in its
/// shortest form (RFC 5952); other labels are lower case, and in Punycode (RFC 3492) where they are
/// beyond ASCII. Of Unicode's mapping for such names only lower case and the full stops are
/// applied: a name that needs more of it compares as another, which is the careful answer.
enum HostName {
  /// The host as it compares, or `nil` where no host can look like this.
  static func comparable(_ host: String) -> String? {
    if host.utf8.first == UInt8(ascii: "[") {
      guard host.utf8.last == UInt8(ascii: "]") else { return nil }
      return address6(String(host.dropFirst().dropLast())).map { "[\($0)]" }
    }
    guard !host.isEmpty, host.unicodeScalars.allSatisfy({ !forbidden.contains($0) }) else {
      return nil
    }
    var labels: [String] = []
    for label in host.split(omittingEmptySubsequences: false, whereSeparator: isFullStop) {
      guard let spelled = ascii(label.lowercased()) else { return nil }
      labels.append(spelled)
    }
    while labels.last == "" { labels.removeLast() }
    guard let last = labels.last else { return nil }
    let endsInNumber = last.utf8.allSatisfy(isDigit) || number(last[...]) != nil
    return endsInNumber ? address4(labels) : labels.joined(separator: ".")
  }

  /// The standard's forbidden domain code points.
  private static let forbidden = Set("\u{7F}#%/:<>?@[\\]^|".unicodeScalars)
    .union((0...0x20).map { Unicode.Scalar($0 as UInt8) })

  /// The full stop, and those that Unicode's mapping makes one (UTS 46, section 4).
  private static func isFullStop(_ character: Character) -> Bool {
    ".\u{3002}\u{FF0E}\u{FF61}".contains(character)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Addresses

  /// A part of an IPv4 address: decimal, octal after `0`, hexadecimal after `0x`.
  private static func number(_ text: Substring) -> UInt64? {
    var digits = text
    var radix = 10
    if digits.hasPrefix("0x") {
      digits = digits.dropFirst(2)
      radix = 16
    } else if digits.utf8.count > 1, digits.hasPrefix("0") {
      digits = digits.dropFirst()
      radix = 8
    } else if digits.isEmpty {
      return nil
    }
    if digits.isEmpty { return 0 }
    guard digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-") else {
      return nil
    }
    return UInt64(digits, radix: radix)
  }

  private static func address4(_ parts: [String]) -> String? {
    guard parts.count <= 4 else { return nil }
    var numbers: [UInt64] = []
    for part in parts {
      guard let number = number(part[...]) else { return nil }
      numbers.append(number)
    }
    let last = numbers.removeLast()
    // The last part fills what the others leave of the four bytes.
    guard numbers.allSatisfy({ $0 < 256 }), last < 1 << UInt64(8 * (4 - numbers.count)) else {
      return nil
    }
    var address = last
    for (place, number) in numbers.enumerated() { address |= number << UInt64(8 * (3 - place)) }
    return stride(from: 24, through: 0, by: -8).map { String(address >> UInt64($0) & 0xFF) }
      .joined(separator: ".")
  }

  private static func address6(_ text: String) -> String? {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    // Two colons at an end leave an empty part too many there.
    if parts.count > 2, parts[0].isEmpty, parts[1].isEmpty { parts.removeFirst() }
    if parts.count > 1, parts[parts.count - 1].isEmpty, parts[parts.count - 2].isEmpty {
      parts.removeLast()
    }
    let gaps = parts.indices.filter { parts[$0].isEmpty }
    guard gaps.count <= 1 else { return nil }
    guard let gap = gaps.first else {
      return pieces6(parts).flatMap { $0.count == 8 ? shortest($0) : nil }
    }
    guard let before = pieces6(Array(parts[..<gap])),
      let after = pieces6(Array(parts[(gap + 1)...]))
    else { return nil }
    let missing = 8 - before.count - after.count
    guard missing > 0 else { return nil }
    return shortest(before + Array(repeating: 0, count: missing) + after)
  }

  /// The numbers of the parts, the last of which may be an IPv4 address.
  private static func pieces6(_ parts: [Substring]) -> [UInt16]? {
    var pieces: [UInt16] = []
    for (place, part) in parts.enumerated() {
      if place == parts.count - 1, part.contains(".") {
        let bytes = part.split(separator: ".", omittingEmptySubsequences: false).map {
          $0.utf8.allSatisfy(isDigit) ? UInt8($0) : nil
        }
        guard bytes.count == 4, !bytes.contains(nil) else { return nil }
        let known = bytes.compactMap { $0.map(UInt16.init) }
        pieces += [known[0] << 8 | known[1], known[2] << 8 | known[3]]
        continue
      }
      guard (1...4).contains(part.utf8.count), part.utf8.first != UInt8(ascii: "+"),
        let piece = UInt16(part, radix: 16)
      else { return nil }
      pieces.append(piece)
    }
    return pieces
  }

  /// The pieces in hexadecimal, the first longest run of two or more zeros left out.
  private static func shortest(_ pieces: [UInt16]) -> String {
    var longest = 0..<0
    var start = 0
    for (place, piece) in pieces.enumerated() {
      if piece != 0 {
        start = place + 1
      } else if place + 1 - start > max(longest.count, 1) {
        longest = start..<place + 1
      }
    }
    func text(_ part: ArraySlice<UInt16>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    if longest.isEmpty { return text(pieces[...]) }
    return text(pieces[..<longest.lowerBound]) + "::" + text(pieces[longest.upperBound...])
  }

  // MARK: Names beyond ASCII

  /// A label in ASCII, or `nil` where it is too long for a name.
  private static func ascii(_ label: String) -> String? {
    if label.utf8.allSatisfy({ $0 < 0x80 }) { return label }
    let scalars = label.unicodeScalars.map(\.value)
    guard scalars.count <= 63 else { return nil }
    return "xn--" + punycode(scalars)
  }

  /// RFC 3492, section 6.3; at most 63 code points, so that nothing overflows.
  private static func punycode(_ input: [UInt32]) -> String {
    var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
    let basic = output.count
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var handled = basic
    var least: UInt32 = 0x80
    var delta: UInt64 = 0
    var bias: UInt64 = 72
    while handled < input.count {
      let next = input.filter { $0 >= least }.min() ?? least
      delta += UInt64(next - least) * UInt64(handled + 1)
      least = next
      for value in input {
        if value < least { delta += 1 }
        guard value == least else { continue }
        var rest = delta
        var weight: UInt64 = 36
        while true {
          let threshold = weight <= bias ? 1 : min(weight - bias, 26)
          if rest < threshold { break }
          output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
          rest = (rest - threshold) / (36 - threshold)
          weight += 36
        }
        output.append(digit(rest))
        bias = adapted(delta, to: UInt64(handled + 1), isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      least += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ value: UInt64) -> UInt8 {
    UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)
  }

  private static func adapted(_ delta: UInt64, to count: UInt64, isFirst: Bool) -> UInt64 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var weight: UInt64 = 0
    while delta > 455 {
      delta /= 35
      weight += 36
    }
    return weight + 36 * delta / (delta + 38)
  }
}
