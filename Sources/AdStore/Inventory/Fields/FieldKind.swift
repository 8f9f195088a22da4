// SPDX-License-Identifier: MIT
package import AdModel
import AdSQLite

/// What a field's values look like, from which follow its column's type, how a document is read,
/// and what a command line takes.
package enum FieldKind: Hashable, Sendable {
  /// Yes or no, as a person says it: `yes` and `no`, or `on` and `off`.
  case flag(yes: String, no: String)
  /// A whole number.
  case whole(Limit)
  /// A duration.
  case milliseconds(Limit)
  /// A length in points.
  case points(Limit)
  /// A share in percent.
  case percent(Limit)
  /// Any text.
  case text(Limit)
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
  /// Some of some words, with what help calls such a word.
  case words(String, [String])
  /// A moment.
  case time
  /// Objects, which their type reads.
  case objects

  /// What its values may be, where that is a matter of more and less.
  package var limit: Limit? {
    switch self {
    case .whole(let limit), .milliseconds(let limit), .points(let limit), .percent(let limit),
      .text(let limit):
      limit
    case .flag, .written, .choice, .unit, .page, .adManagerPath, .sizes, .feedPattern, .words,
      .time, .objects:
      nil
    }
  }

  /// Refuses a value beyond the limit.
  func check(_ value: JSONValue, _ field: String) throws(InvalidValue) {
    guard let limit else { return }
    switch value {
    case .integer(let number): try limit.check(Double(number), field)
    case .double(let number): try limit.check(number, field)
    case .string(let text): try limit.check(text, field)
    case .null, .bool, .array, .object: break
    }
  }

  /// Whether a column holds what a document says.
  var isStoredAsIs: Bool {
    switch self {
    case .flag, .whole, .milliseconds, .points, .percent, .text, .written, .choice, .unit, .page,
      .adManagerPath, .feedPattern:
      true
    case .words, .time, .objects, .sizes: false
    }
  }

  /// The value of a column that is not NULL.
  func value(of row: borrowing Row, _ column: Int32) -> JSONValue {
    switch self {
    case .flag: .bool(row.bool(column))
    case .whole, .milliseconds: .integer(row.int64(column))
    case .points, .percent: .double(row.double(column))
    case .text, .written, .choice, .unit, .page, .adManagerPath, .feedPattern:
      .string(row.text(column))
    case .words: .array(row.text(column).split(separator: " ").map { .string(String($0)) })
    case .time: .string(Timestamp(milliseconds: row.int64(column)).description)
    case .objects: (try? JSONReader.read(text: row.text(column))) ?? .null
    case .sizes: .null
    }
  }

  /// The value of a member that is not null.
  /// - Throws: `JSONError` that names the place.
  func value(of node: JSONNode) throws(JSONError) -> JSONValue {
    switch self {
    case .flag: return .bool(try node.bool())
    case .whole, .milliseconds: return .integer(try node.integer())
    case .points, .percent: return .double(try node.double())
    case .text, .written, .unit, .page, .adManagerPath, .feedPattern, .time:
      return .string(try node.string())
    case .choice(_, let words): return .string(try Self.word(node, among: words))
    case .words(_, let words):
      var chosen: [JSONValue] = []
      for element in try node.elements() {
        chosen.append(.string(try Self.word(element, among: words)))
      }
      return .array(chosen)
    case .objects:
      for element in try node.elements() { try element.object() }
      return node.value
    case .sizes:
      var sizes: [JSONValue] = []
      for element in try node.elements() { sizes.append(.string(try Self.size(element))) }
      return .array(sizes)
    }
  }

  private static func word(
    _ node: JSONNode, among words: [String]
  ) throws(JSONError) -> String {
    let text = try node.string()
    if words.contains(text) { return text }
    let hint = Spelling.nearest(to: text, in: words).map { "; did you mean '\($0)'?" } ?? ""
    throw node.notAllowed(
      "\(text.quotedForDisplay) is not one of \(words.joined(separator: ", "))\(hint)")
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

  /// The value as its column holds it.
  func columnValue(of value: JSONValue) -> ColumnValue {
    switch (self, value) {
    case (.words, .array): ColumnValue(.string(stored(value)))
    case (.time, .string(let text)):
      ColumnValue((try? Timestamp(text))?.milliseconds.fieldValue ?? .null)
    case (.objects, .array): ColumnValue(.string((try? value.text()) ?? ""))
    default: ColumnValue(value)
    }
  }

  /// A value as the settings store it: in words.
  package func stored(_ value: JSONValue) -> String {
    switch value {
    case .null, .object: ""
    case .bool(let flag):
      if case .flag(let yes, let no) = self { flag ? yes : no } else { flag ? "yes" : "no" }
    case .integer(let integer): String(integer)
    case .double(let number): number.formatted
    case .string(let text): text
    case .array(let values): values.map(stored).joined(separator: " ")
    }
  }

  /// The value of a text that the settings hold; nil where it is none of this kind.
  func value(ofStored text: String) -> JSONValue? {
    switch self {
    case .flag(let yes, let no): text == yes ? true : text == no ? false : nil
    case .whole, .milliseconds: Int64(text).map { .integer($0) }
    case .points, .percent: Double(text).map { .double($0) }
    case .text, .written, .choice, .unit, .page, .adManagerPath, .feedPattern, .time: .string(text)
    case .objects: try? JSONReader.read(text: text)
    case .sizes, .words: .array(text.split(separator: " ").map { .string(String($0)) })
    }
  }
}
