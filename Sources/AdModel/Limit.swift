// SPDX-License-Identifier: MIT

/// The least and the most that a number may be, or a text may have in characters: Unicode scalars,
/// which JSON Schema and SQLite count, too.
///
/// Whoever checks, stores or describes a value takes its limit from the one place that has it.
package struct Limit: Hashable, Sendable {
  package let least: Double
  package let most: Double
  /// Whether the least is itself too little.
  package let isOpen: Bool
  /// What is counted: `points`; empty for bare numbers.
  private let measure: String

  package init(_ range: ClosedRange<Double>, _ measure: String = "") {
    least = range.lowerBound
    most = range.upperBound
    isOpen = false
    self.measure = measure
  }

  /// Whatever is above a number, up to another.
  package init(above least: Double, upTo most: Double, _ measure: String = "") {
    self.least = least
    self.most = most
    isOpen = true
    self.measure = measure
  }

  package static func characters(_ range: ClosedRange<Double>) -> Limit {
    Limit(range, "characters")
  }

  /// What is allowed, in words: `above 0 and at most 10000 points`.
  package var words: String {
    let range =
      isOpen
      ? "above \(least.formatted) and at most \(most.formatted)"
      : "\(least.formatted) to \(most.formatted)"
    return measure.isEmpty ? range : "\(range) \(measure)"
  }

  package func contains(_ number: Double) -> Bool {
    (isOpen ? number > least : number >= least) && number <= most
  }

  /// Refuses a number outside, NaN included.
  package func check(
    _ number: Double, _ field: @autoclosure () -> String
  ) throws(InvalidValue) {
    guard !contains(number) else { return }
    throw InvalidValue(
      .outOfRange, field: field(), reason: "is \(number.formatted); it must be \(words)")
  }

  /// Refuses a text that is shorter or longer.
  package func check(_ text: String, _ field: String) throws(InvalidValue) {
    // No text has more scalars than bytes, and the bytes are counted already.
    if least <= 1, text.utf8.count >= Int(least), text.utf8.count <= Int(most) { return }
    let count = text.unicodeScalars.count
    guard !contains(Double(count)) else { return }
    throw InvalidValue(
      count == 0 ? .empty : count > Int(most) ? .tooLong : .malformed, field: field,
      reason: count == 0
        ? "is empty; it must have \(words)" : "has \(count) characters; it must have \(words)")
  }
}
