// SPDX-License-Identifier: MIT

/// The values given to one command, checked against its declaration.
///
/// Every text has been read once by its kind before a command sees it, so asking cannot fail.
/// Asking for an option or argument that the command does not declare is a programmer's error.
package struct Invocation: Sendable {
  var options = ParsedOptions()
  var arguments = ParsedOptions()
  /// Where each value stands on the command line.
  var places: [ValuePlace] = []
  /// The names of what the command declares; nil before a command was found.
  var declared: [String]?

  /// A value with the token that it was read from.
  struct ValuePlace: Sendable {
    let index: Int
    let value: String
    let completion: Completion
  }

  /// Reading what the command does not declare would always find nothing: a programmer's error,
  /// which ends a debug build and every test that gets there.
  private func check(_ name: String) {
    assert(declared?.contains(name) ?? true, "the command does not declare '\(name)'")
  }

  /// The value of an option, or nil where it was not given.
  package subscript<Value>(option: Option<Value>) -> Value? {
    all(option).last
  }

  /// Whether a flag was given.
  package subscript(flag: Flag) -> Bool {
    check(flag.declaration.name)
    return options[flag.declaration.name] != nil
  }

  /// The value of an argument that must be given.
  /// - Parameter argument: An argument that the command declares with the count `one`.
  /// - Precondition: The command declares it.
  package subscript<Value>(argument: Argument<Value>) -> Value {
    guard let value = all(argument).first else {
      preconditionFailure("the command does not require \(argument.declaration.placeholder)")
    }
    return value
  }

  /// The value of an argument that may be missing.
  /// - Parameter argument: An argument that the command declares with the count `optional`.
  /// - Returns: The value, or nil where none was given.
  package func optional<Value>(_ argument: Argument<Value>) -> Value? {
    all(argument).first
  }

  /// All values of an option that repeats, in the order given.
  /// - Returns: The values, none where the option was not given.
  package func all<Value>(_ option: Option<Value>) -> [Value] {
    check(option.declaration.name)
    return (options[option.declaration.name] ?? []).compactMap { try? option.kind.read($0) }
  }

  /// All values of an argument that repeats, in the order given.
  /// - Parameter argument: An argument that the command declares with the count `many`.
  package func all<Value>(_ argument: Argument<Value>) -> [Value] {
    check(argument.declaration.placeholder)
    return (arguments[argument.declaration.placeholder] ?? []).compactMap {
      try? argument.kind.read($0)
    }
  }
}
