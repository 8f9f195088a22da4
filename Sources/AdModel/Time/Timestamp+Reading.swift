// SPDX-License-Identifier: MIT

extension Timestamp {
  /// Reads an RFC 3339 time: `2026-11-21T06:26:00Z`, with any fraction and any offset.
  ///
  /// Digits of the fraction beyond milliseconds are dropped; a leap second is not accepted.
  /// - Throws: ``InvalidValue`` with `malformed`.
  public init(_ text: String) throws(InvalidValue) {
    var scanner = TimeScanner(bytes: Array(text.utf8))
    guard let time = scanner.read() else {
      throw InvalidValue(
        .malformed, field: "time",
        reason: "\(text.quotedForDisplay) is not a time; write RFC 3339, "
          + "for example 2026-11-21T06:26:00Z")
    }
    self = time
  }
}

/// Reads the grammar of RFC 3339 section 5.6 from left to right.
private struct TimeScanner {
  let bytes: [UInt8]
  var position = 0

  mutating func read() -> Timestamp? {
    guard let year = number(digits: 4), consume("-"), let month = number(digits: 2), consume("-"),
      let dayOfMonth = number(digits: 2),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth),
      consume("T") || consume("t"),
      let hour = number(digits: 2), hour < 24, consume(":"), let minute = number(digits: 2),
      minute < 60, consume(":"), let second = number(digits: 2), second < 60,
      let millisecond = fraction(), let offset = offset(), position == bytes.count
    else { return nil }
    let ofDay = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    let local = CalendarTime(day: day, millisecondOfDay: ofDay).timestamp
    return local.advanced(by: -Int64(offset) * 60_000)
  }

  private mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func digit() -> Int? {
    guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position])
    else { return nil }
    position += 1
    return Int(bytes[position - 1] - UInt8(ascii: "0"))
  }

  private mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Milliseconds of an optional fraction.
  private mutating func fraction() -> Int? {
    guard consume(".") else { return 0 }
    guard var value = digit() else { return nil }
    var digits = 1
    while let next = digit() {
      digits += 1
      if digits <= 3 { value = value * 10 + next }
    }
    for _ in 0..<max(0, 3 - digits) { value *= 10 }
    return value
  }

  /// Minutes east of UTC.
  private mutating func offset() -> Int? {
    if consume("Z") || consume("z") { return 0 }
    let sign = consume("+") ? 1 : -1
    guard sign == 1 || consume("-"), let hours = number(digits: 2), hours < 24, consume(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
