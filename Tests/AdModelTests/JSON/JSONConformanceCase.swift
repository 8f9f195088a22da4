// SPDX-License-Identifier: MIT
import AdModel
import Testing

/// One text of JSONTestSuite (Nicolas Seriot, https://github.com/nst/JSONTestSuite, MIT), under
/// the name of its file.
///
/// The list was rebuilt from memory and cross-checked with Python's parser, not copied from the
/// suite's files.
struct JSONConformanceCase: CustomTestStringConvertible, Sendable {
  let name: String
  let bytes: [UInt8]
  /// The code that our reader answers with; `nil` where it accepts or the suite does not say.
  let code: JSONError.Code?

  init(_ name: String, _ text: String, refused code: JSONError.Code? = nil) {
    self.name = name
    self.bytes = Array(text.utf8)
    self.code = code
  }

  /// Takes bytes that are not UTF-8 as pairs of hexadecimal digits.
  init(_ name: String, hex: String, refused code: JSONError.Code? = nil) {
    let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
    self.name = name
    self.bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    self.code = code
  }

  var testDescription: String { name }
}
