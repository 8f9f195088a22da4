// SPDX-License-Identifier: MIT
package import AdModel

/// The one form of a JSON value that signatures are made over: OLPC's canonical JSON, as section 4.1
/// of TUF's specification asks.
///
/// Members are sorted by the bytes of their keys, there are no blanks, only `"` and `\` are escaped,
/// and numbers are whole.
package enum CanonicalJSON {
  /// Writes a value.
  /// - Returns: The bytes; the same for every order in which members were read.
  /// - Throws: `JSONError` for a number with a fraction or an exponent.
  package static func bytes(_ value: JSONValue) throws(JSONError) -> [UInt8] {
    var bytes: [UInt8] = []
    try write(value, to: &bytes)
    return bytes
  }

  private static func write(_ value: JSONValue, to bytes: inout [UInt8]) throws(JSONError) {
    switch value {
    case .null: bytes += Array("null".utf8)
    case .bool(let bool): bytes += Array((bool ? "true" : "false").utf8)
    case .integer(let integer): bytes += Array(String(integer).utf8)
    case .double: throw JSONNode(value).notAllowed("signed numbers are whole")
    case .string(let string): write(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        try write(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      let members = object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (place, member) in members.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        try write(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
