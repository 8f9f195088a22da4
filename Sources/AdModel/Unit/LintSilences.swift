// SPDX-License-Identifier: MIT

/// The lint rules that are silenced for an ad unit, each with the reason why, as people write them:
/// `noPage: the app loads it; uncommonSize: agreed with sales`.
package struct LintSilences: Hashable, Sendable {
  /// A rule that is silenced.
  package struct Silence: Hashable, Sendable {
    /// The rule's stable name.
    package let rule: String
    /// Why it is silenced.
    package let reason: String
  }

  /// The length of all of it.
  package static let limit = Limit.characters(0...4_096)

  /// The rules in the order in which they were given, each once.
  package let silences: [Silence]

  /// None.
  package init() { silences = [] }

  /// Reads what people wrote.
  /// - Parameter text: `RULE: REASON`, with semicolons between several; nothing for none.
  /// - Throws: `InvalidValue` with `tooLong`, `malformed`, or `duplicate` for a rule that is named
  ///   twice.
  package init(_ text: String) throws(InvalidValue) {
    try Self.limit.check(text, Self.field)
    var silences: [Silence] = []
    for part in text.split(separator: ";") where !part.isBlank {
      guard let colon = part.firstIndex(of: ":") else { throw Self.malformed(part) }
      let rule = part[..<colon].withoutSpacesAround
      let reason = part[part.index(after: colon)...].withoutSpacesAround
      let isName = !rule.isEmpty && rule.utf8.allSatisfy(\.isLetter)
      guard isName, !reason.isEmpty else { throw Self.malformed(part) }
      if silences.contains(where: { $0.rule == rule }) {
        throw InvalidValue(.duplicate, field: Self.field, reason: "name \(rule) twice")
      }
      silences.append(Silence(rule: rule, reason: reason))
    }
    self.silences = silences
  }

  /// Why a rule is silenced; nil where it is not.
  package func reason(for rule: String) -> String? {
    silences.first { $0.rule == rule }?.reason
  }

  private static let field = "silenced rules"

  private static func malformed(_ part: Substring) -> InvalidValue {
    InvalidValue(
      .malformed, field: field,
      reason: "\(String(part).quotedForDisplay) is not RULE: REASON; say why, for example "
        + "noPage: the app loads it")
  }
}

extension LintSilences: CustomStringConvertible {
  /// The rules with their reasons, as ``init(_:)`` reads them.
  package var description: String {
    if silences.isEmpty { return "" }
    return silences.map { "\($0.rule): \($0.reason)" }.joined(separator: "; ")
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy { $0 == " " || $0 == "\n" } }

  fileprivate var withoutSpacesAround: String {
    var text = self
    while text.first == " " || text.first == "\n" { text = text.dropFirst() }
    while text.last == " " || text.last == "\n" { text = text.dropLast() }
    return String(text)
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
