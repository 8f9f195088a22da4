// SPDX-License-Identifier: MIT

/// The error of a TC string that cannot be read.
///
/// Says what is wrong, where (segment and bit) and why. Switch on ``code``; show ``description``.
/// It never holds the string or a part of it that tells what the person chose.
public struct TCStringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of malformed string, with stable names.
  /// Cases may be added: `switch` over it with a `default`.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The string, or a segment between two dots, is empty.
    case empty
    /// The string is longer than `TCString/longestText`.
    case tooLong
    /// A byte is not one of the 64 letters of base64url.
    case alphabet
    /// The string carries base64 padding (`=`), which TC strings do without.
    case padding
    /// The number of letters cannot come from whole bytes.
    case length
    /// A segment ends before one of its fields does.
    case truncated
    /// The version is not 2.
    case version
    /// A segment has a type that no version of the format defines.
    case unknownSegment
    /// Two segments have the same type.
    case duplicateSegment
    /// A letter of a language or country code lies beyond Z.
    case letter
    /// A range of vendors ends before it starts.
    case rangeOrder
    /// A vendor is numbered 0 or beyond the section's `MaxVendorId`.
    case vendorOutOfRange
    /// A bit after the last field is not zero.
    case trailingBits
  }

  /// The fault.
  public let code: Code
  /// The segment it stands in, counted from 0, the core.
  public let segment: Int
  /// The bit of the segment where the wrong thing starts, counted from 0.
  public let bit: Int
  /// The field in the words of the specification, where one was being read.
  public let field: String?
  /// Why it is wrong, with the value and the limit.
  public let reason: String

  /// One line for people: what, where and why.
  public var description: String {
    let place = field.map { ", \($0)" } ?? ""
    return "malformed TC string (\(code.rawValue)) in segment \(segment), bit \(bit)\(place): "
      + reason
  }
}

/// What went wrong inside one segment; the segment's own place is added by its caller.
struct SegmentFault: Error {
  let code: TCStringError.Code
  let bit: Int
  let field: String?
  let reason: String

  func inSegment(_ segment: Int) -> TCStringError {
    TCStringError(code: code, segment: segment, bit: bit, field: field, reason: reason)
  }
}

extension BitReader {
  /// Reads the letters of one segment, six bits each.
  /// - Parameters:
  ///   - text: The bytes of the text that the segment stands in.
  ///   - range: Where it stands.
  /// - Throws: ``SegmentFault`` with `empty`, `alphabet` or `padding`.
  init(segment text: [UInt8], _ range: Range<Int>) throws(SegmentFault) {
    guard !range.isEmpty else {
      throw SegmentFault(code: .empty, bit: 0, field: nil, reason: "there is nothing in it")
    }
    do throws(Base64URL.Fault) {
      self = try Base64URL.bits(of: text, in: range)
    } catch {
      switch error {
      case .letter(let byte, let offset):
        throw SegmentFault(
          code: .alphabet, bit: offset * 6, field: nil,
          reason: "byte \(byte) at letter \(offset) is not in A-Z, a-z, 0-9, - and _")
      case .padding(let offset):
        throw SegmentFault(
          code: .padding, bit: offset * 6, field: nil,
          reason: "'=' at letter \(offset); consent strings are written without padding")
      }
    }
  }
}
