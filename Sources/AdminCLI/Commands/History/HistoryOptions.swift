// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// The options that several commands of the history share.
enum HistoryOptions {
  static let unit = Option("unit", .unit, "Only this ad unit.")
  static let session = Option("session", .session, "Only this session.")
  static let attribute = Option(
    "attribute",
    ValueKind<SessionAttributes>("NAME=VALUE", expected: "an attribute as network=wifi") { text in
      let pair = text.split(separator: "=", maxSplits: 1).map(String.init)
      return pair.count == 2 ? try SessionAttributes([pair[0]: pair[1]]) : nil
    }, "Only sessions with this attribute.", repeats: true)
  static let page = Option("page", .page, "Only sessions of this page.")
  static let appVersion = Option("app-version", .text, "Only sessions of this version of the app.")
  static let since = Option("since", .time, "At this time or later.")
  static let until = Option("until", .time, "Before this time.")
  static let utcOffset = Option(
    "utc-offset",
    ValueKind<UTCOffset>("OFFSET", expected: "an offset as +02:00 or -05:30") { try UTCOffset($0) },
    "Days begin at midnight of clocks that are so far ahead of UTC.", defaultDescription: "Z")
  static let simulated = Flag("simulated", "Simulations that were kept, instead of real sessions.")
}

extension CommandRun {
  /// The sessions that the options ask for.
  var sessionFilter: StatisticsFilter {
    var filter = StatisticsFilter()
    filter.page = input[HistoryOptions.page]
    filter.appVersion = input[HistoryOptions.appVersion]
    filter.attributes = input.all(HistoryOptions.attribute).reduce(into: [:]) {
      $0.merge($1.values) { $1 }
    }
    filter.since = time(HistoryOptions.since)
    filter.until = time(HistoryOptions.until)
    filter.simulated = input[HistoryOptions.simulated]
    return filter
  }

  /// What people are told of an empty list: also how to see the simulations that were kept, where there are any.
  func nothing(_ words: String, in history: HistoryRepository) throws -> String {
    guard !input[HistoryOptions.simulated],
      try !history.sessions(limit: 1, simulated: true).isEmpty
    else { return words }
    return words + "; for simulations that were kept: --simulated"
  }
}
