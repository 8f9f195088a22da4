// SPDX-License-Identifier: MIT
public import AdModel

/// What a record keeps of its TC string's header, as this program read it when it recorded it.
///
/// The purposes and vendors are in the record's choices; the string itself stays as it came.
public struct TCProjection: Hashable, Sendable {
  /// The version of the reader; raised when it comes to read a field differently.
  public static let currentReader = 1

  /// The version of the reader that made the projection.
  public let reader: Int
  /// The consent management platform's number, and its version.
  public let cmpID: Int
  /// The version of the platform.
  public let cmpVersion: Int
  /// The screen on which the answer was given.
  public let consentScreen: Int
  /// The language of the notice.
  public let language: String
  /// The version of the Global Vendor List.
  public let vendorListVersion: Int
  /// The version of the TCF policies.
  public let policyVersion: Int
  /// When the string was first made.
  public let created: Timestamp
  /// When it was last changed.
  public let lastUpdated: Timestamp

  /// Reads the header of a decoded string.
  public init(of tc: TCString) {
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
