// SPDX-License-Identifier: MIT

/// The error of a section of a GPP string that cannot be read.
///
/// Says which section, what is wrong, where (segment and bit) and why. Switch on ``code``; show
/// ``description``. It never holds the section or a part of it that tells what the person chose.
public struct GPPSectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The section.
  package let section: GPPSectionID
  /// What is wrong, by the names that TC strings have for it.
  public let code: TCStringError.Code
  /// The segment it stands in, counted from 0, the core.
  package let segment: Int
  /// The bit of the segment where the wrong thing starts, counted from 0.
  package let bit: Int
  /// The field in the words of the specification, where one was being read.
  package let field: String?
  /// Why it is wrong, with the limit.
  public let reason: String

  init(_ fault: SegmentFault, in section: GPPSectionID, segment: Int) {
    self.section = section
    code = fault.code
    self.segment = segment
    bit = fault.bit
    field = fault.field
    reason = fault.reason
  }

  /// One line for people: what, where and why.
  public var description: String {
    let place = field.map { ", \($0)" } ?? ""
    return "malformed section \(section.displayText) of a GPP string (\(code.rawValue)) in segment "
      + "\(segment), bit \(bit)\(place): \(reason)"
  }
}

extension GPPSectionID {
  /// The number with the name: `8 (usca)`.
  var displayText: String { apiPrefix.map { "\(rawValue) (\($0))" } ?? "\(rawValue)" }
}
