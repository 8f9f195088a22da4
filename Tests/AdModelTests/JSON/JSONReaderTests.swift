// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct JSONReaderTests {
  @Test func `keeps the order of members and the kind of numbers`() throws {
    let value = try JSONReader.read(
      text: #" {"b":1,"a":[1.0,-0,1e2,true,null],"é":"\ud83d\ude42"} "#)
    #expect(
      value == [
        "b": 1, "a": [.double(1), .double(-0.0), .double(100), true, nil], "é": "🙂",
      ])
  }

  @Test func `tells keys apart by bytes, not by looks`() throws {
    let value = try JSONReader.read(text: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    guard case .object(let object) = value else {
      Issue.record("no object")
      return
    }
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(value != ["e\u{301}": 1, "\u{E9}": 2])
  }

  @Test(arguments: [
    ("", "empty", "line 1, column 1: expected a JSON value, found nothing"),
    (
      "[1,\n 2,\n é]", "unexpectedByte",
      "line 3, column 2: [2]: expected a value, found the byte 0xC3"
    ),
    (
      "{\"units\":[{\"id\":tru}]}", "unexpectedByte",
      "line 1, column 20: units[0].id: expected 'true', found '}'"
    ),
    ("{\"é\":1 2}", "unexpectedByte", "line 1, column 8: expected ',' or '}', found '2'"),
    ("[1,", "unexpectedEnd", "line 1, column 4: [1]: expected a value, found the end of the text"),
    (
      "{\"a\":{\"b\":1,\"b\":2}}", "duplicateKey",
      "line 1, column 13: a.b: the key stands twice in one object"
    ),
    ("[1] x", "trailingContent", "line 1, column 5: expected the end of the text, found 'x'"),
    (
      "\u{FEFF}{}", "byteOrderMark",
      "line 1, column 1: the text begins with a byte order mark; save it without"
    ),
    (
      "[\"a\tb\"]", "controlCharacter",
      "line 1, column 4: [0]: a control character in a string must be escaped"
    ),
    (
      "[\"\\x\"]", "invalidEscape",
      "line 1, column 3: [0]: a backslash must be followed by one of \"\\/bfnrtu"
    ),
    (
      "[\"\\u12g4\"]", "invalidEscape",
      "line 1, column 3: [0]: \\u must be followed by four hexadecimal digits"
    ),
    (
      "[\"\\uD800\\n\"]", "loneSurrogate",
      "line 1, column 3: [0]: half of a surrogate pair names no character"
    ),
    ("[01]", "invalidNumber", "line 1, column 3: [0]: a number may not begin with 0"),
    (
      "[1.]", "invalidNumber",
      "line 1, column 4: [0]: expected a digit after the point, found ']'"
    ),
    (
      "[9223372036854775808]", "numberOutOfRange",
      "line 1, column 2: [0]: an integer must fit 64 bits"
    ),
    (
      "[1e309]", "numberOutOfRange",
      "line 1, column 2: [0]: a number must be within ±1.7976931348623157e308"
    ),
    (
      "[{\"a b\\u0007\":?}]", "unexpectedByte",
      "line 1, column 15: [0][\"a b\\u{7}\"]: expected a value, found '?'"
    ),
  ])
  func `says what is wrong and where`(text: String, code: String, message: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text: text) }
    #expect(error?.code.description == code)
    #expect(error?.description == message)
  }

  @Test func `refuses a text beyond its limits`() {
    let limits = JSONReader.Limits(bytes: 20, depth: 3)
    #expect(throws: Never.self) { try JSONReader.read(text: "[[[1]],{\"a\":[]}]", limits: limits) }
    let deep = #expect(throws: JSONError.self) {
      try JSONReader.read(text: "[[[[1]]]]", limits: limits)
    }
    #expect(deep?.code == .tooDeep)
    let large = #expect(throws: JSONError.self) {
      try JSONReader.read(text: "[1,2,3,4,5,6,7,8,9,10]", limits: limits)
    }
    #expect(large?.code == .tooLarge)
  }

  @Test func `finds a key named twice among many`() throws {
    let members = (0..<2_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(throws: Never.self) { try JSONReader.read(text: "{\(members)}") }
    let error = #expect(throws: JSONError.self) {
      try JSONReader.read(text: "{\(members),\"k77\":0}")
    }
    #expect(error?.code == .duplicateKey)
  }

  @Test(arguments: [
    "9007199254740993.0", "1.7976931348623157e308", "2.2250738585072014e-308", "5e-324",
    "2.4703282292062327208e-324", "0.1", "123456789012345678901234567890.0", "1e22", "1e23",
    "8.5e15", "4503599627370497.5", "0.000000000000000000000000000000000000001e39",
  ])
  func `rounds decimals to the nearest double`(text: String) throws {
    let expected = try #require(Double(text))
    #expect(try JSONReader.read(text: text) == .double(expected))
  }
}
