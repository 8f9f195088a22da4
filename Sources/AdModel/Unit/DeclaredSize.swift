// SPDX-License-Identifier: MIT

/// A size that a unit is declared with in Google Ad Manager: fixed, or `fluid`.
///
/// Source: developers.google.com/publisher-tag/guides/ad-sizes.
/// These cases are all; none will be added.
public enum DeclaredSize: Hashable, Sendable, CustomStringConvertible {
  /// A creative of exactly this width and height, in points.
  case fixed(width: Int, height: Int)
  /// A native creative: as wide as its parent, as high as its content.
  case fluid

  /// The largest side of a fixed size, in points.
  package static let largestSide = 10_000

  /// Reads `320x250` or `fluid`.
  /// - Throws: ``InvalidValue`` with `malformed` or `outOfRange`.
  public init(_ text: String) throws(InvalidValue) {
    if text == "fluid" {
      self = .fluid
      return
    }
    let sides = text.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard sides.count == 2,
      sides.allSatisfy({ side in
        !side.isEmpty && side.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      })
    else {
      throw InvalidValue(
        .malformed, field: "size",
        reason: "\(text.quotedForDisplay) is not a size; write WIDTHxHEIGHT, for example 320x250, "
          + "or fluid")
    }
    guard let width = Int(String(Substring(sides[0]))),
      let height = Int(String(Substring(sides[1]))),
      (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height)
    else {
      throw InvalidValue(
        .outOfRange, field: "size",
        reason: "\(text.quotedForDisplay) is out of range; each side is 1 to \(Self.largestSide)")
    }
    self = .fixed(width: width, height: height)
  }

  /// The size as it is written: `320x250` or `fluid`.
  public var description: String {
    switch self {
    case .fixed(let width, let height): String(width) + "x" + String(height)
    case .fluid: "fluid"
    }
  }
}
