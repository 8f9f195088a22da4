// SPDX-License-Identifier: MIT

extension ConsentRecordID: Codable {
  /// Reads the number.
  /// - Throws: `DecodingError` for a number below 1.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Int64.self)
    self = try container.codingPath.naming { () throws(InvalidValue) in
      guard number > 0 else {
        throw InvalidValue(
          .outOfRange, field: "consent record", reason: "\(number) is below 1, the first one")
      }
      return ConsentRecordID(number)
    }
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
