// SPDX-License-Identifier: MIT
import AdConsent
import TestSupport

extension MalformedTCString {
  static let all = letters + fields + vendors + segments

  private static let valid = PlainTCString().text()

  private static func changed(_ change: (inout PlainTCString) -> Void) -> String {
    var plain = PlainTCString()
    change(&plain)
    return plain.text()
  }

  /// The core up to its vendor sections, bit 213, and what follows.
  private static func core(_ tail: (inout BitText) -> Void) -> String {
    var bits = BitText()
    for bit in PlainTCString().core.bits.prefix(213) { bits.number(bit == "1" ? 1 : 0, 1) }
    tail(&bits)
    return bits.text()
  }

  private static let letters = [
    MalformedTCString(name: "empty", text: "", code: .empty),
    MalformedTCString(name: "only a dot", text: ".", code: .empty),
    MalformedTCString(name: "trailing dot", text: valid + ".", code: .empty, segment: 1),
    MalformedTCString(name: "two dots", text: valid + "..IAAA", code: .empty, segment: 1),
    MalformedTCString(
      name: "too long", text: String(repeating: "A", count: TCString.longestText + 1),
      code: .tooLong),
    MalformedTCString(name: "space first", text: " " + valid, code: .alphabet),
    MalformedTCString(name: "newline last", text: "CAAA\n", code: .alphabet, bit: 24),
    MalformedTCString(name: "plus", text: "CA+A", code: .alphabet, bit: 12),
    MalformedTCString(name: "slash", text: "CAA/", code: .alphabet, bit: 18),
    MalformedTCString(name: "tilde", text: "DBABMA~" + valid, code: .alphabet, bit: 36),
    MalformedTCString(name: "NUL", text: "C\0AA", code: .alphabet, bit: 6),
    MalformedTCString(name: "not ASCII", text: "C\u{E9}A", code: .alphabet, bit: 6),
    MalformedTCString(
      name: "in a later segment", text: valid + ".I*AA", code: .alphabet, segment: 1, bit: 6),
    MalformedTCString(name: "padded", text: "CAA=", code: .padding, bit: 18),
    MalformedTCString(name: "padded twice", text: "CA==", code: .padding, bit: 12),
    MalformedTCString(name: "one letter", text: "C", code: .length, bit: 0),
    MalformedTCString(name: "five letters", text: "CAAAA", code: .length, bit: 24),
    MalformedTCString(
      name: "one letter after a dot", text: valid + ".I", code: .length, segment: 1, bit: 0),
  ]

  private static let fields = [
    MalformedTCString(
      name: "only a version", text: "CA", code: .truncated, bit: 6, field: "Created"),
    MalformedTCString(name: "version 0", text: "AAAA", code: .version, field: "Version"),
    MalformedTCString(name: "version 1", text: "BAAA", code: .version, field: "Version"),
    MalformedTCString(
      name: "GPP", text: changed { $0.version = 3 }, code: .version, field: "Version"),
    MalformedTCString(
      name: "version 63", text: changed { $0.version = 63 }, code: .version, field: "Version"),
    MalformedTCString(
      name: "first letter of the language", text: changed { $0.language = "[A" }, code: .letter,
      bit: 108, field: "ConsentLanguage"),
    MalformedTCString(
      name: "second letter of the language", text: changed { $0.language = "A[" }, code: .letter,
      bit: 114, field: "ConsentLanguage"),
    MalformedTCString(
      name: "second letter of the country", text: changed { $0.country = "Dk" }, code: .letter,
      bit: 207, field: "PublisherCC"),
    MalformedTCString(
      name: "a set bit after the last field",
      text: core {
        $0.vendorField([], maximum: 0)
        $0.vendorField([], maximum: 0)
        $0.number(0, 12)
        $0.number(1, 5)
      }, code: .trailingBits, bit: 263),
    MalformedTCString(
      name: "a set bit far behind", text: valid + "AAAB", code: .trailingBits,
      bit: 6 * valid.utf8.count + 23),
    MalformedTCString(
      name: "a set bit past the last byte", text: "CAB", code: .trailingBits, bit: 17),
  ]

