// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct TimestampTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (1_795_242_360_000, "2026-11-21T06:26:00.000Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"),
      (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func `is written in UTC with milliseconds and read back`(milliseconds: Int64, text: String) throws
  {
    #expect(Timestamp(milliseconds: milliseconds).description == text)
    #expect(try Timestamp(text).milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("2026-11-21T06:26:00Z", "2026-11-21T06:26:00.000Z"),
    ("2026-11-21t06:26:00z", "2026-11-21T06:26:00.000Z"),
    ("2026-11-21T06:26:00.5Z", "2026-11-21T06:26:00.500Z"),
    ("2026-11-21T06:26:00.123456789Z", "2026-11-21T06:26:00.123Z"),
    ("2026-11-21T06:26:00+01:30", "2026-11-21T04:56:00.000Z"),
    ("2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00.000Z"),
    ("2026-11-21T00:00:00+23:59", "2026-11-20T00:01:00.000Z"),
  ])
  func `is read with any fraction and offset`(text: String, utc: String) throws {
    #expect(try Timestamp(text).description == utc)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T06:26:00", "2026-11-21 06:26:00Z", "2026-02-29T00:00:00Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "1900-02-29T00:00:00Z",
    "2026-11-21T24:00:00Z", "2026-11-21T06:60:00Z", "2026-11-21T06:26:60Z", "2026-11-21T06:26:00.Z",
    "2026-11-21T06:26:00+24:00", "2026-11-21T06:26:00-24:00", "2026-11-21T06:26:00+01:60",
    "2026-11-21T06:26:00+0130", "2026-11-21T06:26:00Zx", "20261121T062600Z", "٢٠٢٦-11-21T06:26:00Z",
  ])
  func `refuses what is not RFC 3339`(text: String) {
    #expect(throws: InvalidValue.self) { try Timestamp(text) }
  }

  @Test func `every day of four centuries comes after the one before`() {
    var day = CalendarTime(day: .first1900, millisecondOfDay: 0).timestamp
    var last = day.calendar.day
    for _ in 0..<146_097 {
      day = day.advanced(by: 86_400_000)
      let next = day.calendar.day
      #expect(next > last && (next.day == 1 || next.day == last.day + 1))
      last = next
    }
    #expect(last == CalendarDay(year: 2300, month: 1, day: 1))
  }

  @Test(arguments: [
    ((2026, 11, 21), 13, (2027, 12, 21)),
    ((2026, 1, 31), 1, (2026, 2, 28)),
    ((2028, 1, 31), 1, (2028, 2, 29)),
    ((2026, 8, 31), 6, (2027, 2, 28)),
    ((2026, 12, 1), 0, (2026, 12, 1)),
    ((9999, 12, 31), 1, (9999, 12, 31)),
  ])
  func `months later keep the day, or take the month's last`(
    from: (Int, Int, Int), months: Int, to: (Int, Int, Int)
  ) throws {
    let day = try #require(CalendarDay(year: from.0, month: from.1, day: from.2))
    let later = day.advanced(byMonths: months)
    #expect((later.year, later.month, later.day) == to)
  }

  @Test func `what is beyond year 9999 becomes its end`() {
    #expect(Timestamp(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
    #expect(
      Timestamp(milliseconds: 0).advanced(by: .max).milliseconds == Timestamp.range.upperBound)
    #expect(
      Timestamp(milliseconds: -1).advanced(by: .min).milliseconds == Timestamp.range.lowerBound)
  }
}

extension CalendarDay {
  fileprivate static var first1900: CalendarDay {
    Timestamp(milliseconds: -2_208_988_800_000).calendar.day
  }
}
