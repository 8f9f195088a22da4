// SPDX-License-Identifier: MIT

/// Why a placeholder message, or one change in it, was passed over.
package struct PlaceholderProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable name of what was wrong.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    /// The message is not JSON, or beyond the limits of a message.
    case notJSON
    /// The message is neither an object nor an array of objects.
    case notAnObject
    /// The action is missing or none of `begin`, `add`, `update` and `remove`.
    case badAction
    /// The id is missing, no text, empty or too long, or the ad unit beside it is no ad unit id.
    case badID
    /// A side is missing, not a number or negative.
    case badRect
    /// An update or a removal names a placeholder that was never added.
    case unknownID
    /// Another placeholder has the same ad unit.
    case unitInUse
    /// The page has more placeholders than are tracked.
    case tooMany
  }

  /// The stable name of what was wrong.
  package let reason: Reason
  /// The fault in one line, with the id where it is known.
  package let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
