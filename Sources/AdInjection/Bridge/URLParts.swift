// SPDX-License-Identifier: MIT

/// The parts of an absolute URL that decide where it leads, read as a browser reads them.
///
/// Follows the WHATWG URL standard where a reader could be fooled: white space and control
/// characters around and tabs and line ends within are dropped, a backslash is a slash, and what
/// stands before `@` is no host. Hosts are percent-decoded and spelled the one way of ``HostName``.
struct URLParts: Equatable {
  /// The scheme in lower case.
  let scheme: String
  /// The host of an `http` or `https` URL, as it compares; `nil` for other schemes.
  let host: String?
  /// The port where it is not the scheme's own.
  let port: UInt16?
  /// Whether a user name or password stands before the host.
  let hasCredentials: Bool

  /// Whether the URL is one of the web's.
  var isWeb: Bool { scheme == "http" || scheme == "https" }

  /// Reads an absolute URL; `nil` for anything else, and for web URLs without a host.
  init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    bytes = bytes.drop { $0 <= 0x20 }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }

    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first,
      Self.isLetter(first), bytes[..<colon].allSatisfy(Self.isSchemeByte)
    else { return nil }
    scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard scheme == "http" || scheme == "https" else {
      host = nil
      port = nil
      hasCredentials = false
      return
    }

    let rest = bytes[(colon + 1)...].drop { Self.isSlash($0) }
    var authority = rest.prefix {
      !Self.isSlash($0) && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    hasCredentials = authority.contains(UInt8(ascii: "@"))
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
    guard let (hostBytes, portBytes) = Self.split(authority),
      let host = Self.comparable(hostBytes)
    else { return nil }
    self.host = host
    guard let portBytes, !portBytes.isEmpty else {
      port = nil
      return
    }
    guard portBytes.allSatisfy(Self.isDigit),
      let number = UInt16(String(decoding: portBytes, as: UTF8.self))
    else { return nil }
    port = number == (scheme == "http" ? 80 : 443) ? nil : number
  }

  private static func split(_ authority: ArraySlice<UInt8>) -> (
    host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?
  )? {
    let colon: Int?
    if authority.first == UInt8(ascii: "[") {
      guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let after = close + 1
      if after == authority.endIndex { return (authority, nil) }
      guard authority[after] == UInt8(ascii: ":") else { return nil }
      colon = after
    } else {
      colon = authority.firstIndex(of: UInt8(ascii: ":"))
    }
    guard let colon else { return (authority, nil) }
    return (authority[..<colon], authority[(colon + 1)...])
  }

  /// The host as it compares, or `nil` where no host can look like this.
  private static func comparable(_ bytes: ArraySlice<UInt8>) -> String? {
    percentDecoded(bytes).flatMap { HostName.comparable(String(decoding: $0, as: UTF8.self)) }
  }

  /// The bytes that percent-encoded ones stand for, or `nil` where a `%` has no two digits.
  static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var at = bytes.startIndex
    while at < bytes.endIndex {
      guard bytes[at] == UInt8(ascii: "%") else {
        decoded.append(bytes[at])
        at += 1
        continue
      }
      guard at + 2 < bytes.endIndex,
        let byte = UInt8(String(decoding: bytes[(at + 1)...(at + 2)], as: UTF8.self), radix: 16)
      else { return nil }
      decoded.append(byte)
      at += 3
    }
    return decoded
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || Array("+-.".utf8).contains(byte)
  }
}
