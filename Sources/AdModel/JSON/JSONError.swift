// SPDX-License-Identifier: MIT

/// Why a JSON text or a document in it was refused; holds no value of the document.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of fault, stable across versions.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name that messages and programs see.
    public let description: String

    /// The text holds no value.
    public static let empty = Code(description: "empty")
    /// The text ends inside a value.
    public static let unexpectedEnd = Code(description: "unexpectedEnd")
    /// A byte stands where RFC 8259 allows none such.
    public static let unexpectedByte = Code(description: "unexpectedByte")
    /// Something follows the value.
    public static let trailingContent = Code(description: "trailingContent")
    /// The text begins with a byte order mark.
    public static let byteOrderMark = Code(description: "byteOrderMark")
    /// A string holds bytes that are not UTF-8.
    public static let invalidUTF8 = Code(description: "invalidUTF8")
    /// A string holds a control character that must be escaped.
    public static let controlCharacter = Code(description: "controlCharacter")
    /// A backslash is followed by something that is no escape.
    public static let invalidEscape = Code(description: "invalidEscape")
    /// Half of a surrogate pair stands alone.
    public static let loneSurrogate = Code(description: "loneSurrogate")
    /// A number is not written as RFC 8259 §6 asks.
    public static let invalidNumber = Code(description: "invalidNumber")
    /// A number fits neither 64 bits nor a finite double.
    public static let numberOutOfRange = Code(description: "numberOutOfRange")
    /// An object names a key twice.
    public static let duplicateKey = Code(description: "duplicateKey")
    /// Containers are nested beyond the limit.
    public static let tooDeep = Code(description: "tooDeep")
    /// The text is longer than the limit.
    public static let tooLarge = Code(description: "tooLarge")
    /// A member that the document needs is not there.
    public static let missingMember = Code(description: "missingMember")
    /// A member that the document does not know is there.
    public static let unknownMember = Code(description: "unknownMember")
    /// A value has another type than the document needs.
    public static let wrongType = Code(description: "wrongType")
    /// A value has the right type and is still not allowed.
    public static let notAllowed = Code(description: "notAllowed")
    /// A number to be written is infinite or not a number.
    public static let notFinite = Code(description: "notFinite")
  }

  /// A place in a text.
  public struct Position: Sendable, Equatable {
    /// The line, counted from 1.
    public let line: Int
    /// The Unicode scalar in the line, counted from 1.
    public let column: Int
  }

  /// The kind of fault.
  public let code: Code
  /// The fault and its remedy, in one sentence without full stop.
  public let message: String
  /// The value concerned.
  package let path: JSONPath
  /// Where the text goes wrong; `nil` when the text is JSON and its content is at fault, until
  /// `located(in:)` looks for it.
  public let position: Position?

  /// Says what is wrong at a place of a document.
  package init(
    _ code: Code, _ message: String, at path: JSONPath = JSONPath(), position: Position? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.position = position
  }

  /// The fault with its place, as `line 3, column 7: units[2].size: expected a string`.
  public var description: String {
    var text = ""
    if let position { text += "line \(position.line), column \(position.column): " }
    if !path.steps.isEmpty { text += "\(path): " }
    return text + message
  }
}
