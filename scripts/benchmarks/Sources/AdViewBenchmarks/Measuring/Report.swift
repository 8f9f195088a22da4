// SPDX-License-Identifier: MIT
import Foundation

/// What was measured. A section is run several times, and printed with the medians of its runs.
struct Report {
  /// What a ratio is to be at most.
  struct Goal {
    let atMost: Double
  }

  private enum Line {
    case title(String)
    case note(String)
    case figure(Figure)
  }

  /// The medians so far.
  private(set) var figures: [Figure] = []
  /// What the current run has measured so far.
  private var lines: [Line] = []
  private var title = ""

  /// Runs a section several times, and prints it.
  mutating func measure(
    _ name: String, runs: Int, _ section: (inout Report) throws -> Void
  ) throws {
    var measured: [[Line]] = []
    for run in 1...runs {
      Self.tell("measuring \(name), \(run) of \(runs)")
      lines = []
      try section(&self)
      measured.append(lines)
    }
    let all = measured.joined().compactMap { line -> Figure? in
      if case .figure(let figure) = line { figure } else { nil }
    }
    for line in lines {
      switch line {
      case .title(let title):
        Self.show("\n\(title)\n\(String(repeating: "-", count: title.count))")
      case .note(let text): Self.show("  \(text)")
      case .figure(let figure):
        let median = Figure.median(of: all.filter { $0.key == figure.key })
        figures.append(median)
        Self.show(Self.written(median))
      }
    }
  }

  // MARK: For the sections

  /// Begins a section.
  mutating func section(_ title: String) {
    self.title = title
    lines.append(.title(title))
  }

  /// Notes ours beside a reference, both in seconds, or in bytes, for all of `count` operations.
  /// What the README shows, `told` names.
  mutating func compare(
    _ what: String, ours: Double, _ reference: String, _ theirs: Double, count: Int = 1,
    unit: Figure.Unit = .seconds, goal: Goal? = nil, told: String? = nil
  ) {
    add(
      Figure(
        section: title, name: what, unit: unit, ours: ours / Double(count), reference: reference,
        theirs: theirs / Double(count), ratio: ours / theirs, goal: goal?.atMost, told: told))
  }

  /// Notes a time of ours with a limit of its own, both in seconds.
  mutating func single(
    _ what: String, _ seconds: Double, limit: Double? = nil, told: String? = nil
  ) {
    add(
      Figure(
        section: title, name: what, unit: .seconds, ours: seconds, reference: nil, theirs: nil,
        ratio: nil, goal: limit, told: told))
  }

  /// Notes a size with a limit, both in bytes.
  mutating func bytes(_ what: String, _ bytes: Double, limit: Double? = nil) {
    add(
      Figure(
        section: title, name: what, unit: .bytes, ours: bytes, reference: nil, theirs: nil,
        ratio: nil, goal: limit, told: nil))
  }

  /// Prints a remark, or what was left out and why.
  mutating func note(_ text: String) { lines.append(.note(text)) }

  private mutating func add(_ figure: Figure) { lines.append(.figure(figure)) }

  // MARK: Printing

  /// Prints how the goals stand.
  func summary() {
    let goals = figures.filter { $0.goal != nil }
    let missed = goals.filter(\.missesGoal)
    Self.show("\n\(goals.count - missed.count) of \(goals.count) goals met")
    for figure in missed {
      let goal = figure.shownDecisive(figure.goal ?? 0)
      Self.show(
        "missed: \(figure.name): \(figure.shownDecisive(figure.decisive)), goal \(goal)")
    }
  }

  private static func written(_ figure: Figure) -> String {
    var line = padded(figure.name, 52) + padded(figure.unit.shown(figure.ours), 10, right: true)
    if let reference = figure.reference, let theirs = figure.theirs, let ratio = figure.ratio {
      line += "   " + padded(reference, 28) + padded(figure.unit.shown(theirs), 10, right: true)
      line += padded(String(format: "%.2f", ratio), 9, right: true)
    }
    if let goal = figure.goal {
      line += "  goal \(figure.shownDecisive(goal)) \(figure.missesGoal ? "MISSED" : "met")"
    }
    return line
  }

  /// Writes a line at once, so that a long run shows how far it is.
  static func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Tells how far a run is.
  private static func tell(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  private static func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return right ? space + text : text + space
  }
}
