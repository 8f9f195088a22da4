// SPDX-License-Identifier: MIT

/// A point in time: whole milliseconds since the start of 1970 in UTC.
///
/// Shown and read as RFC 3339 in UTC with milliseconds, `2026-11-21T06:26:00.000Z`.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The years that can be written with four digits: 0000 to 9999.
  package static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Milliseconds since 1970-01-01T00:00:00Z, within `range`.
  public let milliseconds: Int64

  /// Takes milliseconds since 1970; what lies outside `range` becomes the nearest end of it.
  /// - Parameter milliseconds: Milliseconds since 1970-01-01T00:00:00Z.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The time a number of milliseconds later, or earlier where it is negative.
  /// - Parameter duration: How much later, in milliseconds.
  /// - Returns: The other time, kept within `range`.
  public func advanced(by duration: Int64) -> Timestamp {
    let (sum, overflow) = milliseconds.addingReportingOverflow(duration)
    if overflow {
      return Timestamp(milliseconds: duration > 0 ? .max : .min)
    }
    return Timestamp(milliseconds: sum)
  }

  /// The day and the time of day in UTC.
  package var calendar: CalendarTime { CalendarTime(milliseconds: milliseconds) }

  /// RFC 3339 in UTC with milliseconds.
  public var description: String {
    let time = calendar
    var text = String()
    text.reserveCapacity(24)
    append(time.day.year, digits: 4, to: &text)
    text += "-"
    append(time.day.month, digits: 2, to: &text)
    text += "-"
    append(time.day.day, digits: 2, to: &text)
    text += "T"
    append(time.hour, digits: 2, to: &text)
    text += ":"
    append(time.minute, digits: 2, to: &text)
    text += ":"
    append(time.second, digits: 2, to: &text)
    text += "."
    append(time.millisecond, digits: 3, to: &text)
    text += "Z"
    return text
  }

  private func append(_ number: Int, digits: Int, to text: inout String) {
    let written = String(number)
    text += String(repeating: "0", count: max(0, digits - written.utf8.count)) + written
  }
}

extension CalendarTime {
  /// The same as a point in time.
  package var timestamp: Timestamp {
    Timestamp(milliseconds: Int64(day.daysSince1970) * 86_400_000 + Int64(millisecondOfDay))
  }
}
