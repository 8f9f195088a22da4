// SPDX-License-Identifier: MIT
import Foundation

/// The table that a run prints, section by section as they are measured.
struct Report {
  /// What a ratio is to be at most.
  struct Goal {
    let atMost: Double
  }

  /// How many goals were measured, and which of them were missed.
  private(set) var goals = 0
  private(set) var missed: [String] = []

  /// Begins a section.
  func section(_ title: String) {
    Self.show("\n\(title)\n\(String(repeating: "-", count: title.count))")
  }

  /// Prints ours beside a reference, both in seconds for all of `count` operations.
  mutating func compare(
    _ what: String, ours: Double, _ reference: String, _ theirs: Double, count: Int = 1,
    goal: Goal? = nil
  ) {
    let ratio = ours / theirs
    var line = padded(what, 50) + padded(Self.time(ours / Double(count)), 10, right: true)
    line += "   " + padded(reference, 26)
    line += padded(Self.time(theirs / Double(count)), 10, right: true)
    line += padded(String(format: "%.2f", ratio), 9, right: true)
    if let goal {
      goals += 1
      let isMet = ratio <= goal.atMost
      if !isMet { missed.append("\(what): \(String(format: "%.2f", ratio)), goal \(goal.atMost)") }
      line += "  goal \(goal.atMost) \(isMet ? "met" : "MISSED")"
    }
    Self.show(line)
  }

  /// Prints a time of ours with a limit of its own, both in seconds.
  mutating func single(_ what: String, _ seconds: Double, limit: Double? = nil) {
    var line = padded(what, 50) + padded(Self.time(seconds), 10, right: true)
    if let limit {
      goals += 1
      let isMet = seconds <= limit
      if !isMet { missed.append("\(what): \(Self.time(seconds)), goal \(Self.time(limit))") }
      line += "   goal \(Self.time(limit)) \(isMet ? "met" : "MISSED")"
    }
    Self.show(line)
  }

  /// Prints a size with a limit, both in bytes.
  mutating func bytes(_ what: String, _ bytes: Double, limit: Double? = nil) {
    let written = String(format: "%.1f B", bytes)
    var line = padded(what, 50) + padded(written, 10, right: true)
    if let limit {
      goals += 1
      if bytes > limit { missed.append("\(what): \(written), goal \(limit) B") }
      line += "   goal \(limit) B \(bytes <= limit ? "met" : "MISSED")"
    }
    Self.show(line)
  }

  /// Prints a remark, or what was left out and why.
  func note(_ text: String) { Self.show("  \(text)") }

  /// Prints how the goals stand.
  func summary() {
    Self.show("\n\(goals - missed.count) of \(goals) goals met")
    for goal in missed { Self.show("missed: \(goal)") }
  }

  /// Writes a line at once, so that a long run shows how far it is.
  private static func show(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// A duration in the unit that suits it.
  static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-6: String(format: "%.0f ns", seconds * 1e9)
    case ..<1e-3: String(format: "%.2f us", seconds * 1e6)
    case ..<1: String(format: "%.2f ms", seconds * 1e3)
    default: String(format: "%.2f s", seconds)
    }
  }

  private func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return right ? space + text : text + space
  }
}
