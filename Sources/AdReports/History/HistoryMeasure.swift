// SPDX-License-Identifier: MIT
import AdModel

/// A figure by which sessions are compared.
package struct HistoryMeasure: Sendable {
  /// What a figure counts in.
  package enum Unit: Hashable, Sendable {
    /// A share of 1.
    case share
    /// Milliseconds.
    case milliseconds
    /// Things.
    case number
  }

  /// Its name for programs.
  package let key: String
  /// Its name for people.
  package let title: String
  package let unit: Unit
  /// Whether less of it is better.
  package let lessIsBetter: Bool
  /// The figure; not a number where nothing was counted.
  let value: @Sendable (SessionSum) -> Double

  /// The figures that are compared.
  package static let all: [HistoryMeasure] = [
    HistoryMeasure(
      key: "viewableImpressions", title: "Viewable impressions a session", unit: .number,
      lessIsBetter: false
    ) { ratio($0.viewableImpressions, $0.sessions) },
    HistoryMeasure(key: "late", title: "Late displays", unit: .share) {
      ratio($0.lateDisplays, $0.displays)
    },
    HistoryMeasure(key: "blank", title: "Blank displays", unit: .share) {
      ratio($0.blankDisplays, $0.displays)
    },
    HistoryMeasure(key: "timeToAdP75Ms", title: "Time to ad, 75 of 100", unit: .milliseconds) {
      $0.timeToAd(0.75)
    },
    HistoryMeasure(key: "wasted", title: "Wasted loads", unit: .share) {
      ratio($0.wastedFetches, $0.fetches)
    },
    HistoryMeasure(key: "churn", title: "Churn", unit: .share) { ratio($0.churn, $0.fetches) },
    HistoryMeasure(key: "averagePeak", title: "Most ads loaded at once", unit: .number) {
      ratio($0.peaks, $0.sessions)
    },
  ]

  private init(
    key: String, title: String, unit: Unit, lessIsBetter: Bool = true,
    _ value: @escaping @Sendable (SessionSum) -> Double
  ) {
    self.key = key
    self.title = title
    self.unit = unit
    self.lessIsBetter = lessIsBetter
    self.value = value
  }

  private static func ratio(_ part: Int, _ whole: Int) -> Double {
    whole == 0 ? .nan : Double(part) / Double(whole)
  }

  /// An interval in its unit, as `2.4 to 5.6 %`.
  func written(_ interval: Interval) -> String {
    let (low, high) = (written(interval.low), written(interval.high))
    let unit = high.drop { $0 != " " }
    return "\(low.hasSuffix(unit) ? low.dropLast(unit.count) : low[...]) to \(high)"
  }

  /// A figure of it, for people.
  /// - Parameter isChange: Whether it is a difference, which has a sign.
  package func written(_ value: Double, isChange: Bool = false) -> String {
    guard value.isFinite else { return "-" }
    let text =
      switch unit {
      case .share: HistoryFigure.percent(value)
      case .milliseconds: "\(value.rounded().formatted) ms"
      case .number: ((value * 100).rounded() / 100).formatted
      }
    return (isChange && value > 0 ? "+" : "") + text
  }
}
