// SPDX-License-Identifier: MIT

extension ContentHash: Codable {
  /// Reads 64 hexadecimal digits.
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    self = try container.codingPath.naming { () throws(InvalidValue) in
      guard let hash = ContentHash(hex: text) else {
        throw InvalidValue(
          .malformed, field: "content hash",
          reason: "has \(text.utf8.count) bytes; write 64 hexadecimal digits")
      }
      return hash
    }
  }

  /// Writes 64 lower-case hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
