// SPDX-License-Identifier: MIT

/// A value that a command takes by position, in whatever type it has: what a command lists.
package protocol DeclaresArgument: Sendable {
  /// The argument as the parser, help and completion see it.
  var declaration: ArgumentDeclaration { get }
}

/// How many values an argument takes. Only the last argument of a command may take other than one.
package enum ArgumentCount: Sendable {
  /// Exactly one.
  case one
  /// One or none.
  case optional
  /// One or more.
  case many
  /// Any number, also none.
  case any
}

/// An argument without its value's type.
package struct ArgumentDeclaration: Sendable {
  let value: ValueShape
  let summary: String
  let count: ArgumentCount
  /// Whether its value may name a person; such a value is never repeated in a message.
  let isPersonal: Bool
  /// Whether a text can be its value.
  /// - Throws: What the kind's reader throws.
  let accepts: @Sendable (String) throws -> Bool

  var placeholder: String { value.placeholder }

  /// As it stands in a usage line: `UNIT`, `[UNIT]`, `UNIT…`.
  var formatted: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .many: "\(placeholder)…"
    case .any: "[\(placeholder)…]"
    }
  }
}

/// A value that a command takes by position: `unit show UNIT`.
package struct Argument<Value: Sendable>: DeclaresArgument {
  package let declaration: ArgumentDeclaration
  let kind: ValueKind<Value>

  /// Declares an argument; its placeholder is its kind's.
  /// - Parameters:
  ///   - kind: What its value may be.
  ///   - summary: One sentence for help.
  ///   - isPersonal: Whether its value may name a person.
  package init(
    _ kind: ValueKind<Value>, _ summary: String, count: ArgumentCount = .one,
    isPersonal: Bool = false
  ) {
    self.kind = kind
    declaration = ArgumentDeclaration(
      value: kind.shape, summary: summary, count: count, isPersonal: isPersonal,
      accepts: { try kind.read($0) != nil })
  }
}
