// SPDX-License-Identifier: MIT

/// A type that is coded as the one text that it is written and read as.
package protocol CodedAsText: Codable, CustomStringConvertible {
  /// What a text that is refused throws.
  associatedtype Fault: Error
  /// Reads the text.
  init(_ text: String) throws(Fault)
}

extension CodedAsText {
  /// Reads the text.
  /// - Throws: `DecodingError` with the rule that the text breaks: its field, the fault and the limit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    self = try container.codingPath.naming { () throws(Fault) in try Self(text) }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension [any CodingKey] {
  /// Has whoever decodes hear of a refused value as of any other fault of what was coded.
  /// - Throws: `DecodingError` with what `body` throws.
  package func naming<Value, Fault: Error>(_ body: () throws(Fault) -> Value) throws(DecodingError)
    -> Value
  {
    do {
      return try body()
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: self, debugDescription: "\(error)", underlyingError: error))
    }
  }
}

extension AdManagerPath: Codable, CodedAsText {}
extension DeclaredSize: Codable, CodedAsText {}
extension FeedPattern: Codable, CodedAsText {}
/// Coded as RFC 3339 in UTC with milliseconds.
extension Timestamp: Codable, CodedAsText {}
