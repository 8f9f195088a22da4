// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdStore

/// What a set of thresholds would have done, as a row.
enum TrialColumns {
  /// The columns; a table shows bytes only where sizes are known, and durations where trials differ in them.
  static func all(of trials: [ThresholdTrial], withBytes: Bool) -> [Column<ThresholdTrial>] {
    withoutPeak.map { column in
      guard let duration = durations[column.key],
        Set(trials.map { $0.thresholds[keyPath: duration.value] }).count > 1
      else { return column }
      return column.titled(duration.title)
    }
      + StatisticsColumns.figures("peakLoaded", of: \.statistics).titling(
        "peakLoaded", "Peak loaded")
      + [
        Column(
          "bytes", withBytes ? "Bytes" : nil, .trailing,
          meaning: "How many bytes of ads were loaded."
        ) { $0.bytes }
      ]
  }

  /// Those that mean the same for one scroll and for many.
  static let withoutPeak: [Column<ThresholdTrial>] =
    thresholds
    + StatisticsColumns.figures(
      "fetches", "displays", "wastedFetches", "lateDisplays", of: \.statistics)
    + [
      Column(
        "viewableImpressions", meaning: "Impressions that came to be viewable, by our estimate."
      ) { $0.statistics.viewableImpressions }
    ] + StatisticsColumns.figures("viewableRate", of: \.statistics)
    + StatisticsColumns.figures("churn", of: \.statistics)

  /// What people see of thresholds where it matters.
  static let durations:
    [String: (title: String, value: any KeyPath<LoadingThresholds, Int64> & Sendable)] = [
      "throttleMs": ("Throttle ms", \.throttle), "stabilityMs": ("Stability ms", \.stabilityDelay),
      "predictionMs": ("Prediction ms", \.prediction),
    ]

  /// The thresholds of a page's table; people see the distances alone.
  private static let thresholds: [Column<ThresholdTrial>] =
    FieldGroup<InventoryPage>.thresholds.columns { (trial: ThresholdTrial, cell) in
      var page = FieldTable<InventoryPage>.pages.standard
      page.thresholds = trial.thresholds
      return cell(page)
    }.map { durations[$0.key] != nil ? $0.titled(nil) : $0 }
}
