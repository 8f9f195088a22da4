// SPDX-License-Identifier: MIT

/// The error of an Additional Consent, GPP or US Privacy string that cannot be read.
///
/// Switch on ``code``; show ``description``. It never holds the string itself.
public struct ConsentStringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The formats. Cases may be added: `switch` over it with a `default`.
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// Google's Additional Consent.
    case additionalConsent
    /// The Global Privacy Platform.
    case gpp
    /// The US Privacy string of the CCPA framework.
    case usPrivacy

    var name: String {
      switch self {
      case .additionalConsent: "Additional Consent"
      case .gpp: "GPP"
      case .usPrivacy: "US Privacy"
      }
    }
  }

  /// The kinds of malformed string, with stable names.
  /// Cases may be added: `switch` over it with a `default`.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The string, or a part that may not be, is empty.
    case empty
    /// The string is longer than its format can need.
    case tooLong
    /// The string has another length than its format.
    case length
    /// The version is not one that can be read.
    case version
    /// A separator is missing or stands where none belongs.
    case separator
    /// A character does not belong where it stands.
    case character
    /// A number is 0, begins with 0 or is too large.
    case number
    /// The header ends before one of its fields does.
    case truncated
    /// The header is not that of a GPP string.
    case header
    /// A bit after the last field of the header is not zero.
    case trailingBits
    /// The header names another number of sections than follow.
    case sectionCount
  }

  /// The format that was expected.
  public let format: Format
  /// The fault.
  public let code: Code
  /// The byte of the string where the wrong thing starts, counted from 0.
  public let offset: Int
  /// Why it is wrong, with the limit.
  public let reason: String

  /// One line for people: what, where and why.
  public var description: String {
    "malformed \(format.name) string (\(code.rawValue)) at byte \(offset): \(reason)"
  }
}
