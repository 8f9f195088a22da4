// SPDX-License-Identifier: MIT

internal import AdModel

/// Reads the fields of one segment from its bits, row by row.
///
/// Work grows with the number of bits: each entry of a range fills at most the 1024 words that hold
/// every vendor there can be. Memory is bounded: three such sets, and one for each of at most 256
/// restrictions, a purpose and a kind each.
struct SegmentDecoder {
  private var bits: BitReader
  /// The purpose of the first restriction that stood in the segment before.
  private(set) var repeatedRestriction: Int?

  init(bits: BitReader) {
    self.bits = bits
  }

  /// Fills a value from the rows, and finds nothing but zeros after the last.
  mutating func decode<Root>(
    _ rows: [TCField<Root>], into root: inout Root
  ) throws(SegmentFault) {
    for row in rows { try decode(row, into: &root) }
    if let bit = bits.firstSetBit() {
      throw SegmentFault(
        code: .trailingBits, bit: bit, field: nil,
        reason: "the fields end at bit \(bits.position), and only zeros may follow")
    }
  }

  private mutating func decode<Root>(
    _ row: TCField<Root>, into root: inout Root
  ) throws(SegmentFault) {
    switch row.form {
    case .constant(let value, let width):
      let start = bits.position
      let found = try take(width, row.name)
      guard found == value else {
        throw SegmentFault(
          code: .version, bit: start, field: "\(row.name)",
          reason: "the version is \(found); only \(value) can be read")
      }
    case .number(let property, let width):
      root[keyPath: property] = Int(try take(width, row.name))
    case .time(let property):
      let deciseconds = Int64(try take(36, row.name))
      root[keyPath: property] = Timestamp(milliseconds: deciseconds * 100)
    case .flag(let property):
      root[keyPath: property] = try take(1, row.name) == 1
    case .letters(let property):
      root[keyPath: property] = try takeLetters(row.name)
    case .purposes(let property, let width):
      root[keyPath: property] = PurposeSet(bitField: try take(width, row.name), width: width)
    case .countedPurposes(let property, let count):
      let width = root[keyPath: count]
      let field = width == 0 ? 0 : try take(width, row.name)
      root[keyPath: property] = PurposeSet(bitField: field, width: width)
    case .vendors(let property):
      root[keyPath: property] = try takeVendors(row.name)
    case .fibonacciVendors(let property):
      root[keyPath: property] = try takeVendors(row.name, ranges: .fibonacci)
    case .repeatedVendors(let property):
      let start = bits.position
      guard try takeVendors(row.name) == root[keyPath: property] else {
        throw SegmentFault(
          code: .trailingBits, bit: start, field: "\(row.name)",
          reason: "only the same vendors may stand here again")
      }
    case .restrictions(let property):
      root[keyPath: property] = try takeRestrictions(row.name)
    case .addedRestrictions(let property):
      guard bits.remaining >= 12 else { return }
      root[keyPath: property] = try takeRestrictions(row.name)
    }
  }

  private mutating func take(
    _ width: Int, _ field: StaticString
  ) throws(SegmentFault) -> UInt64 {
    guard let value = bits.read(width) else {
      throw SegmentFault(
        code: .truncated, bit: bits.position, field: "\(field)",
        reason: "\(width) bits are needed and \(bits.remaining) are left")
    }
    return value
  }

  private mutating func takeLetters(_ field: StaticString) throws(SegmentFault) -> LetterPair {
    let start = bits.position
    let first = try take(6, field)
    let second = try take(6, field)
    guard let pair = LetterPair(first: first, second: second) else {
      throw SegmentFault(
        code: .letter, bit: first > 25 ? start : start + 6, field: "\(field)",
        reason: "letter \(first > 25 ? first : second) lies beyond Z, which is 25")
    }
    return pair
  }

  /// How ranges of vendors are written.
  private enum Ranges { case fixed, fibonacci }

  private mutating func takeVendors(
    _ field: StaticString, ranges: Ranges = .fixed
  ) throws(SegmentFault) -> VendorSet {
    let maximum = Int(try take(16, field))
    let isRangeEncoded = try take(1, field) == 1
    guard !isRangeEncoded else {
      var vendors = VendorSet(maximum: maximum)
      switch ranges {
      case .fixed: try takeRanges(field, upTo: maximum, into: &vendors)
      case .fibonacci: try takeFibonacciRanges(field, upTo: maximum, into: &vendors)
      }
      return vendors
    }
    guard maximum <= bits.remaining else {
      throw SegmentFault(
        code: .truncated, bit: bits.position, field: "\(field)",
        reason: "MaxVendorId promises \(maximum) bits and \(bits.remaining) are left")
    }
    var vendors = VendorSet(maximum: maximum)
    for index in 0..<(maximum / 64) { vendors.setWord(index, to: try take(64, field)) }
    let rest = maximum % 64
    if rest > 0 { vendors.setWord(maximum / 64, to: try take(rest, field) << UInt64(64 - rest)) }
    return vendors
  }

  private mutating func takeRanges(
    _ field: StaticString, upTo maximum: Int, into vendors: inout VendorSet
  ) throws(SegmentFault) {
    let count = try take(12, field)
    for _ in 0..<count {
      let start = bits.position
      let isRange = try take(1, field) == 1
      let first = Int(try take(16, field))
      let last = isRange ? Int(try take(16, field)) : first
      guard first <= last else {
        throw SegmentFault(
          code: .rangeOrder, bit: start, field: "\(field)",
          reason: "a range starts at vendor \(first) and ends before it, at \(last)")
      }
      guard first >= 1, last <= maximum else {
        throw SegmentFault(
          code: .vendorOutOfRange, bit: start, field: "\(field)",
          reason: "vendor \(first < 1 ? first : last) is not within 1 to \(maximum)")
      }
      vendors.insert(first...last)
    }
  }

  private mutating func takeFibonacciRanges(
    _ field: StaticString, upTo maximum: Int, into vendors: inout VendorSet
  ) throws(SegmentFault) {
    var last = 0
    for _ in 0..<(try take(12, field)) {
      let start = bits.position
      let isRange = try take(1, field) == 1
      guard let distance = bits.readFibonacci(atMost: maximum),
        let length = isRange ? bits.readFibonacci(atMost: maximum) : 0,
        last + distance + length <= maximum
      else {
        throw SegmentFault(
          code: .vendorOutOfRange, bit: start, field: "\(field)",
          reason: "the range is cut short or goes beyond vendor \(maximum)")
      }
      vendors.insert(last + distance...last + distance + length)
      last += distance + length
    }
  }

  private mutating func takeRestrictions(
    _ field: StaticString
  ) throws(SegmentFault) -> [PublisherRestriction] {
    var restrictions: [PublisherRestriction] = []
    let count = try take(12, field)
    for _ in 0..<count {
      let purpose = Int(try take(6, field))
      let kind = PublisherRestriction.Kind(rawValue: Int(try take(2, field))) ?? .undefined
      let index =
        restrictions.firstIndex { $0.purpose == purpose && $0.kind == kind } ?? restrictions.count
      if index == restrictions.count {
        restrictions.append(
          PublisherRestriction(purpose: purpose, kind: kind, vendors: VendorSet()))
      } else if repeatedRestriction == nil {
        repeatedRestriction = purpose
      }
      try takeRanges(
        field, upTo: VendorSet.idRange.upperBound, into: &restrictions[index].vendors)
    }
    return restrictions
  }
}
