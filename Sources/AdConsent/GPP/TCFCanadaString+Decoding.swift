// SPDX-License-Identifier: MIT

extension TCFCanadaString {
  /// Reads a section; nil for a version that nobody has published.
  ///
  /// Takes time and memory in proportion to the length.
  /// - Throws: ``GPPSectionError`` for a malformed section.
  package init?(decoding text: String) throws(GPPSectionError) {
    self.init()
    let bytes = Array(text.utf8)
    for (index, part) in bytes.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false
    ).enumerated() {
      do throws(SegmentFault) {
        let bits = try BitReader(segment: bytes, part.indices)
        if index == 0 {
          var version = bits
          guard version.read(6) == 1 else { return nil }
          self = try Self.core(bits)
        } else {
          try decodeSegment(bits)
        }
      } catch {
        throw GPPSectionError(error, in: .tcfCanada, segment: index)
      }
    }
  }

  /// Reads the core in the first way of writing that fits; the fault is that of the first way.
  private static func core(_ bits: BitReader) throws(SegmentFault) -> TCFCanadaString {
    var first: SegmentFault?
    for rows in TCField.canadaCores {
      var decoder = SegmentDecoder(bits: bits)
      var string = TCFCanadaString()
      do throws(SegmentFault) {
        try decoder.decode(rows, into: &string)
        return string
      } catch {
        if first == nil { first = error }
      }
    }
    throw first ?? SegmentFault(code: .empty, bit: 0, field: nil, reason: "there is nothing in it")
  }

  private mutating func decodeSegment(_ bits: BitReader) throws(SegmentFault) {
    var peek = bits
    var decoder = SegmentDecoder(bits: bits)
    switch peek.read(3) {
    case 1 where disclosedVendors == nil:
      var vendors = VendorSet()
      try decoder.decode(TCField.canadaDisclosedVendors, into: &vendors)
      disclosedVendors = vendors
    case 3 where publisher == nil:
      var purposes = PublisherTC()
      try decoder.decode(TCField.canadaPublisher, into: &purposes)
      publisher = purposes
    case let type:
      let isTwice = type == 1 || type == 3
      throw SegmentFault(
        code: isTwice ? .duplicateSegment : .unknownSegment, bit: 0, field: "SegmentType",
        reason: isTwice
          ? "there is a segment of type \(type ?? 0) already"
          : "type \(type ?? 0) is not defined; 1 and 3 may follow the core")
    }
  }
}
