// SPDX-License-Identifier: MIT
import AdModel

/// Reads the members of one placeholder change.
enum PlaceholderFields {
  enum Action: String {
    case begin
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
        .badAction, "the action \(text.quotedForDisplay) is none of begin, add, update and remove")
    }
    return action
  }

  /// The longest id of a placeholder, in UTF-8 bytes.
  static let longestID = 256

  /// The name of the placeholder in its page, of up to ``longestID`` bytes.
  static func identifier(of change: JSONNode) throws(PlaceholderProblem) -> String {
    let text = try read(.badID) { () throws(JSONError) in try change.member("id").string() }
    guard (1...longestID).contains(text.utf8.count) else {
      throw PlaceholderProblem(
        .badID,
        "the id has \(text.utf8.count) bytes; it must have 1 to \(longestID)")
    }
    return text
  }

  /// The ad unit that a placeholder shows: the one beside its id, or the id itself.
  static func unit(
    of change: JSONNode, named id: String
  ) throws(PlaceholderProblem) -> AdUnitID {
    let named = try read(.badID) { () throws(JSONError) in
      try change.optional("adUnitId")?.string()
    }
    do {
      if let named { return try AdUnitID(named) }
      if let unit = try? AdUnitID(id) { return unit }
      return try AdUnitID(id.percentEncoded)
    } catch {
      throw PlaceholderProblem(.badID, "the ad unit is refused: \(error)")
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

  /// The most rectangles that tell which parts of a placeholder could be seen.
  static let mostParts = 64

  /// The parts that are neither clipped nor covered, from the placeholder's top left corner; nil where
  /// nothing is said.
  static func parts(
    of change: JSONNode, in rect: AdRect
  ) throws(PlaceholderProblem) -> [AdRect]? {
    let parts = try read(.badRect) { () throws(JSONError) -> [AdRect]? in
      guard let elements = try change.optional("visible")?.elements() else { return nil }
      return try elements.map { (element) throws(JSONError) -> AdRect in
        let sides = try element.elements()
        guard sides.count == 4 else { throw element.notAllowed("a part has four numbers") }
        return AdRect(
          x: try sides[0].double() - rect.x, y: try sides[1].double() - rect.y,
          width: try sides[2].double(), height: try sides[3].double())
      }
    }
    guard (parts?.count ?? 0) <= mostParts,
      parts?.allSatisfy({ $0.isFinite && $0.width >= 0 && $0.height >= 0 }) ?? true
    else {
      throw PlaceholderProblem(
        .badRect, "visible has more than \(mostParts) parts, or one with a side that cannot be")
    }
    return parts
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
