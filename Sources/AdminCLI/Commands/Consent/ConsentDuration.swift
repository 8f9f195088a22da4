// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// How long an answer holds, as a duration of ISO 8601: `P13M`, `P180D` or `PT90S`.
struct ConsentDuration: CustomStringConvertible {
  let description: String

  /// Counts whole months where they fit exactly, else whole days, else seconds.
  init(from start: Timestamp, to end: Timestamp) {
    let milliseconds = max(0, end.milliseconds - start.milliseconds)
    let (seconds, day) = (milliseconds / 1000, Int64(86_400_000))
    let months = (1...1200).first { ConsentLifetime.months($0).end(from: start) >= end }
    if let months, ConsentLifetime.months(months).end(from: start) == end {
      description = "P\(months)M"
    } else if milliseconds > 0, milliseconds.isMultiple(of: day) {
      description = "P\(milliseconds / day)D"
    } else {
      description = "PT\(seconds)S"
    }
  }
}
