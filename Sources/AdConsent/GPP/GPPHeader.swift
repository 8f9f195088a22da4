// SPDX-License-Identifier: MIT

/// Reads the header of a GPP string: Type 6 bits (3), Version 6 bits (1), and the numbers of the
/// sections as a Fibonacci range.
///
/// Source: IAB Tech Lab, Global Privacy Platform, "Consent String Specification", Header and
/// Range (Fibonacci).
enum GPPHeader {
  /// Reads the numbers of the sections.
  /// - Parameters:
  ///   - text: The bytes of the whole string.
  ///   - limit: How many sections there are to be named; reading stops beyond it.
  /// - Returns: The numbers, ascending.
  /// - Throws: ``ConsentStringError`` for a malformed header.
  static func sectionIDs(
    in text: [UInt8], _ range: Range<Int>, atMost limit: Int
  ) throws(ConsentStringError) -> [GPPSectionID] {
    guard !range.isEmpty else { throw error(.empty, at: 0, "there is no header") }
    var bits: BitReader
    do throws(Base64URL.Fault) {
      bits = try Base64URL.bits(of: text, in: range)
    } catch {
      switch error {
      case .letter(_, let offset), .padding(let offset):
        throw Self.error(
          .character, at: offset, "only A-Z, a-z, 0-9, - and _ stand in the header")
      }
    }
    guard try take(6, from: &bits) == 3 else {
      throw error(.header, at: 0, "a GPP string begins with type 3, the letter D")
    }
    guard try take(6, from: &bits) == 1 else {
      throw error(.version, at: 1, "only version 1 can be read")
    }
    let ids = try fibonacciRange(from: &bits, atMost: limit)
    if let bit = bits.firstSetBit() {
      throw error(.trailingBits, at: bit / 6, "only zeros may follow the last section number")
    }
    return ids
  }

  /// NumEntries 12, then for each IsARange 1 and one or two Fibonacci numbers, each counted from
  /// the number before.
  private static func fibonacciRange(
    from bits: inout BitReader, atMost limit: Int
  ) throws(ConsentStringError) -> [GPPSectionID] {
    var ids: [GPPSectionID] = []
    var last = 0
    for _ in 0..<(try take(12, from: &bits)) {
      let start = bits.position
      let isRange = try take(1, from: &bits) == 1
      let first = last + (try fibonacciNumber(from: &bits))
      last = isRange ? first + (try fibonacciNumber(from: &bits)) : first
      guard last - first < limit - ids.count else {
        throw error(
          .sectionCount, at: start / 6, "the header names more than the \(limit) that follow")
      }
      for id in first...last { ids.append(GPPSectionID(rawValue: id)) }
    }
    return ids
  }

  private static func fibonacciNumber(
    from bits: inout BitReader
  ) throws(ConsentStringError) -> Int {
    let start = bits.position
    if let number = bits.readFibonacci(atMost: largestNumber) { return number }
    guard bits.remaining > 0 else {
      throw error(.truncated, at: bits.count / 6, "the header ends too early")
    }
    throw error(.number, at: start / 6, "a section number lies beyond \(largestNumber)")
  }

  /// Far beyond any number in the registry.
  private static let largestNumber = 1 << 20

  private static func take(
    _ width: Int, from bits: inout BitReader
  ) throws(ConsentStringError) -> UInt64 {
    guard let value = bits.read(width) else {
      throw error(.truncated, at: bits.count / 6, "the header ends too early")
    }
    return value
  }

  static func error(
    _ code: ConsentStringError.Code, at offset: Int, _ reason: String
  ) -> ConsentStringError {
    ConsentStringError(format: .gpp, code: code, offset: offset, reason: reason)
  }
}
