// SPDX-License-Identifier: MIT
package import AdModel

/// What a record keeps of its TC string's header, as this program read it when it recorded it.
///
/// The purposes and vendors are in the record's choices; the string itself stays as it came.
package struct TCProjection: Hashable, Sendable {
  /// The version of the reader; raised when it comes to read a field differently.
  package static let currentReader = 1

  /// The version of the reader that made the projection.
  package let reader: Int
  /// The consent management platform's number, and its version.
  package let cmpID: Int
  /// The version of the platform.
  package let cmpVersion: Int
  /// The screen on which the answer was given.
  package let consentScreen: Int
  /// The language of the notice.
  package let language: String
  /// The version of the Global Vendor List.
  package let vendorListVersion: Int
  /// The version of the TCF policies.
  package let policyVersion: Int
  /// When the string was first made.
  package let created: Timestamp
  /// When it was last changed.
  package let lastUpdated: Timestamp

  /// Reads the header of a decoded string.
  package init(of tc: TCString) {
    self.init(
      reader: Self.currentReader, cmpID: tc.cmpID, cmpVersion: tc.cmpVersion,
      consentScreen: tc.consentScreen, language: tc.consentLanguage.description,
      vendorListVersion: tc.vendorListVersion, policyVersion: tc.policyVersion,
      created: tc.created, lastUpdated: tc.lastUpdated)
  }

  init(
    reader: Int, cmpID: Int, cmpVersion: Int, consentScreen: Int, language: String,
    vendorListVersion: Int, policyVersion: Int, created: Timestamp, lastUpdated: Timestamp
  ) {
    self.reader = reader
    self.cmpID = cmpID
    self.cmpVersion = cmpVersion
    self.consentScreen = consentScreen
    self.language = language
    self.vendorListVersion = vendorListVersion
    self.policyVersion = policyVersion
    self.created = created
    self.lastUpdated = lastUpdated
  }
}
