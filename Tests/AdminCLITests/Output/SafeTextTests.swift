// SPDX-License-Identifier: MIT
import Testing

@testable import AdminCLI

@Suite struct SafeTextTests {
  @Test(arguments: [
    0x00, 0x07, 0x1B, 0x1F, 0x7F, 0x80, 0x9B, 0x9F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A,
    0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
  ])
  func `what could steer a terminal is shown by its number`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect("a\(scalar)b".safeForTerminal == "a\\u{\(String(value, radix: 16))}b")
    let json = Array("\"\(scalar)\"".utf8).jsonSafeForTerminal
    #expect(value == 0x0A || !String(decoding: json, as: UTF8.self).unicodeScalars.contains(scalar))
  }

  @Test(arguments: ["\u{2030}", "\u{2065}", "\u{206A}", "\u{A0}", " ", "~", "é", "👍"])
  func `what steers nothing stays`(text: String) {
    #expect(text.safeForTerminal == text)
  }
}