  private static let vendors = [
    MalformedTCString(
      name: "a bit field shorter than its maximum",
      text: core { $0.number(65_535 << 1, 17) }, code: .truncated, bit: 230,
      field: "VendorConsents"),
    MalformedTCString(
      name: "fewer ranges than promised", text: core { $0.number((9 << 1 | 1) << 12 | 4095, 29) },
      code: .truncated, bit: 243, field: "VendorConsents"),
    MalformedTCString(
      name: "a range that ends before it starts",
      text: core { $0.vendorRanges([(3, 4), (9, 8)], maximum: 20) }, code: .rangeOrder,
      bit: 213 + 17 + 12 + 33, field: "VendorConsents"),
    MalformedTCString(
      name: "a vendor beyond the maximum", text: core { $0.vendorRanges([(21, 21)], maximum: 20) },
      code: .vendorOutOfRange, bit: 213 + 17 + 12, field: "VendorConsents"),
    MalformedTCString(
      name: "a range beyond the maximum", text: core { $0.vendorRanges([(20, 21)], maximum: 20) },
      code: .vendorOutOfRange, bit: 213 + 17 + 12, field: "VendorConsents"),
    MalformedTCString(
      name: "vendor 0", text: core { $0.vendorRanges([(0, 0)], maximum: 20) },
      code: .vendorOutOfRange, bit: 213 + 17 + 12, field: "VendorConsents"),
    MalformedTCString(
      name: "a range from 0", text: core { $0.vendorRanges([(0, 3)], maximum: 20) },
      code: .vendorOutOfRange, bit: 213 + 17 + 12, field: "VendorConsents"),
    MalformedTCString(
      name: "legitimate interest without its section",
      text: core { $0.vendorField([1], maximum: 8) }, code: .truncated, bit: 213 + 25,
      field: "VendorLegitimateInterests"),
    MalformedTCString(
      name: "a restriction's range that ends before it starts",
      text: changed {
        $0.restrictions = [.init(purpose: 2, kind: 1, ranges: [(755, 754)])]
      }, code: .rangeOrder, bit: 213 + 17 + 800 + 17 + 755 + 12 + 20,
      field: "PublisherRestrictions"),
  ]

  private static let segments = [
    MalformedTCString(
      name: "a second core", text: valid + "." + valid, code: .duplicateSegment, segment: 1,
      field: "SegmentType"),
    MalformedTCString(
      name: "a segment of type 0", text: valid + ".AA", code: .duplicateSegment, segment: 1,
      field: "SegmentType"),
    MalformedTCString(
      name: "disclosed vendors twice", text: valid + ".IAAA.IAAA", code: .duplicateSegment,
      segment: 2, field: "SegmentType"),
    MalformedTCString(
      name: "allowed vendors twice", text: valid + ".QAAA.QAAA", code: .duplicateSegment,
      segment: 2, field: "SegmentType"),
    MalformedTCString(
      name: "publisher TC twice", text: valid + ".YAAAAAAAAAA.YAAAAAAAAAA",
      code: .duplicateSegment, segment: 2, field: "SegmentType"),
    MalformedTCString(
      name: "type 4", text: valid + ".gAAA", code: .unknownSegment, segment: 1,
      field: "SegmentType"),
    MalformedTCString(
      name: "type 7", text: valid + ".4AAA", code: .unknownSegment, segment: 1,
      field: "SegmentType"),
    MalformedTCString(
      name: "disclosed vendors cut short", text: valid + ".IA", code: .truncated, segment: 1,
      bit: 3, field: "DisclosedVendors"),
    MalformedTCString(
      name: "publisher TC cut short", text: valid + ".YAAA", code: .truncated, segment: 1, bit: 3,
      field: "PubPurposesConsent"),
  ]
}
