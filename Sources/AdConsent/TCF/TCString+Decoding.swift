// SPDX-License-Identifier: MIT

internal import AdModel

extension TCString {
  /// Decodes a TC string.
  ///
  /// Reads TCF 2.0 to 2.3, segments in any order after the core. Takes time and memory in
  /// proportion to the length, which is limited to ``longestText``. What the string means is not
  /// judged here: see ``violations(at:)``.
  /// - Throws: ``TCStringError`` for a malformed string, with what, where and why.
  package init(decoding text: String) throws(TCStringError) {
    let count = text.utf8.count
    guard count <= Self.longestText else {
      throw TCStringError(
        code: .tooLong, segment: 0, bit: 0, field: nil,
        reason: "it is \(count) bytes long; the limit is \(Self.longestText)")
    }
    let bytes = Array(text.utf8)
    var decoded = TCString.blank
    var start = 0
    var index = 0
    repeat {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
      do throws(SegmentFault) {
        try decoded.decodeSegment(bytes, start..<end, isCore: index == 0)
      } catch {
        throw error.inSegment(index)
      }
      start = end + 1
      index += 1
    } while start <= bytes.count
    self = decoded
  }

  /// A string to be filled in.
  private static var blank: TCString {
    let epoch = Timestamp(milliseconds: 0)
    return TCString(
      created: epoch, cmpID: 0, policyVersion: 0, consentLanguage: .unstated,
      publisherCountry: .unstated)
  }

  private mutating func decodeSegment(
    _ text: [UInt8], _ range: Range<Int>, isCore: Bool
  ) throws(SegmentFault) {
    let bits = try Self.bits(of: text, in: range)
    var decoder = SegmentDecoder(bits: bits)
    guard !isCore else {
      try decoder.decode(TCField.core, into: &self)
      repeatedRestriction = decoder.repeatedRestriction
      return
    }
    var peek = bits
    let type = peek.read(3)
    switch type {
    case 1 where disclosedVendors == nil:
      var vendors = VendorSet()
      try decoder.decode(TCField.disclosedVendors, into: &vendors)
      disclosedVendors = vendors
    case 2 where allowedVendors == nil:
      var vendors = VendorSet()
      try decoder.decode(TCField.allowedVendors, into: &vendors)
      allowedVendors = vendors
    case 3 where publisherTC == nil:
      var publisher = PublisherTC()
      try decoder.decode(TCField.publisherTC, into: &publisher)
      publisherTC = publisher
    case (0...3)?:
      throw SegmentFault(
        code: .duplicateSegment, bit: 0, field: "SegmentType",
        reason: "there is a segment of type \(type ?? 0) already")
    default:
      throw SegmentFault(
        code: .unknownSegment, bit: 0, field: "SegmentType",
        reason: "type \(type ?? 0) is not defined; 1, 2 and 3 may follow the core")
    }
  }

  /// Reads the letters of a segment and refuses what is not base64url without padding.
  private static func bits(
    of text: [UInt8], in range: Range<Int>
  ) throws(SegmentFault) -> BitReader {
    var bits = try BitReader(segment: text, range)
    guard range.count % 4 != 1 else {
      throw SegmentFault(
        code: .length, bit: bits.count - 6, field: nil,
        reason: "\(range.count.counted("letter")) cannot hold a whole number of bytes")
    }
    if let bit = bits.trimToWholeBytes() {
      throw SegmentFault(
        code: .trailingBits, bit: bit, field: nil,
        reason: "a bit past the last whole byte is set")
    }
    return bits
  }
}
