// SPDX-License-Identifier: MIT
import AdModel
import AdUpdate
import Testing

@Suite struct CanonicalJSONTests {
  @Test(arguments: [
    (#"{"b": 1, "a": [true, null, "x"]}"#, #"{"a":[true,null,"x"],"b":1}"#),
    (#"{"é": 1, "z": 2, "Z": 3, "": 4}"#, #"{"":4,"Z":3,"z":2,"é":1}"#),
    (#"["\"\\\/\t\u00e9"]"#, "[\"\\\"\\\\/\té\"]"),
    ("[-5, 0, 9007199254740993]", "[-5,0,9007199254740993]"),
    ("[]", "[]"), ("{}", "{}"),
  ]) func `sorts members by bytes, leaves blanks out and escapes two characters alone`(
    _ text: String, _ canonical: String
  ) throws {
    let bytes = try CanonicalJSON.bytes(try JSONValue(text: text))
    #expect(String(decoding: bytes, as: UTF8.self) == canonical)
  }

  @Test(arguments: ["[1.5]", "[1e3]", "[-0]"]) func `refuses numbers that are not whole`(
    _ text: String
  ) throws {
    let value = try JSONValue(text: text)
    #expect(throws: JSONError.self) { try CanonicalJSON.bytes(value) }
  }
}
