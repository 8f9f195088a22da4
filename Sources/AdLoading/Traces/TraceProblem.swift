// SPDX-License-Identifier: MIT
package import AdModel

/// Something in a trace that cannot be, and that a replay passes over.
package struct TraceProblem: Hashable, Sendable, CustomStringConvertible {
  /// The kind of thing that cannot be.
  package enum Kind: Hashable, Sendable {
    /// A placeholder message, or a change in it.
    case message(PlaceholderProblem)
    /// Percentages of a page's template.
    case thresholds(InvalidValue)
  }

  /// The line, counted from 1.
  package let line: Int
  /// The part of the line that cannot be.
  package let kind: Kind

  /// The line and what is wrong there.
  package var description: String {
    switch kind {
    case .message(let problem): "line \(line): \(problem)"
    case .thresholds(let problem): "line \(line): \(problem)"
    }
  }
}

extension Trace {
  /// The problems that a replay of the trace passes over, in the order of its lines.
  ///
  /// - Complexity: O(*n*) in the lines; placeholder messages are read.
  package var problems: [TraceProblem] {
    var tracker = PlaceholderTracker()
    return steps.flatMap { step -> [TraceProblem] in
      switch step.event {
      case .message(let text):
        return tracker.handle(text).problems.map {
          TraceProblem(line: step.line, kind: .message($0))
        }
      case .remote(let fetch, let render):
        do throws(InvalidValue) {
          _ = try RemoteThresholds(fetch: fetch, render: render)
          return []
        } catch {
          return [TraceProblem(line: step.line, kind: .thresholds(error))]
        }
      case .viewport, .frame, .remove, .consent, .app, .start, .loading: return []
      }
    }
  }
}
