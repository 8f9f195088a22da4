// SPDX-License-Identifier: MIT

/// The path of an ad unit in Google Ad Manager: `/1234567/news/top`.
///
/// The network code may be followed by a child network's, `/1234567,1234/Travel`
/// (support.google.com/admanager/answer/9579170). Limits that Ad Manager puts on single codes are
/// advice for a linter; this type only refuses what cannot be a path.
public struct AdManagerPath: Hashable, Sendable, CustomStringConvertible {
  /// The greatest length of a path in bytes.
  package static let longest = 1_000

  /// The path as it is written, with its leading slash.
  public let rawValue: String

  /// Makes a path after checking its form.
  /// - Parameter text: `/NETWORK[,CHILD]/CODE[/CODE…]` in printable ASCII.
  /// - Throws: ``InvalidValue`` with `tooLong` or `malformed`.
  public init(_ text: String) throws(InvalidValue) {
    let field = "Ad Manager path"
    try checkLength(field, text, atMost: Self.longest)
    guard Self.isPath(text) else {
      throw InvalidValue(
        .malformed, field: field,
        reason: "\(text.quotedForDisplay) is not a path; write /NETWORK/CODE, "
          + "for example /1234567/news/top")
    }
    rawValue = text
  }

  /// The path as it is written.
  public var description: String { rawValue }

  /// The network's code, with a child network's behind a comma where there is one: `1234567,1234`.
  package var network: String { String(rawValue.dropFirst().prefix { $0 != "/" }) }

  /// The codes below the network, from the top.
  package var codes: [String] {
    rawValue.split(separator: "/").dropFirst().map(String.init)
  }

  /// What two paths have in common that lead to one ad unit: codes are not case-sensitive, and a child
  /// network's unit lives in the parent's network (support.google.com/admanager/answer/177203 and 9579170).
  package var unitKey: String { Self.unitKey(of: codes, in: network) }

  /// The same for codes, from the top, and a network with or without a child's.
  package static func unitKey(of codes: [String], in network: String) -> String {
    "\(network.prefix { $0 != "," })/\(codesKey(of: codes))"
  }

  /// What the codes of two paths have in common that lead to one ad unit of some network.
  package static func codesKey(of codes: [String]) -> String {
    codes.joined(separator: "/").lowercased()
  }

  /// Whether a text is a slash and a network code of digits, maybe a comma and a child's, and then
  /// one or more codes, each behind a slash. One pass without memory: every unit read comes by here.
  private static func isPath(_ text: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var slashes = 0
    var commas = 0
    var length = 0
    let isWellFormed = text.hasOnlyBytes { byte in
      switch byte {
      case UInt8(ascii: "/"):
        if slashes > 0, length == 0 { return false }
        slashes += 1
        length = 0
      case UInt8(ascii: ",") where slashes == 1:
        commas += 1
        if length == 0 || commas > 1 { return false }
        length = 0
      case 0x21...0x7E where slashes > 1 || slashes == 1 && digits.contains(byte):
        length += 1
      default:
        return false
      }
      return true
    }
    return isWellFormed && slashes > 1 && length > 0
  }
}
