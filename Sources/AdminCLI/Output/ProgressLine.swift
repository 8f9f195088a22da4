// SPDX-License-Identifier: MIT
import AdModel

/// Tells a person at a terminal how far a long command is, how fast it is and how long it still
/// takes: `verifying 412000 of 1000000 entries, 41 %, 96000/s, 7 s left`.
///
/// The line stands on standard error, begins after half a second, is written over ten times a
/// second at most, and is gone at the end. Where no terminal shows it, nothing is written.
package final class ProgressLine {
  private let verb: String
  private let noun: String
  private let channel: any OutputChannel
  private let isWatched: Bool
  private let now: () -> Timestamp
  private let start: Timestamp
  private var shownAt: Timestamp?

  /// Starts the clock; shows nothing yet.
  /// - Parameter host: Where to show it, and the time.
  package init(_ verb: String, _ noun: String, host: Host) {
    self.verb = verb
    self.noun = noun
    channel = host.errors
    isWatched = host.errors.isTerminal
    now = host.now
    start = host.now()
  }

  /// Shows how far it is, where it is time to.
  /// - Parameter total: How much there is; nil where nobody knows.
  package func show(_ done: Int64, of total: Int64? = nil) {
    guard isWatched else { return }
    let time = now()
    let due = shownAt?.advanced(by: 100) ?? start.advanced(by: 500)
    guard time >= due else { return }
    shownAt = time
    // The work goes on where the terminal is gone.
    try? channel.write(
      Array("\r\(text(done, total, after: time.milliseconds - start.milliseconds))\u{1b}[K".utf8))
  }

  /// Takes the line away.
  package func end() {
    guard shownAt != nil else { return }
    shownAt = nil
    try? channel.write(Array("\r\u{1b}[K".utf8))
  }

  private func text(_ done: Int64, _ total: Int64?, after elapsed: Int64) -> String {
    let rate = Double(done) * 1_000 / Double(max(elapsed, 1))
    let speed = rate < 1 ? "" : ", \(Int64(rate))/s"
    guard let total, total > 0 else { return "\(verb) \(done) \(noun)\(speed)" }
    let percent = min(100, Int64(100 * Double(done) / Double(total)))
    guard rate > 0 else { return "\(verb) \(done) of \(total) \(noun), \(percent) %" }
    let seconds = Double(max(0, total - done)) / rate
    let left = seconds < 120 ? "\(Int64(seconds.rounded(.up))) s" : "\(Int64(seconds / 60)) min"
    return "\(verb) \(done) of \(total) \(noun), \(percent) %\(speed), \(left) left"
  }
}

extension CommandRun {
  /// Runs a long piece of work that tells how far it is, and can be ended with Ctrl-C.
  /// - Parameter body: The work; it calls its argument from time to time, which throws where the
  ///   user wants no more.
  /// - Throws: What `body` throws.
  package func withProgress<Result>(
    _ verb: String, _ noun: String,
    _ body: (_ show: (_ done: Int64, _ total: Int64?) throws -> Void) throws -> Result
  ) throws -> Result {
    try checkInterruption()
    let line = ProgressLine(verb, noun, host: host)
    defer { line.end() }
    return try body { done, total in
      try checkInterruption()
      line.show(done, of: total)
    }
  }

  /// Goes through rows of which nobody knows how many there are, tells how far it is, and can be ended
  /// with Ctrl-C.
  /// - Parameter body: The work; it calls its argument before each row.
  /// - Throws: What `body` throws.
  package func withRows<Result>(
    _ verb: String, _ noun: String, _ body: (_ next: () throws -> Void) throws -> Result
  ) throws -> Result {
    let line = ProgressLine(verb, noun, host: host)
    defer { line.end() }
    var done: Int64 = 0
    return try body {
      try checkInterruption()
      done += 1
      line.show(done)
    }
  }
}
