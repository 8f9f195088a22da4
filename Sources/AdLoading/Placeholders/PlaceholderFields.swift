// SPDX-License-Identifier: MIT
import AdModel

/// Reads the members of one placeholder change.
enum PlaceholderFields {
  enum Action: String {
    case add
    case update
    case remove
  }

  static func action(of change: JSONObject) throws(PlaceholderProblem) -> Action {
    guard case .string(let text) = change["action"] else {
      throw PlaceholderProblem(.badAction, "the action is missing; send add, update or remove")
    }
    guard let action = Action(rawValue: text) else {
      throw PlaceholderProblem(
        .badAction, "the action \(text.quotedForDisplay) is none of add, update and remove")
    }
    return action
  }

  static func identifier(
    _ key: String, of change: JSONObject
  ) throws(PlaceholderProblem) -> AdUnitID {
    guard case .string(let text) = change[key] else {
      throw PlaceholderProblem(.badID, "the \(key) is missing or not a text")
    }
    do {
      return try AdUnitID(text)
    } catch {
      throw PlaceholderProblem(.badID, "the \(key) is refused: \(error)")
    }
  }

  /// The rectangle, from the member `rect` or from beside the id.
  static func rect(of change: JSONObject) throws(PlaceholderProblem) -> AdRect {
    var sides = change
    if let rect = change["rect"], rect != .null {
      guard case .object(let object) = rect else {
        throw PlaceholderProblem(.badRect, "the rect is \(rect.kind); send an object")
      }
      sides = object
    }
    let rect = AdRect(
      x: try number("x", of: sides), y: try number("y", of: sides),
      width: try number("width", of: sides), height: try number("height", of: sides))
    guard rect.isFinite, rect.width >= 0, rect.height >= 0 else {
      throw PlaceholderProblem(
        .badRect, "the rect \(rect.displayText) is refused; no side may be negative or infinite")
    }
    return rect
  }

  private static func number(
    _ key: String, of sides: JSONObject
  ) throws(PlaceholderProblem) -> Double {
    switch sides[key] {
    case .integer(let value): return Double(value)
    case .double(let value): return value
    case nil, .null:
      throw PlaceholderProblem(.badRect, "\(key) is missing; send x, y, width and height")
    case .bool, .string, .array, .object:
      throw PlaceholderProblem(.badRect, "\(key) is not a number")
    }
  }
}
