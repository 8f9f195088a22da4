// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// What a set of thresholds would have done, as a row.
enum TrialColumns {
  static let all: [Column<ThresholdTrial>] = [
    Column("fetch", "Fetch", .trailing) { .number($0.thresholds.fetch) },
    Column("display", "Display", .trailing) { .number($0.thresholds.display) },
    Column("unload", "Unload", .trailing) { .number($0.thresholds.unload) },
    Column("unloading", "Unloading") { .flag($0.thresholds.unloadingEnabled) },
    Column("throttle") { .integer($0.thresholds.throttle) },
    Column("stability") { .integer($0.thresholds.stabilityDelay) },
    Column("fetches", "Fetches", .trailing) { .integer(Int64($0.tally.fetches)) },
    Column("displays", "Displays", .trailing) { .integer(Int64($0.tally.displays)) },
    Column("wastedFetches", "Wasted", .trailing) { .integer(Int64($0.tally.wastedFetches)) },
    Column("lateDisplays", "Late", .trailing) { .integer(Int64($0.tally.lateDisplays)) },
    Column("viewableDisplays") { .integer(Int64($0.viewableDisplays)) },
    Column("viewableRate", "Viewable (est.)", .trailing) { trial in
      .optional(number: trial.viewableRate.map { ($0 * 1000).rounded() / 1000 })
    },
    Column("churn", "Churn", .trailing) { .integer(Int64($0.tally.churn)) },
    Column("peakLoaded", "Peak loaded", .trailing) { .integer(Int64($0.tally.peakLoaded)) },
    Column("bytes") { .optional(integer: $0.bytes) },
  ]
}
