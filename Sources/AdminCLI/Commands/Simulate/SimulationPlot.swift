// SPDX-License-Identifier: MIT
import AdLoading
import AdModel
import AdReports
import AdSystem

/// Draws what `simulate` compares.
enum SimulationPlot {
  static let file = Option(
    "plot", .writtenFile, "Draw wasted fetches against late displays and viewable rate, as SVG.")

  static func isWanted(_ run: CommandRun) -> Bool { run.input[file] != nil }

  /// Writes the picture of some trials, if there shall be one.
  static func write(_ trials: [ThresholdTrial], _ run: CommandRun) throws {
    guard let file = run.input[file] else { return }
    let source =
      run.input[SimulateOptions.session].map {
        "session \($0)"
      }
      ?? run.input.optional(SimulateOptions.file).map { $0 == "-" ? "a trace" : "trace \($0)" }
      ?? ""
    let page = run.input[SimulateOptions.page].map { ", page \($0)" } ?? ""
    let picture = TradeOffPicture(
      trials.map { TradeOffCandidate(trial: $0) }, title: "Threshold sets compared",
      subtitle: source + page)
    try run.writeOutput(Array(picture.svg.utf8), to: file)
  }

  /// Draws a front of settings beside the one that the sessions had.
  static func write(_ search: ThresholdSearch, _ rows: [SearchRow], _ run: CommandRun) throws {
    guard let file = run.input[file], let own = rows.first else { return }
    func candidate(_ result: ThresholdSearch.Result) -> TradeOffCandidate {
      TradeOffCandidate(
        trial: result.trial(own: own.trial.thresholds), averagePeak: result.sum.averagePeak)
    }
    let front = rows.dropFirst().map(\.result)
    let picture = TradeOffPicture(
      front.map(candidate), own: candidate(own.result),
      beaten: search.results.dropFirst().filter { !front.contains($0) }.map(candidate),
      title: "Thresholds that no other setting beats",
      subtitle: "\(front.count) of \((search.results.count - 1).counted("setting")), over "
        + own.result.sum.sessions.counted("session"))
    try run.writeOutput(Array(picture.svg.utf8), to: file)
  }
}
