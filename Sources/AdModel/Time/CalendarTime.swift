// SPDX-License-Identifier: MIT

/// A day and a time of day in UTC.
package struct CalendarTime: Hashable, Sendable {
  /// The day.
  package let day: CalendarDay
  /// Milliseconds since the day began, 0 to 86,399,999.
  package let millisecondOfDay: Int

  init(milliseconds: Int64) {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let isBefore = rest < 0
    day = CalendarDay(daysSince1970: Int(days) - (isBefore ? 1 : 0))
    millisecondOfDay = Int(rest) + (isBefore ? 86_400_000 : 0)
  }

  /// Joins a day and a time of day.
  package init(day: CalendarDay, millisecondOfDay: Int) {
    self.day = day
    self.millisecondOfDay = millisecondOfDay
  }

  /// The hour, 0 to 23.
  package var hour: Int { millisecondOfDay / 3_600_000 }
  /// The minute, 0 to 59.
  package var minute: Int { millisecondOfDay / 60_000 % 60 }
  /// The second, 0 to 59.
  package var second: Int { millisecondOfDay / 1000 % 60 }
  /// The millisecond, 0 to 999.
  package var millisecond: Int { millisecondOfDay % 1000 }
}
