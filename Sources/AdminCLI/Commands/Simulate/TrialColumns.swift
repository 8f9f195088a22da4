// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports

/// What a set of thresholds would have done, as a row.
enum TrialColumns {
  /// The columns; a table shows bytes only where sizes are known.
  static func all(withBytes: Bool) -> [Column<ThresholdTrial>] {
    columns + [
      Column("bytes", withBytes ? "Bytes" : nil, .trailing) { .optional(integer: $0.bytes) }
    ]
  }

  private static let columns: [Column<ThresholdTrial>] = [
    Column("fetch", "Fetch", .trailing) { .number($0.thresholds.fetch) },
    Column("display", "Display", .trailing) { .number($0.thresholds.display) },
    Column("unload", "Unload", .trailing) { .number($0.thresholds.unload) },
    Column("unloading", "Unloading") { .flag($0.thresholds.unloadingEnabled) },
    Column("throttle") { .integer($0.thresholds.throttle) },
    Column("stability") { .integer($0.thresholds.stabilityDelay) },
    Column("fetches", "Fetches", .trailing) { .integer(Int64($0.statistics.fetches)) },
    Column("displays", "Displays", .trailing) { .integer(Int64($0.statistics.displays)) },
    Column("wastedFetches", "Wasted", .trailing) { .integer(Int64($0.statistics.wastedFetches)) },
    Column("lateDisplays", "Late", .trailing) { .integer(Int64($0.statistics.lateDisplays)) },
    Column("viewableDisplays") { .integer(Int64($0.statistics.viewableDisplays)) },
    Column("viewableRate", "Viewable (est.)", .trailing) { trial in
      .optional(number: trial.statistics.estimatedViewableRate.map { ($0 * 1000).rounded() / 1000 })
    },
    Column("churn", "Churn", .trailing) { .integer(Int64($0.statistics.churn)) },
    Column("peakLoaded", "Peak loaded", .trailing) { trial in
      .optional(integer: trial.statistics.peakLoaded.map(Int64.init))
    },
  ]
}
