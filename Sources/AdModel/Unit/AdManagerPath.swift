// SPDX-License-Identifier: MIT

/// The path of an ad unit in Google Ad Manager: `/1234567/news/top`.
///
/// The network code may be followed by a child network's, `/1234567,1234/Travel`
/// (support.google.com/admanager/answer/9579170). Limits that Ad Manager puts on single codes are
/// advice for a linter; this type only refuses what cannot be a path.
public struct AdManagerPath: Hashable, Sendable, CustomStringConvertible {
  /// The greatest length of a path in bytes.
  public static let longest = 1_000

  /// The path as it is written, with its leading slash.
  public let rawValue: String

  /// Makes a path after checking its form.
  /// - Parameter text: `/NETWORK[,CHILD]/CODE[/CODE…]` in printable ASCII.
  /// - Throws: ``InvalidValue`` with `tooLong` or `malformed`.
  public init(_ text: String) throws(InvalidValue) {
    let field = "Ad Manager path"
    if text.utf8.count > Self.longest {
      throw InvalidValue(
        .tooLong, field: field,
        reason: "has \(text.utf8.count) bytes; at most \(Self.longest) are allowed")
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), parts.count >= 3, parts[0].isEmpty,
      parts.dropFirst().allSatisfy({ !$0.isEmpty }), Self.isNetwork(parts[1])
    else {
      throw InvalidValue(
        .malformed, field: field,
        reason: "\(text.quotedForPeople) is not a path; write /NETWORK/CODE, "
          + "for example /1234567/news/top")
    }
    rawValue = text
  }

  /// The path as it is written.
  public var description: String { rawValue }

  /// Whether a part is one network code of digits, or a parent's and a child's with a comma.
  private static func isNetwork(_ part: Substring.UTF8View) -> Bool {
    let codes = part.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return codes.count <= 2
      && codes.allSatisfy { code in
        !code.isEmpty && code.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }
}
