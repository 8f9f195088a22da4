// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// One part of a filter that an index tells, as SQL: what a person's record must say.
///
/// The SQL is put together from literals only; the value is bound.
struct ConsentCondition {
  /// Where the column stands: in the ledger or beside its content.
  let table: String
  /// An expression as the index of the table has it.
  let expression: String
  /// How it is compared, with a placeholder for each value.
  let comparison: String
  let values: [String]

  private static let regulation =
    """
    substr(
      content, instr(content, '"regulation":"') + 14,
      instr(substr(content, instr(content, '"regulation":"') + 14), '"') - 1)
    """
  // Times are written with the same digits always, so that their text is in their order.
  private static let answer = """
    substr(content, instr(content, '"updatedAt":"') + 13, 24)
    """

  private static let expiry = """
    substr(content, instr(content, '"expiresAt":"') + 13, 24)
    """

  /// The conditions of a filter at a time; what only the gate can tell is none.
  static func all(of filter: ConsentFilter, at now: Timestamp) -> [ConsentCondition] {
    var conditions: [ConsentCondition] = []
    func require(
      _ table: String, _ expression: String, _ comparison: String, _ values: String?...
    ) {
      let values = values.compactMap(\.self)
      guard !values.isEmpty else { return }
      conditions.append(
        ConsentCondition(
          table: table, expression: expression, comparison: comparison, values: values))
    }
    require("consent_entries", "event", "= ?", filter.event?.rawValue)
    require("consent_contents", regulation, "= ?", filter.regulation?.rawValue)
    require("consent_contents", answer, ">= ?", filter.answeredSince?.description)
    require("consent_contents", answer, "< ?", filter.answeredBefore?.description)
    // Where ads may load, they may until a record of the person ends, and none has ended that allows.
    if let end = filter.expiresBefore {
      require(
        "consent_contents", expiry, "BETWEEN ? AND ?", now.description, end.description)
    }
    return conditions
  }

  /// The condition with its placeholders.
  var sql: String { "\(expression) \(comparison)" }
}
