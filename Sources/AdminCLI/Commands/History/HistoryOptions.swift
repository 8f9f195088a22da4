// SPDX-License-Identifier: MIT

/// The options that several commands of the history share.
enum HistoryOptions {
  static let unit = Option("unit", .unit, "Only this ad unit.")
  static let session = Option("session", .session, "Only this session.")
  static let since = Option("since", .time, "At this time or later.")
  static let until = Option("until", .time, "Before this time.")
  static let simulated = Flag("simulated", "Simulations that were kept, instead of real sessions.")
}
