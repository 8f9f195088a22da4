// SPDX-License-Identifier: MIT

internal import AdModel

/// Writes the fields of one segment as bits, row by row.
struct SegmentEncoder {
  private(set) var bits = BitWriter()

  /// Writes one field.
  mutating func encode<Root>(_ row: TCField<Root>, of root: Root) throws(SegmentFault) {
    switch row.form {
    case .constant(let value, let width):
      bits.write(value, width)
    case .number(let property, let width):
      try put(root[keyPath: property], width, row.name)
    case .time(let property):
      let milliseconds = root[keyPath: property].milliseconds
      try put(milliseconds < 0 ? -1 : Int(milliseconds / 100), 36, row.name)
    case .flag(let property):
      bits.write(root[keyPath: property] ? 1 : 0, 1)
    case .letters(let property):
      bits.write(UInt64(root[keyPath: property].first), 6)
      bits.write(UInt64(root[keyPath: property].second), 6)
    case .purposes(let property, let width):
      try put(root[keyPath: property], width, row.name)
    case .countedPurposes(let property, let count):
      try put(root[keyPath: property], root[keyPath: count], row.name)
    case .vendors(let property), .fibonacciVendors(let property), .repeatedVendors(let property):
      try putVendors(root[keyPath: property], row.name)
    case .restrictions(let property), .addedRestrictions(let property):
      try putRestrictions(root[keyPath: property], row.name)
    }
  }

  private func fault(_ field: StaticString, _ reason: String) -> SegmentFault {
    SegmentFault(code: .unencodable, bit: bits.count, field: "\(field)", reason: reason)
  }

  private mutating func put(
    _ value: Int, _ width: Int, _ field: StaticString
  ) throws(SegmentFault) {
    let limit = 1 << width - 1
    guard (0...limit).contains(value) else {
      throw fault(field, "the value is not within 0 to \(limit), the most that \(width) bits hold")
    }
    bits.write(UInt64(value), width)
  }

  private mutating func put(
    _ purposes: PurposeSet, _ width: Int, _ field: StaticString
  ) throws(SegmentFault) {
    guard let bitField = purposes.bitField(width: width) else {
      throw fault(field, "a purpose lies beyond the \(width) that the field has room for")
    }
    if width > 0 { bits.write(bitField, width) }
  }

  private mutating func putVendors(
    _ vendors: VendorSet, _ field: StaticString
  ) throws(SegmentFault) {
    let ranges = vendors.ranges
    let rangeBits = ranges.reduce(12) { $0 + ($1.count == 1 ? 17 : 33) }
    let isRangeEncoded = rangeBits < vendors.maximum && ranges.count < 4096
    bits.write(UInt64(vendors.maximum), 16)
    bits.write(isRangeEncoded ? 1 : 0, 1)
    if isRangeEncoded {
      try putRanges(ranges, field)
    } else {
      var left = vendors.maximum
      for word in vendors.words {
        let width = min(left, 64)
        bits.write(word >> UInt64(64 - width), width)
        left -= width
      }
    }
  }

  private mutating func putRanges(
    _ ranges: [ClosedRange<Int>], _ field: StaticString
  ) throws(SegmentFault) {
    try put(ranges.count, 12, field)
    for range in ranges {
      bits.write(range.count == 1 ? 0 : 1, 1)
      bits.write(UInt64(range.lowerBound), 16)
      if range.count > 1 { bits.write(UInt64(range.upperBound), 16) }
    }
  }

  private mutating func putRestrictions(
    _ restrictions: [PublisherRestriction], _ field: StaticString
  ) throws(SegmentFault) {
    try put(restrictions.count, 12, field)
    for restriction in restrictions {
      guard (1...24).contains(restriction.purpose) else {
        throw fault(field, "purpose \(restriction.purpose) is not within 1 to 24")
      }
      bits.write(UInt64(restriction.purpose), 6)
      bits.write(UInt64(restriction.kind.rawValue), 2)
      try putRanges(restriction.vendors.ranges, field)
    }
  }
}
