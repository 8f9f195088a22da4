// SPDX-License-Identifier: MIT
public import AdModel

extension InvalidValue {
  /// The rules of values that can be broken.
  public static let kinds = [
    ErrorKind(1, "empty", "Give a value."),
    ErrorKind(2, "tooLong", "Shorten it to the limit that the message names."),
    ErrorKind(3, "badCharacter", "Leave the character out that the message names."),
    ErrorKind(4, "malformed", "Write it in the form that the message names."),
    ErrorKind(5, "outOfRange", "Choose a number within the range that the message names."),
    ErrorKind(6, "contradiction", "Change one of the two values that contradict each other."),
    ErrorKind(7, "duplicate", "Give each value once."),
  ]
}

#if canImport(Foundation)
  extension InvalidValue: AdViewError {
    /// The code's name.
    public var kindName: String { code.rawValue }
  }
#endif
