// SPDX-License-Identifier: MIT

/// The rows that make up listed units, each kind in a query of its own.
///
/// All are in the order of the units' ids, so that one walk over each of them, side by side, puts
/// whole units together.
enum UnitRows {
  /// The units themselves: ``UnitColumns/columns``.
  case units
  /// Their declared sizes: unit, width, height, ordinal.
  case sizes
  /// Their own targeting: unit, then ``TargetingAssembler/columns``.
  case targeting

  /// The tables: units under `u`, their ids under `i`, their pages under `p`.
  static let source =
    "unit_ids i JOIN units u ON u.unit = i.unit LEFT JOIN pages p ON p.page = u.page"

  /// The query of the units that meet a condition.
  /// - Parameter condition: SQL on the tables of ``source``.
  /// - Returns: The query.
  func sql(where condition: String) -> String {
    switch self {
    case .units:
      "SELECT \(UnitColumns.columns) FROM \(Self.source) WHERE \(condition) ORDER BY i.id"
    case .sizes:
      "SELECT u.unit, s.width, s.height, s.ordinal FROM \(Self.source) "
        + "JOIN unit_sizes s ON s.unit = u.unit WHERE \(condition) ORDER BY i.id"
    case .targeting:
      "SELECT u.unit, t.key, t.value, t.position, t.ordinal FROM \(Self.source) "
        + "JOIN unit_targeting t ON t.unit = u.unit WHERE \(condition) ORDER BY i.id, t.key, t.value"
    }
  }
}
