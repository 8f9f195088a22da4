// SPDX-License-Identifier: MIT

/// An Additional Consent string: consent for Google's ad technology providers that are not on
/// the Global Vendor List.
///
/// Version 1 lists the providers consented to, `1~1.35.41.101`; version 2 also lists those that
/// were disclosed, `2~1.35.41.101~dv.9.21.81`. Google leaves out of the second list who stands in the
/// first, to keep the string short, and does not forbid to repeat them. Goes with a TC string only.
/// Relay ``text`` as it came.
///
/// Source: Google, "Additional Consent Mode technical specification"
/// (support.google.com/admanager/answer/9681920).
package struct AdditionalConsent: Hashable, Sendable {
  /// The longest text that is read, in bytes: some ten thousand providers.
  package static let longestText = 65_536

  /// The string as it came.
  package let text: String
  /// The version, 1 or 2.
  package let version: Int
  /// The providers consented to.
  package let consented: Set<Int>
  /// The providers listed as disclosed; those consented to were disclosed whether they are listed
  /// again or not. Nil in version 1, which does not say.
  package let disclosed: Set<Int>?

  /// Reads a string.
  ///
  /// Takes time in proportion to the length, which is limited to ``longestText``.
  /// - Throws: ``ConsentStringError`` for a malformed string.
  package init(decoding text: String) throws(ConsentStringError) {
    guard text.utf8.count <= Self.longestText else {
      throw Self.error(.tooLong, at: 0, "the limit is \(Self.longestText) bytes")
    }
    var scanner = Scanner(bytes: Array(text.utf8))
    self.text = text
    version = try scanner.version()
    consented = try scanner.providers()
    if version == 2 {
      try scanner.take("~dv.")
      disclosed = try scanner.providers()
    } else {
      disclosed = nil
    }
    try scanner.end()
  }

  private static func error(
    _ code: ConsentStringError.Code, at offset: Int, _ reason: String
  ) -> ConsentStringError {
    ConsentStringError(format: .additionalConsent, code: code, offset: offset, reason: reason)
  }

  /// Reads the grammar from left to right.
  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    mutating func version() throws(ConsentStringError) -> Int {
      guard let first = bytes.first else {
        throw error(.empty, at: 0, "there is nothing in it")
      }
      guard first == UInt8(ascii: "1") || first == UInt8(ascii: "2") else {
        throw error(.version, at: 0, "it must begin with 1~ or 2~")
      }
      position = 1
      try take("~")
      return Int(first - UInt8(ascii: "0"))
    }

    mutating func take(_ text: StaticString) throws(ConsentStringError) {
      for byte in "\(text)".utf8 {
        guard position < bytes.count, bytes[position] == byte else {
          throw error(.separator, at: position, "'\(text)' must stand here")
        }
        position += 1
      }
    }

    /// Numbers with a dot between each two, possibly none.
    mutating func providers() throws(ConsentStringError) -> Set<Int> {
      var providers: Set<Int> = []
      guard position < bytes.count, bytes[position] != UInt8(ascii: "~") else { return providers }
      while true {
        providers.insert(try provider())
        guard position < bytes.count, bytes[position] == UInt8(ascii: ".") else { return providers }
        position += 1
      }
    }

    private mutating func provider() throws(ConsentStringError) -> Int {
      let start = position
      var value = 0
      while position < bytes.count, let digit = digit(bytes[position]) {
        value = value * 10 + digit
        position += 1
        guard position - start <= 9 else {
          throw error(.number, at: start, "a provider has at most nine digits")
        }
      }
      guard position > start else {
        throw error(.character, at: position, "a provider's number must stand here")
      }
      guard bytes[start] != UInt8(ascii: "0") else {
        throw error(.number, at: start, "a provider's number begins with 1 to 9")
      }
      return value
    }

    private func digit(_ byte: UInt8) -> Int? {
      byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    func end() throws(ConsentStringError) {
      guard position == bytes.count else {
        throw error(.character, at: position, "only digits and single dots may stand here")
      }
    }
  }
}
