// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports

/// How the settings of a search are shown.
enum SearchColumns {
  /// What each setting came to; the front of a search shows it with what changing would give.
  private static let figures: [Column<SearchRow>] =
    TrialColumns.withoutPeak.map { column in
      let column: Column<SearchRow> = column.of { $0.trial }
      // A search tries no other throttle.
      let duration = column.key == "throttleMs" ? nil : TrialColumns.durations[column.key]
      return duration.map { column.titled($0.title) } ?? column
    } + [
      Column(
        "timeMissingMs", "Missing ms", .trailing,
        meaning: "For how long places were on the screen without their ads, all together."
      ) { $0.result.sum.timeMissing },
      Column(
        "averagePeak", "Avg peak", .trailing,
        meaning: "The most ads loaded at once, on average over the sessions."
      ) { SearchRow.rounded($0.result.sum.averagePeak) },
      Column("alike", meaning: "How many further settings came to exactly the same.") {
        $0.result.alike
      },
    ]

  /// Settings that no other beats.
  static let front: [Column<SearchRow>] =
    [
      Column("own", "Own", meaning: "Whether these are the thresholds that the sessions had.") {
        $0.isOwn
      }
    ] + figures + [
      change("wastedFetchesChange", "± wasted") { Double($0.wastedFetches) },
      change("timeMissingMsChange", "± missing") { Double($0.timeMissing) },
      change("viewableImpressionsChange", "± viewable") { Double($0.viewableImpressions) },
      change("averagePeakChange", "± peak") { $0.averagePeak },
    ]

  /// Settings that serve a goal.
  static let proposals: [Column<SearchRow>] =
    [
      Column(
        "proposal", "Proposal", .trailing,
        meaning: "Its number, for 'page set --from'; null for the sessions' own thresholds."
      ) { $0.proposal?.number }
    ]
    + figures.map { column in
      let shown = ["fetch", "display", "unload", "unloading", "predictionMs"].contains(column.key)
      return shown ? column : column.titled(nil)
    }
    + interval("timeMissingMs", "± missing s", per: 1_000, hundred + " ads are missing, in ms") {
      $0.timeMissing
    }
    + interval("wastedFetches", "± wasted", hundred + " requests nobody sees") { $0.wastedFetches }
    + interval("viewableImpressions", "± viewable", hundred + " viewable impressions") {
      $0.viewableImpressions
    }
    + interval("averagePeak", "± peak", "Change of the most ads loaded at once, on average") {
      $0.averagePeak
    }
    + interval("goal", "Gain", "By how much better the goal is served in 100 sessions") {
      $0.goal
    }

  private static let hundred = "Change for 100 sessions:"

  private static func change(
    _ key: String, _ title: String, _ value: @escaping @Sendable (TrialSum) -> Double
  ) -> Column<SearchRow> {
    Column(
      key, title, .trailing,
      meaning: "What changing to it would add to or take from the sessions' own."
    ) { SearchRow.rounded(value($0.result.sum) - value($0.own.sum)) }
  }

  /// A change over the sessions that check, with its interval: in one cell for people.
  private static func interval(
    _ key: String, _ title: String, per unit: Double = 1, _ meaning: String,
    _ change: @escaping @Sendable (ThresholdProposal.Changes) -> ThresholdProposal.Change
  ) -> [Column<SearchRow>] {
    func part(
      _ suffix: String, _ meaning: String,
      _ value: @escaping @Sendable (ThresholdProposal.Change) -> Double?
    ) -> Column<SearchRow> {
      Column("\(key)\(suffix)", meaning: meaning) { row in
        (row.proposal?.changes).map(change).flatMap(value).map(SearchRow.rounded)
      }
    }
    @Sendable func written(_ number: Double) -> String {
      let rounded = (number / unit * 10).rounded() / 10
      return (rounded > 0 ? "+" : "") + rounded.formatted
    }
    return [
      part("Change", "\(meaning).") { $0.value },
      part("ChangeLow", "The lower end of its interval.") { $0.interval?.low },
      part("ChangeHigh", "The upper end of its interval.") { $0.interval?.high },
      Column("\(key)InWords", title, .trailing, meaning: "The three in one text.") { row in
        (row.proposal?.changes).map(change).map { change in
          written(change.value)
            + (change.interval.map { " [\(written($0.low)), \(written($0.high))]" } ?? "")
        }
      },
    ]
  }
}
