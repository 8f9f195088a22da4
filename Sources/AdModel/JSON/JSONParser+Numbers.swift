// SPDX-License-Identifier: MIT

extension JSONParser {
  /// `number` (§6): an integer when written as one, else a double rounded to nearest.
  mutating func number() throws(Failure) -> JSONValue {
    let first = at
    let negative = bytes[at] == UInt8(ascii: "-")
    if negative { at += 1 }
    var digits = Digits()
    guard let lead = digit else { throw badNumber("a digit") }
    if lead == 0 {
      at += 1
      if digit != nil { throw fail(.invalidNumber, "a number may not begin with 0") }
    } else {
      readDigits(into: &digits)
    }

    var isInteger = true
    if at < end, bytes[at] == UInt8(ascii: ".") {
      isInteger = false
      at += 1
      guard digit != nil else { throw badNumber("a digit after the point") }
      let before = at
      readDigits(into: &digits)
      digits.exponent -= at - before
    }
    if at < end, bytes[at] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      digits.exponent += try exponent()
    }

    if isInteger && !(negative && digits.magnitude == 0) {
      guard let integer = digits.integer(negative: negative) else {
        throw outOfRange(from: first, "an integer must fit 64 bits")
      }
      return .integer(integer)
    }
    if let quick = digits.quickDouble { return .double(negative ? -quick : quick) }
    return .double(try slowDouble(from: first))
  }

  /// The next byte's value when it is a digit.
  private var digit: UInt8? {
    guard at < end else { return nil }
    let value = bytes[at] &- UInt8(ascii: "0")
    return value <= 9 ? value : nil
  }

  private mutating func readDigits(into digits: inout Digits) {
    while let next = digit {
      digits.append(next)
      at += 1
    }
  }

  /// `exp` (§6); a longer exponent than any double has stops growing.
  private mutating func exponent() throws(Failure) -> Int {
    at += 1
    var negative = false
    if at < end, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
      negative = bytes[at] == UInt8(ascii: "-")
      at += 1
    }
    guard digit != nil else { throw badNumber("a digit in the exponent") }
    var value = 0
    while let next = digit {
      value = min(value * 10 + Int(next), 1_000_000)
      at += 1
    }
    return negative ? -value : value
  }

  /// Correct rounding for what the short way cannot decide.
  private func slowDouble(from first: Int) throws(Failure) -> Double {
    guard at - first <= Self.longestNumber else {
      throw outOfRange(from: first, "a number may have \(Self.longestNumber) characters")
    }
    let text = String(decoding: bytes[first..<at], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw outOfRange(from: first, "a number must be within ±1.7976931348623157e308")
    }
    return value
  }

  /// Enough for the exact decimal form of any double.
  private static let longestNumber = 1_100

  private func badNumber(_ expected: String) -> Failure {
    let failure = unexpected(expected)
    return Failure(
      code: failure.code == .unexpectedEnd ? .unexpectedEnd : .invalidNumber,
      message: failure.message, offset: failure.offset)
  }

  private func outOfRange(from first: Int, _ message: String) -> Failure {
    Failure(code: .numberOutOfRange, message: message, offset: first)
  }
}

/// The significant digits of a number while it is read.
private struct Digits {
  var magnitude: UInt64 = 0
  var overflows = false
  /// The power of ten that the digits are to be multiplied by.
  var exponent = 0

  mutating func append(_ digit: UInt8) {
    let (product, high) = magnitude.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
    overflows = overflows || high || carry
    magnitude = sum
  }

  func integer(negative: Bool) -> Int64? {
    if overflows { return nil }
    if negative, magnitude == Int64.min.magnitude { return Int64.min }
    return Int64(exactly: magnitude).map { negative ? -$0 : $0 }
  }

  /// The exact result when digits and power of ten are both exact doubles, so that one rounding
  /// is the right one (Clinger 1990); `nil` otherwise.
  var quickDouble: Double? {
    guard !overflows, magnitude <= 1 << 53 else { return nil }
    let power = abs(exponent)
    guard power < Self.powersOfTen.count else { return nil }
    let value = Double(magnitude)
    return exponent < 0 ? value / Self.powersOfTen[power] : value * Self.powersOfTen[power]
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
