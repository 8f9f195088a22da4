// SPDX-License-Identifier: MIT

/// Leave to load an ad: the consent record that gives it, and the mode that it gives it for.
///
/// The gate makes it, and it travels whole with every load into the history, so that no load is
/// stored without the mode that was allowed.
public struct LoadPermit: Hashable, Sendable {
  /// The consent record that opened the gate.
  public let record: ConsentRecordID
  /// What kind of ads the record allows.
  public let mode: ServingMode

  /// Gives leave under a record.
  public init(record: ConsentRecordID, mode: ServingMode) {
    self.record = record
    self.mode = mode
  }
}

extension LoadPermit: Codable {
  /// The members, called as in every machine format.
  private enum CodingKeys: String, CodingKey {
    case record = "consentRecord"
    case mode = "servingMode"
  }
}
