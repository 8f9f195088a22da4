// SPDX-License-Identifier: MIT

/// Where a value stands in a document: `units[3].label`, or `document` for the whole.
package struct JSONPath: Sendable, Equatable, CustomStringConvertible {
  /// One step from a container to what it holds.
  package enum Step: Sendable, Equatable {
    /// Into an object, by key.
    case key(String)
    /// Into an array, by zero-based place.
    case index(Int)
  }

  /// The steps from the document to the value.
  package let steps: [Step]

  /// Makes a path of steps; the empty path is the document itself.
  package init(_ steps: [Step] = []) { self.steps = steps }

  /// The path one step further.
  func appending(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }

  /// The path one step further up: what stands there was found inside `step`.
  func inside(_ step: Step) -> JSONPath { JSONPath([step] + steps) }

  /// The path as people write it; a key that is no plain name is quoted as JSON, so that
  /// nothing in it can disturb a terminal, and a long one is cut.
  package var description: String {
    if steps.isEmpty { return "document" }
    var text = ""
    for step in steps {
      switch step {
      case .index(let place): text += "[\(place)]"
      case .key(let key) where Self.isPlain(key): text += text.isEmpty ? key : ".\(key)"
      case .key(let key): text += "[\(Self.quoted(key))]"
      }
    }
    return text
  }

  /// Whether a key can stand in a path without quotes.
  private static func isPlain(_ key: String) -> Bool {
    guard !key.isEmpty, key.utf8.count <= longestKey else { return false }
    return key.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
    }
  }

  /// A key in quotes, everything but printable ASCII escaped.
  private static func quoted(_ key: String) -> String {
    var text = "\""
    for scalar in key.unicodeScalars.prefix(longestKey) {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case " "..."~": text.unicodeScalars.append(scalar)
      default: text += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return text + (key.unicodeScalars.count > longestKey ? "…\"" : "\"")
  }

  /// How many characters of a key a path shows.
  private static let longestKey = 64
}
