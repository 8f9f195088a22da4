// SPDX-License-Identifier: MIT
public import AdModel

extension JSONError {
  /// The faults of JSON texts and documents.
  public static let kinds = [
    ErrorKind(1, "empty", "Give a text that holds a value."),
    ErrorKind(2, "unexpectedEnd", "Check that the text has arrived whole."),
    ErrorKind(3, "unexpectedByte", "Correct the text at the place that the message names."),
    ErrorKind(4, "trailingContent", "Remove what follows the value."),
    ErrorKind(5, "byteOrderMark", "Store the text without a byte order mark."),
    ErrorKind(6, "invalidUTF8", "Store the text as UTF-8."),
    ErrorKind(7, "controlCharacter", "Escape the control character."),
    ErrorKind(8, "invalidEscape", "Correct the escape that the message names."),
    ErrorKind(9, "loneSurrogate", "Write both halves of the pair, or neither."),
    ErrorKind(10, "invalidNumber", "Write the number as RFC 8259 asks."),
    ErrorKind(11, "numberOutOfRange", "Choose a number that 64 bits can hold."),
    ErrorKind(12, "duplicateKey", "Name each key of an object once."),
    ErrorKind(13, "tooDeep", "Nest containers less deeply."),
    ErrorKind(14, "tooLarge", "Give a shorter text."),
    ErrorKind(15, "missingMember", "Add the member that the message names."),
    ErrorKind(16, "unknownMember", "Remove the member, or use a version that knows it."),
    ErrorKind(17, "wrongType", "Give the type of value that the message names."),
    ErrorKind(18, "notAllowed", "Give a value that the message allows."),
    ErrorKind(19, "notFinite", "Write a number that is finite."),
  ]
}

#if canImport(Foundation)
  extension JSONError: AdViewError {
    /// The code's name.
    public var kindName: String { code.description }
  }
#endif
