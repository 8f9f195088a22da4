// SPDX-License-Identifier: MIT
import AdModel
import AdSQLite

/// What a field's values look like, from which follow its column's type, how a document is read,
/// and what a command line takes. Limits are those that the model states again where it checks.
package enum FieldKind: Hashable, Sendable {
  /// Yes or no, as a person says it: `yes` and `no`, or `on` and `off`.
  case flag(yes: String, no: String)
  /// A whole number of a range.
  case whole(ClosedRange<Int64>)
  /// A duration from 0 to a greatest one.
  case milliseconds(upTo: Int64)
  /// A length in points, of a range.
  case points(ClosedRange<Int>)
  /// A length in points above 0, up to a greatest one.
  case length(upTo: Int)
  /// A share in percent above 0, up to a greatest one.
  case percent(upTo: Int)
  /// Any text.
  case text
  /// A text that its type checks: what help calls it, and what is expected.
  case written(String, expected: String)
  /// One of some words, with what help calls such a word.
  case choice(String, [String])
  /// The id of an ad unit.
  case unit
  /// The name of a page.
  case page
  /// A path in Google Ad Manager.
  case adManagerPath
  /// Sizes of creatives.
  case sizes
  /// Where ads stand in a feed.
  case feedPattern

  /// The value of a column that is not NULL.
  func value(of row: borrowing Row, _ column: Int32) -> FieldValue {
    switch self {
    case .flag: .flag(row.bool(column))
    case .whole, .milliseconds: .integer(row.int64(column))
    case .points, .length, .percent: .number(row.double(column))
    case .text, .written, .choice, .unit, .page, .adManagerPath, .feedPattern:
      .text(row.text(column))
    case .sizes: .none
    }
  }

  /// The value of a member that is not null.
  /// - Throws: `JSONError` that names the place.
  func value(of node: JSONNode) throws(JSONError) -> FieldValue {
    switch self {
    case .flag: return .flag(try node.bool())
    case .whole(let range): return .integer(try node.integer(in: range))
    case .milliseconds: return .integer(try node.integer())
    case .points, .length, .percent: return .number(try node.double())
    case .text, .written, .unit, .page, .adManagerPath, .feedPattern:
      return .text(try node.string())
    case .choice(_, let words):
      let text = try node.string()
      if words.contains(text) { return .text(text) }
      let hint = Spelling.nearest(to: text, in: words).map { "; did you mean '\($0)'?" } ?? ""
      throw node.notAllowed(
        "\(text.quotedForDisplay) is not one of \(words.joined(separator: ", "))\(hint)")
    case .sizes:
      var sizes: [String] = []
      for element in try node.elements() { sizes.append(try Self.size(element)) }
      return .texts(sizes)
    }
  }

  /// A size is checked where it stands, so that the error names its place.
  private static func size(_ node: JSONNode) throws(JSONError) -> String {
    let text = try node.string()
    do {
      return try DeclaredSize(text).description
    } catch {
      throw node.notAllowed("\(error)")
    }
  }

  /// A value as the settings store it: in words.
  package func stored(_ value: FieldValue) -> String {
    switch value {
    case .none: ""
    case .flag(let flag):
      if case .flag(let yes, let no) = self { flag ? yes : no } else { flag ? "yes" : "no" }
    case .integer(let integer): String(integer)
    case .number(let number): number.formatted
    case .text(let text): text
    case .texts(let texts): texts.joined(separator: " ")
    }
  }

  /// The value of a text that the settings hold; nil where it is none of this kind.
  func value(ofStored text: String) -> FieldValue? {
    switch self {
    case .flag(let yes, let no): text == yes ? .flag(true) : text == no ? .flag(false) : nil
    case .whole, .milliseconds: Int64(text).map { .integer($0) }
    case .points, .length, .percent: Double(text).map { .number($0) }
    case .text, .written, .choice, .unit, .page, .adManagerPath, .feedPattern: .text(text)
    case .sizes: .texts(text.split(separator: " ").map(String.init))
    }
  }
}
