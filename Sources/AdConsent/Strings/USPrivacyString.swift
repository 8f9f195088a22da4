// SPDX-License-Identifier: MIT

/// A US Privacy string of the IAB CCPA framework, version 1: `1YNN`.
///
/// Superseded by GPP and still read by tags. Relay ``text`` as it came.
///
/// Source: IAB Tech Lab, "US Privacy String".
package struct USPrivacyString: Hashable, Sendable {
  /// What a string says about one of its three questions.
  package enum Answer: String, Hashable, Sendable {
    /// Yes.
    case yes = "Y"
    /// No.
    case no = "N"
    /// The question does not apply.
    case notApplicable = "-"
  }

  /// The string as it came.
  package let text: String
  /// Whether notice and the chance to opt out were given.
  package let noticeGiven: Answer
  /// Whether the person opted out of the sale of personal data.
  package let optedOutOfSale: Answer
  /// Whether the publisher signed the Limited Service Provider Agreement.
  package let isLimitedServiceProvider: Answer

  /// Reads a string.
  /// - Throws: ``ConsentStringError`` with `length`, `version` or `character`.
  package init(decoding text: String) throws(ConsentStringError) {
    let bytes = Array(text.utf8.prefix(5))
    guard bytes.count == 4 else {
      throw Self.error(.length, at: 0, "it must have four characters, for example 1YNN")
    }
    guard bytes[0] == UInt8(ascii: "1") else {
      throw Self.error(.version, at: 0, "only version 1 exists")
    }
    self.text = text
    noticeGiven = try Self.answer(bytes[1], at: 1)
    optedOutOfSale = try Self.answer(bytes[2], at: 2)
    isLimitedServiceProvider = try Self.answer(bytes[3], at: 3)
  }

  private static func answer(_ byte: UInt8, at offset: Int) throws(ConsentStringError) -> Answer {
    guard let answer = Answer(rawValue: String(Unicode.Scalar(byte))) else {
      throw error(.character, at: offset, "only Y, N and - are allowed after the version")
    }
    return answer
  }

  private static func error(
    _ code: ConsentStringError.Code, at offset: Int, _ reason: String
  ) -> ConsentStringError {
    ConsentStringError(format: .usPrivacy, code: code, offset: offset, reason: reason)
  }
}
