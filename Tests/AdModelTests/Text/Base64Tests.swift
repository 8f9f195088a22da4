// SPDX-License-Identifier: MIT
import AdModel
import Testing

/// Bytes as letters, held against RFC 4648, section 10.
@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func `the published examples are written and read`(plain: String, text: String) {
    #expect(Base64.text(Array(plain.utf8)) == text)
    #expect(Base64.bytes(text) == Array(plain.utf8))
  }

  @Test func `every byte comes back in every place`() {
    for byte in UInt8.min...UInt8.max {
      for bytes in [[byte], [0, byte], [255, 0, byte], [byte, byte, byte, byte]] {
        #expect(Base64.bytes(Base64.text(bytes)) == bytes)
      }
    }
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm-_", "Zm 9", "Zm9v\n",
  ])
  func `what is written otherwise is not read`(text: String) {
    #expect(Base64.bytes(text) == nil)
  }
}
