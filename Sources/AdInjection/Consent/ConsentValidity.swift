// SPDX-License-Identifier: MIT
package import AdConsent
public import AdModel

/// From when to when a consent holds.
public struct ConsentValidity: Equatable, Sendable {
  /// When the person answered.
  public let from: Timestamp
  /// The first moment at which the answer holds no longer.
  public let until: Timestamp

  /// Takes the times.
  package init(from: Timestamp, until: Timestamp) {
    self.from = from
    self.until = until
  }

  /// Takes the times of a statement.
  package init(of statement: ConsentStatement) {
    self.init(from: statement.updatedAt, until: statement.expiry.at)
  }
}
