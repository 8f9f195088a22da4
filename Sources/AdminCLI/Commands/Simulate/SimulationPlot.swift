// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports

/// Draws what `simulate` compares.
enum SimulationPlot {
  static let file = Option(
    "plot", .file, "Draw wasted fetches against late displays and viewable rate, as SVG.")

  static func isWanted(_ run: CommandRun) -> Bool { run.input[file] != nil }

  /// Writes the picture of some trials, if there shall be one.
  static func write(_ trials: [ThresholdTrial], _ run: CommandRun) throws {
    guard let file = run.input[file] else { return }
    let source =
      run.input[SimulateOptions.session].map {
        "session \($0)"
      }
      ?? SimulateOptions.trace(of: run).map { $0 == "-" ? "a trace" : "trace \($0)" } ?? ""
    let page = run.input[SimulateOptions.page].map { ", page \($0)" } ?? ""
    try write(trials, subtitle: source + page, to: file, run)
  }

  /// Writes the picture of some trials into a file.
  static func write(
    _ trials: [ThresholdTrial], subtitle: String, to file: String, _ run: CommandRun
  ) throws {
    if run.isDryRun { return try run.note("would write \(file)") }
    let picture = TradeOffPicture(
      trials, title: "Threshold sets compared", subtitle: subtitle)
    try run.host.files.write(Array(picture.svg.utf8), to: file, for: .owner)
    try run.note("wrote \(file)")
  }
}
