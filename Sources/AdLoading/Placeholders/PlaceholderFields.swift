// SPDX-License-Identifier: MIT
import AdModel

/// Reads the members of one placeholder change.
enum PlaceholderFields {
  enum Action: String {
    case add
    case update
    case remove
  }

  static func action(of change: JSONNode) throws(PlaceholderProblem) -> Action {
    let text = try read(.badAction) { () throws(JSONError) in
      try change.member("action").string()
    }
    guard let action = Action(rawValue: text) else {
      throw PlaceholderProblem(
        .badAction, "the action \(text.quotedForDisplay) is none of add, update and remove")
    }
    return action
  }

  static func identifier(
    _ key: String, of change: JSONNode
  ) throws(PlaceholderProblem) -> AdUnitID {
    let text = try read(.badID) { () throws(JSONError) in try change.member(key).string() }
    do {
      return try AdUnitID(text)
    } catch {
      throw PlaceholderProblem(.badID, "the \(key) is refused: \(error)")
    }
  }

  /// The rectangle, from the member `rect` or from beside the id.
  static func rect(of change: JSONNode) throws(PlaceholderProblem) -> AdRect {
    let rect = try read(.badRect) { () throws(JSONError) in
      let sides = try change.optional("rect")?.object() ?? change
      return AdRect(
        x: try sides.member("x").double(), y: try sides.member("y").double(),
        width: try sides.member("width").double(), height: try sides.member("height").double())
    }
    guard rect.isFinite, rect.width >= 0, rect.height >= 0 else {
      throw PlaceholderProblem(
        .badRect, "the rect \(rect.displayText) is refused; no side may be negative or infinite")
    }
    return rect
  }

  /// Reads a member; where that fails, the problem names the place in the message.
  private static func read<Value>(
    _ reason: PlaceholderProblem.Reason, _ body: () throws(JSONError) -> Value
  ) throws(PlaceholderProblem) -> Value {
    do {
      return try body()
    } catch {
      throw PlaceholderProblem(reason, "\(error)")
    }
  }
}
