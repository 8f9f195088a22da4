// SPDX-License-Identifier: MIT

extension String {
  /// The text in UTF-8 with all but the unreserved characters of RFC 3986, section 2.3,
  /// percent-encoded: letters, digits, `-`, `.`, `_` and `~` stand as they are.
  package var percentEncoded: String { percentEncoded(keeping: []) }

  /// What `encodeURIComponent` of ECMAScript makes of the text: `!`, `'`, `(`, `)` and `*` stand as
  /// they are, too.
  package var encodedAsURIComponent: String { percentEncoded(keeping: Array("!'()*".utf8)) }

  private func percentEncoded(keeping others: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      case _ where others.contains(byte):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
