// SPDX-License-Identifier: MIT
public import AdModel

/// What a standalone `__tcfapi` answers.
public struct TCFPageData: Equatable, Sendable {
  /// The `TCData` object without `eventStatus`, `cmpStatus` and `listenerId`.
  public let tcData: JSONValue
  /// The `InAppTCData` object without `eventStatus` and `cmpStatus`.
  public let inAppTCData: JSONValue
  /// The version of the vendor list that the TC string was made with, if there is one.
  public let vendorListVersion: Int?

  /// Takes the answers.
  public init(tcData: JSONValue, inAppTCData: JSONValue, vendorListVersion: Int?) {
    self.tcData = tcData
    self.inAppTCData = inAppTCData
    self.vendorListVersion = vendorListVersion
  }
}
