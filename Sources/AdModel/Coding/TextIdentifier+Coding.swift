// SPDX-License-Identifier: MIT

extension AdUnitID: Codable, CodedAsText, CodingKeyRepresentable {}
extension ArmID: Codable, CodedAsText, CodingKeyRepresentable {}
extension ExperimentID: Codable, CodedAsText, CodingKeyRepresentable {}
extension PageID: Codable, CodedAsText, CodingKeyRepresentable {}
extension SessionID: Codable, CodedAsText, CodingKeyRepresentable {}

/// The key of a dictionary by identifiers, which is coded as an object.
private struct IdentifierKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension TextIdentifier {
  /// The identifier as a key of an object.
  public var codingKey: any CodingKey { IdentifierKey(stringValue: rawValue) }

  /// Reads a key of an object; nil where it is no identifier.
  public init?(codingKey: some CodingKey) {
    guard let id = try? Self(codingKey.stringValue) else { return nil }
    self = id
  }
}
