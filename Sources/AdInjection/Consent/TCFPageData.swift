// SPDX-License-Identifier: MIT
package import AdModel

/// What a standalone `__tcfapi` answers.
package struct TCFPageData: Equatable, Sendable {
  /// The `TCData` object without `eventStatus`, `cmpStatus` and `listenerId`.
  package let tcData: JSONValue
  /// The `InAppTCData` object without `eventStatus` and `cmpStatus`.
  package let inAppTCData: JSONValue
  /// The version of the vendor list that the TC string was made with, if there is one.
  package let vendorListVersion: Int?
}
