// SPDX-License-Identifier: MIT

/// Coded as the value that it is. What decodes an object may lose the order of its members, as
/// Foundation's decoder does; ``init(text:)`` keeps it.
extension JSONValue: Codable {
  private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads any value.
  /// - Throws: `DecodingError` for a number that fits neither 64 bits nor a finite double.
  public init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: MemberKey.self) {
      self = .object(
        JSONObject(
          distinct: try members.allKeys.map { key in
            JSONObject.Member(
              key: key.stringValue, value: try members.decode(JSONValue.self, forKey: key))
          }))
    } else if var elements = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !elements.isAtEnd { values.append(try elements.decode(JSONValue.self)) }
      self = .array(values)
    } else {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let flag = try? value.decode(Bool.self) {
        self = .bool(flag)
      } else if let integer = try? value.decode(Int64.self) {
        self = .integer(integer)
      } else if let text = try? value.decode(String.self) {
        self = .string(text)
      } else {
        self = .double(try value.decode(Double.self))
      }
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let values):
      var elements = encoder.unkeyedContainer()
      for value in values { try elements.encode(value) }
    case .object(let object):
      var members = encoder.container(keyedBy: MemberKey.self)
      for member in object.members {
        try members.encode(member.value, forKey: MemberKey(stringValue: member.key))
      }
    case .null, .bool, .integer, .double, .string:
      var value = encoder.singleValueContainer()
      switch self {
      case .bool(let flag): try value.encode(flag)
      case .integer(let integer): try value.encode(integer)
      case .double(let number): try value.encode(number)
      case .string(let text): try value.encode(text)
      case .null, .array, .object: try value.encodeNil()
      }
    }
  }
}
