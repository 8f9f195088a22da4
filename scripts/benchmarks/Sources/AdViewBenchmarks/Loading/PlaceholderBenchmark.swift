// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// What it costs to follow a page that reports every placeholder by messages while it scrolls.
enum PlaceholderBenchmark {
  private static let placeholders = 20
  private static let messages = 5_000
  /// One message each millisecond.
  private static let seconds = 5.0

  static func run(_ workplace: Workplace, _ report: inout Report) throws {
    report.section("Placeholders: \(messages) messages in 5 s (processor time)")
    let stream = stream()
    var transitions = 0
    let rounds = try (0..<3).map { _ in
      try Stopwatch.processorSeconds { transitions = try follow(stream) }
    }
    guard transitions > 0 else { throw Failure(description: "no ad was loaded") }
    report.single(
      "reading, tracking and deciding, at most 1 % of a core", Stopwatch.median(rounds),
      limit: seconds / 100, told: "5,000 placeholder messages: reading, tracking, deciding")
  }

  /// Adds each placeholder, then moves one after the other up as the page scrolls down.
  private static func stream() -> [String] {
    (0..<messages).map { number in
      let id = number % placeholders
      let action = number < placeholders ? "add" : "update"
      let y = Double(id) * 900 - Double(number) * 2.4
      return """
        {"id":"div-gpt-ad-mobile_\(id)","action":"\(action)",\
        "rect":{"x":36.5,"y":\(y),"width":320,"height":320}}
        """
    }
  }

  private static func follow(_ stream: [String]) throws -> Int {
    var tracker = PlaceholderTracker()
    var engine = LoadingEngine(
      under: LoadingTerms(gate: .open(LoadPermit(record: ConsentRecordID(1), mode: .personalized))))
    let viewport = AdRect(x: 0, y: 0, width: 393, height: 852)
    var transitions = try engine.handle(.viewport(viewport), at: 0).count
    for (time, message) in stream.enumerated() {
      let outcome = tracker.handle(message)
      guard outcome.problems.isEmpty else { throw Failure(description: "\(outcome.problems)") }
      for event in outcome.events {
        transitions += try engine.handle(event, at: Int64(time)).count
      }
    }
    return transitions
  }
}
