// SPDX-License-Identifier: MIT
import Foundation

/// The last run that was recorded: a file beside the benchmarks, from which the README's table is.
struct Record: Codable {
  /// What it was measured on; times of another machine say nothing about ours.
  let machine: String
  /// The day, as `2026-11-23`.
  let date: String
  let figures: [Figure]

  /// By how much a figure may be worse than the recorded one before it is named.
  static let tolerance = 1.15
  private static let path = "scripts/benchmarks/measured.json"
  private static let (start, end) = ("<!-- measured: ", "<!-- measured -->")

  init(_ figures: [Figure], on date: Date) {
    self.figures = figures
    machine = Self.thisMachine
    self.date = date.formatted(.iso8601.year().month().day())
  }

  /// Reads the recorded run; nil where there is none.
  init?(in root: URL) throws {
    let file = root.appending(path: Self.path)
    guard FileManager.default.fileExists(atPath: file.path()) else { return nil }
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }

  /// Writes the file, and the README's table from it.
  func write(in root: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var text = try encoder.encode(self)
    text.append(UInt8(ascii: "\n"))
    try text.write(to: root.appending(path: Self.path))
    let file = root.appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    guard let first = readme.range(of: Self.start),
      let last = readme.range(of: Self.end, range: first.upperBound..<readme.endIndex)
    else { throw Failure(description: "README.md has no place for the table") }
    try readme.replacingCharacters(in: first.lowerBound..<last.upperBound, with: table)
      .write(to: file, atomically: true, encoding: .utf8)
  }

  /// The table with the marks around it.
  var table: String {
    let rows = figures.compactMap(\.row)
    return """
      \(Self.start)written by scripts/bench --record -->
      Measured \(date) on \(machine).

      | what | AdView | instead | ratio |
      |---|---:|---|---:|
      \(rows.joined(separator: "\n"))
      \(Self.end)
      """
  }

  /// Names what is worse than it was recorded: ratios and sizes, and times of the same machine.
  /// - Returns: Whether anything is.
  func names(worse figures: [Figure]) -> Bool {
    let recorded = Dictionary(self.figures.map { ($0.key, $0) }) { first, _ in first }
    let isSame = machine == Self.thisMachine
    var isAnyWorse = false
    for figure in figures {
      guard let old = recorded[figure.key], figure.ratio != nil || figure.unit == .bytes || isSame,
        figure.decisive > old.decisive * Self.tolerance
      else { continue }
      isAnyWorse = true
      let (now, before) = (figure.decisive, old.decisive)
      Report.show(
        "worse: \(figure.section): \(figure.name): \(figure.shownDecisive(now)), "
          + "\(date) \(figure.shownDecisive(before))")
    }
    return isAnyWorse
  }

  /// Processors and system, as people compare them.
  private static var thisMachine: String {
    let information = ProcessInfo.processInfo
    let described = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = described.split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    return "\(information.activeProcessorCount) × \(model ?? "processor"), "
      + information.operatingSystemVersionString
  }
}
