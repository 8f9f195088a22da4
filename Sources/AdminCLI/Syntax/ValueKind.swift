// SPDX-License-Identifier: MIT
package import AdModel
import AdSystem

/// What may stand where a value is asked for, and how its text becomes that value.
///
/// One kind serves parsing, help, error messages and shell completion:
///
///     static let page = ValueKind<PageID>("PAGE", expected: "a page name") { try PageID($0) }
package struct ValueKind<Value: Sendable>: Sendable {
  let shape: ValueShape
  let read: @Sendable (String) throws -> Value?

  /// Defines a kind.
  /// - Parameters:
  ///   - expected: What is expected, to follow "expected" in an error message.
  ///   - read: Makes the value of a text; nil or an error where the text is not of this kind. The
  ///     text of an `InvalidValue` is shown, that of any other error is not.
  package init(
    _ placeholder: String, expected: String, completion: Completion = .none,
    read: @escaping @Sendable (String) throws -> Value?
  ) {
    shape = ValueShape(placeholder: placeholder, expected: expected, completion: completion)
    self.read = read
  }
}

/// The shape of a value, for help, messages and completion.
package struct ValueShape: Sendable {
  let placeholder: String
  let expected: String
  let completion: Completion
}

/// The candidates that a shell offers for a value.
package enum Completion: Sendable, Equatable {
  /// Nothing.
  case none
  /// These words.
  case words([String])
  /// Names of files.
  case file
  /// Names of files, one of which is written.
  case writtenFile
  /// Names of folders.
  case folder
  /// Names of folders, one of which is written.
  case writtenFolder
  /// The ids of the ad units in the database that have one of these statuses.
  case units([InventoryUnit.Status])
  /// The names of the pages in the database.
  case pages
  /// The names of the experiments in the database.
  case experiments
  /// The ids of the sessions in the history, the newest first.
  case sessions
  /// The targeting keys in the database; behind a key and an equals sign, its values.
  case targeting
  /// The commands: nouns, and verbs behind a noun.
  case commands
  /// The keys of what the command writes; several, with commas between them.
  case keys(areMany: Bool)

  /// Whether the value names what a command writes.
  var isWritten: Bool { self == .writtenFile || self == .writtenFolder }

  /// Whether both name the same kind of thing, however many of them.
  func names(theSameAs other: Completion) -> Bool {
    if case (.units, .units) = (self, other) { true } else { self == other }
  }
}

extension ValueKind where Value == String {
  /// Any text.
  package static let text = ValueKind("TEXT", expected: "a text") { $0 }

  /// A pattern: `*` stands for anything, `?` for one character, `[ab]` for one of these.
  package static let pattern = ValueKind("PATTERN", expected: "a pattern: 'news-*'") {
    $0.isEmpty ? nil : $0
  }

  /// The name of a file; `-` where a command says that it reads standard input.
  package static let file = ValueKind("FILE", expected: "a file name", completion: .file) {
    $0.isEmpty ? nil : $0
  }

  /// The name of a file that is written, and cannot be standard output.
  package static let writtenFile = ValueKind(
    "FILE", expected: "a file name", completion: .writtenFile
  ) { try named($0, "does not go to standard output; name a file, such as ./-") }

  /// The name of a file that is written in place of what is printed; `-` is standard output.
  package static let output = ValueKind(
    "FILE", expected: "a file name", completion: .writtenFile
  ) { $0.isEmpty ? nil : $0 }

  /// The name of a folder, without the slashes that may end it.
  package static let folder = ValueKind("DIR", expected: "a folder name", completion: .folder) {
    try named($0, notFolder)?.withoutLastSlashes
  }

  /// The name of a folder that is written.
  package static let writtenFolder = ValueKind(
    "DIR", expected: "a folder name", completion: .writtenFolder
  ) { try named($0, notFolder) }

  /// The name of a folder that is written; `-` prints a document in its place.
  package static let outputFolder = ValueKind(
    "DIR", expected: "a folder name", completion: .writtenFolder
  ) { $0.isEmpty ? nil : $0 }

  /// A folder to read from, or what else may be named there.
  static func source(_ expected: String) -> ValueKind {
    ValueKind("SOURCE", expected: expected, completion: .folder) { try named($0, notFolder) }
  }

  private static let notFolder =
    "is a folder, and - is standard input or output; name one, such as ./-"

  /// The name of what cannot be standard input or output.
  private static func named(_ path: String, _ what: String) throws(InvalidValue) -> String? {
    guard path != "-" else {
      throw InvalidValue(.malformed, field: "file", reason: "this \(what)")
    }
    return path.isEmpty ? nil : path
  }
}

extension ValueKind where Value == Int {
  /// A whole number in a range.
  package static func whole(in range: ClosedRange<Int>, _ placeholder: String = "N") -> ValueKind {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return ValueKind(placeholder, expected: expected) { text in
      guard let number = Int(text), range.contains(number) else { return nil }
      return number
    }
  }
}

extension ValueKind where Value == Double {
  /// A length in points within a range.
  package static func points(in range: ClosedRange<Int>) -> ValueKind {
    let expected = "a number of points from \(range.lowerBound) to \(range.upperBound)"
    return decimal("PT", expected: expected) {
      (Double(range.lowerBound)...Double(range.upperBound)).contains($0)
    }
  }

  /// A length in points, above zero and at most a limit.
  /// - Parameter limit: The greatest length that is allowed.
  package static func points(upTo limit: Int) -> ValueKind {
    decimal("PT", expected: "a number of points above 0, at most \(limit)") {
      $0 > 0 && $0 <= Double(limit)
    }
  }

  /// A share in percent, above zero and at most a limit.
  /// - Parameter limit: The greatest share that is allowed.
  package static func percent(upTo limit: Int) -> ValueKind {
    decimal("PERCENT", expected: "a number above 0, at most \(limit)") {
      $0 > 0 && $0 <= Double(limit)
    }
  }

  /// An amount of money, 0 or more, in whatever currency.
  package static let amount: ValueKind = decimal(
    "AMOUNT", expected: "an amount from 0 to 1000000"
  ) { (0...1_000_000).contains($0) }

  private static func decimal(
    _ placeholder: String, expected: String, where isAllowed: @escaping @Sendable (Double) -> Bool
  ) -> ValueKind {
    ValueKind(placeholder, expected: expected) { text in
      guard text.utf8.allSatisfy(\.isPartOfDecimal), let number = Double(text), isAllowed(number)
      else { return nil }
      return number
    }
  }
}

extension ValueKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases of an enumeration, by its raw value.
  package static func choice(_ placeholder: String) -> ValueKind {
    let words = Value.allCases.map(\.rawValue)
    return ValueKind(placeholder, expected: words.joinedWithOr, completion: .words(words)) {
      Value(rawValue: $0)
    }
  }
}

extension UInt8 {
  /// Whether the byte may stand in a plain decimal number: no exponent, no hexadecimal, no `nan`.
  fileprivate var isPartOfDecimal: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"): true
    default: false
    }
  }
}

extension [String] {
  /// The words as a choice in a sentence: `a, b or c`.
  var joinedWithOr: String {
    var text = ""
    for (place, word) in enumerated() {
      if place > 0 { text += place == count - 1 ? " or " : ", " }
      text += word
    }
    return text
  }
}
