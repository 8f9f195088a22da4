// SPDX-License-Identifier: MIT
import Foundation

/// One thing that was measured: of us, and of what is compared where there is such a thing.
struct Figure: Codable {
  enum Unit: String, Codable {
    case seconds, bytes

    /// A number in the measure that suits it.
    func shown(_ number: Double) -> String {
      switch (self, number) {
      case (.bytes, _): String(format: "%.1f B", number)
      case (_, ..<1e-6): String(format: "%.0f ns", number * 1e9)
      case (_, ..<1e-3): String(format: "%.2f µs", number * 1e6)
      case (_, ..<1): String(format: "%.2f ms", number * 1e3)
      default: String(format: "%.2f s", number)
      }
    }
  }

  /// What a figure is known by from run to run.
  struct Key: Hashable {
    let section: String
    let name: String
    let reference: String?
  }

  let section: String
  let name: String
  let unit: Unit
  var ours: Double
  /// What is compared, and what was measured of it.
  let reference: String?
  var theirs: Double?
  /// Ours by theirs, both of one run.
  var ratio: Double?
  /// What ratio, or what value where nothing is compared, there is to be at most.
  let goal: Double?
  /// What the README calls it; nil leaves it out there.
  let told: String?

  var key: Key { Key(section: section, name: name, reference: reference) }

  /// What a goal or another run is held against.
  var decisive: Double { ratio ?? ours }

  var missesGoal: Bool { goal.map { decisive > $0 } ?? false }

  /// The figure of several runs: the median of each number.
  static func median(of runs: [Figure]) -> Figure {
    var figure = runs[0]
    figure.ours = Stopwatch.median(runs.map(\.ours))
    figure.theirs = figure.theirs.map { _ in Stopwatch.median(runs.compactMap(\.theirs)) }
    figure.ratio = figure.ratio.map { _ in Stopwatch.median(runs.compactMap(\.ratio)) }
    return figure
  }

  /// The goal, or the value of another run, as it is compared.
  func shownDecisive(_ number: Double) -> String {
    ratio == nil ? unit.shown(number) : String(format: "%.2f", number)
  }

  /// The row of the README's table; nil where it has none.
  var row: String? {
    guard let told else { return nil }
    var instead = ""
    if let reference, let theirs { instead = "\(unit.shown(theirs)), \(reference)" }
    let ratio = ratio.map { String(format: "%.2f", $0) } ?? ""
    return "| \(told) | \(unit.shown(ours)) | \(instead) | \(ratio) |"
  }
}
