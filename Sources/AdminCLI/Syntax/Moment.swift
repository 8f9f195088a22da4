// SPDX-License-Identifier: MIT
package import AdModel

/// A point in time as people write it: `2026-11-21T06:26:00Z`, `2026-11-21`, `yesterday`, `7d`.
///
/// Days are those of UTC, like everything that this program shows.
package enum Moment: Hashable, Sendable {
  /// That time.
  case exact(Timestamp)
  /// The beginning of a day, counted from today.
  case day(Int64)
  /// So many milliseconds ago.
  case ago(Int64)

  /// Reads what a person wrote.
  /// - Parameter text: RFC 3339, whole or cut after the minute or the day, `T` or a space before the
  ///   hour, UTC where no offset is given; `now`, `today`, `yesterday`, `tomorrow`; or how long ago,
  ///   in `m`inutes, `h`ours, `d`ays or `w`eeks.
  /// - Throws: `InvalidValue` with `malformed`.
  package init(_ text: String) throws(InvalidValue) {
    switch text.lowercased() {
    case "now": self = .ago(0)
    case "today": self = .day(0)
    case "yesterday": self = .day(-1)
    case "tomorrow": self = .day(1)
    default:
      if let duration = Self.duration(text) {
        self = .ago(duration)
      } else if let time = Self.written(text) {
        self = .exact(time)
      } else {
        throw InvalidValue(
          .malformed, field: "time",
          reason: "\(text.quotedForDisplay) is not a time; write 2026-11-21, "
            + "2026-11-21T06:26:00Z, yesterday, or 7d for seven days ago")
      }
    }
  }

  /// The time that is meant.
  /// - Parameter now: The time of day.
  package func time(at now: Timestamp) -> Timestamp {
    switch self {
    case .exact(let time): return time
    case .ago(let duration): return now.advanced(by: -duration)
    case .day(let offset):
      let ofDay = Int64(now.calendar.millisecondOfDay)
      return now.advanced(by: offset * Self.dayLength - ofDay)
    }
  }

  private static let dayLength: Int64 = 86_400_000

  private static func duration(_ text: String) -> Int64? {
    let units: [Character: Int64] = [
      "m": 60_000, "h": 3_600_000, "d": dayLength, "w": 7 * dayLength,
    ]
    guard let last = text.last, let unit = units[last], text.utf8.count <= 7,
      text.dropLast().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(text.dropLast()).map { $0 * unit }
  }

  /// A time of which the end may be left out.
  private static func written(_ text: String) -> Timestamp? {
    var text = text
    if text.utf8.count > 10, text.utf8.dropFirst(10).first == UInt8(ascii: " ") {
      text = String(text.prefix(10)) + "T" + text.dropFirst(11)
    }
    // A table that has little room writes times to the minute.
    if text.utf8.count == 17, text.last == "Z" { text.removeLast() }
    for end in ["", "Z", ":00Z", "T00:00:00Z"] {
      if let time = try? Timestamp(text + end) { return time }
    }
    return nil
  }
}

extension ValueKind where Value == Moment {
  /// A point in time.
  package static let time = ValueKind(
    "TIME", expected: "a time: 2026-11-21, 2026-11-21T06:26:00Z, yesterday or 7d"
  ) { try Moment($0) }
}

extension CommandRun {
  /// The time that an option names; nil where it was not given.
  package func time(_ option: Option<Moment>) -> Timestamp? {
    input[option].map { $0.time(at: now) }
  }
}
