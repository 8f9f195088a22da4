// SPDX-License-Identifier: MIT

/// A named option or flag, in whatever type its value has: what a command lists.
package protocol DeclaresOption: Sendable {
  /// The option as the parser, help and completion see it.
  var declaration: OptionDeclaration { get }
}

/// An option without its value's type.
package struct OptionDeclaration: Sendable {
  let name: String
  /// Nil for a flag.
  let value: ValueShape?
  let summary: String
  /// The value where the option is not given, as help shows it.
  let defaultDescription: String?
  let repeats: Bool
  /// Whether its value may name a person; such a value is never repeated in a message.
  let isPersonal: Bool
  /// Whether a text can be its value.
  /// - Throws: What the kind's reader throws.
  let accepts: @Sendable (String) throws -> Bool

  var formatted: String { "--\(name)" }
}

/// An option with a value: `--limit N`, `--limit=N`.
///
/// Declared once as a constant; the command lists it and asks the invocation for its value:
///
///     static let limit = Option("limit", .whole(in: 1...1_000_000), "How many rows at most.")
///     …
///     let limit = run.input[Self.limit] ?? 100
package struct Option<Value: Sendable>: DeclaresOption {
  package let declaration: OptionDeclaration
  let kind: ValueKind<Value>

  /// Declares an option.
  /// - Parameters:
  ///   - name: The name without its dashes.
  ///   - kind: What its value may be.
  ///   - summary: One sentence for help.
  ///   - defaultDescription: What holds where the option is not given, as help shows it.
  ///   - repeats: Whether the option may be given several times.
  ///   - isPersonal: Whether its value may name a person.
  package init(
    _ name: String, _ kind: ValueKind<Value>, _ summary: String, defaultDescription: String? = nil,
    repeats: Bool = false, isPersonal: Bool = false
  ) {
    self.kind = kind
    declaration = OptionDeclaration(
      name: name, value: kind.shape, summary: summary, defaultDescription: defaultDescription,
      repeats: repeats, isPersonal: isPersonal, accepts: { try kind.read($0) != nil })
  }
}

/// An option without a value: `--label-shown`.
package struct Flag: DeclaresOption {
  package let declaration: OptionDeclaration

  /// Declares a flag.
  /// - Parameters:
  ///   - name: The name without its dashes.
  ///   - summary: One sentence for help.
  package init(_ name: String, _ summary: String) {
    declaration = OptionDeclaration(
      name: name, value: nil, summary: summary, defaultDescription: nil, repeats: false,
      isPersonal: false, accepts: { _ in false })
  }
}
