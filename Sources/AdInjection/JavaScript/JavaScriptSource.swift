// SPDX-License-Identifier: MIT

/// JavaScript text that we wrote, into which only encoded values and other such text can be put.
///
/// A literal of this type takes `JavaScriptLiteral` and `JavaScriptSource` as interpolations and
/// nothing else: pasting a `String` into a script does not compile.
package struct JavaScriptSource: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// The text as it goes to the page.
  package let text: String

  /// Takes a piece of script as it stands.
  package init(stringLiteral value: String) {
    self.text = value
  }

  /// Takes a piece of script with the values put into it.
  ///
  /// - Parameter stringInterpolation: The pieces, in order.
  package init(stringInterpolation: Interpolation) {
    self.text = stringInterpolation.text
  }

  private init(text: String) {
    self.text = text
  }

  /// This script with every line that is not empty moved right by so many spaces.
  package func indented(by spaces: Int) -> JavaScriptSource {
    let margin = [UInt8](repeating: UInt8(ascii: " "), count: spaces)
    var moved: [UInt8] = []
    moved.reserveCapacity(text.utf8.count * 5 / 4)
    var isLineStart = true
    for byte in text.utf8 {
      let endsLine = byte == UInt8(ascii: "\n")
      if isLineStart, !endsLine { moved += margin }
      moved.append(byte)
      isLineStart = endsLine
    }
    return JavaScriptSource(text: String(decoding: moved, as: UTF8.self))
  }

  /// These scripts one after another, each beginning on its own line.
  package static func joined(_ parts: [JavaScriptSource]) -> JavaScriptSource {
    JavaScriptSource(text: parts.map(\.text).joined(separator: "\n"))
  }

  /// The parts of an interpolated script literal.
  package struct Interpolation: StringInterpolationProtocol {
    var text = ""

    /// Makes room for the pieces of one literal.
    ///
    /// - Parameter literalCapacity: The length of the literal text, in bytes.
    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 32)
    }

    /// Takes the script text between two values.
    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Takes an encoded value.
    package mutating func appendInterpolation(_ value: JavaScriptLiteral) {
      text += value.text
    }

    /// Takes another script.
    package mutating func appendInterpolation(_ source: JavaScriptSource) {
      text += source.text
    }
  }

  /// The interpolation that this type's literals use.
  package typealias StringInterpolation = Interpolation
}
