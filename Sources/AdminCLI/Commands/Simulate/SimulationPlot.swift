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
    if run.isDryRun { return try run.note("would write \(file)") }
    let source =
      run.input[SimulateOptions.session].map {
        "session \($0)"
      }
      ?? SimulateOptions.trace(of: run).map { $0 == "-" ? "a trace" : "trace \($0)" } ?? ""
    let page = run.input[SimulateOptions.page].map { ", page \($0)" } ?? ""
    let picture = TradeOffPicture(
      trials, title: "Threshold sets compared", subtitle: source + page)
    try run.host.files.write(Array(picture.svg.utf8), to: file, for: .owner)
    try run.note("wrote \(file)")
  }
}
