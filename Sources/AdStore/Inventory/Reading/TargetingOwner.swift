// SPDX-License-Identifier: MIT

/// Whose targeting rows are meant, with the table that holds them.
///
/// Every statement on targeting is made here, so that the three tables stay of one shape.
enum TargetingOwner {
  /// A unit, by its number.
  case unit(Int64)
  /// A page, by its number.
  case page(Int64)
  /// The scope `app` or `debug`.
  case shared(String)

  /// The statement that reads all rows in the order that ``TargetingAssembler`` needs.
  var select: StaticString {
    switch self {
    case .unit:
      "SELECT key, value, position, ordinal FROM unit_targeting WHERE unit = ? ORDER BY key, value"
    case .page:
      "SELECT key, value, position, ordinal FROM page_targeting WHERE page = ? ORDER BY key, value"
    case .shared:
      "SELECT key, value, position, ordinal FROM app_targeting WHERE scope = ? ORDER BY key, value"
    }
  }

  /// The statement that reads all rows of a unit, in that order, and behind them its sizes, without a key.
  static let selectWithSizes: StaticString = """
    SELECT * FROM (
      SELECT key, value, position, ordinal FROM unit_targeting WHERE unit = ?1 ORDER BY key, value)
    UNION ALL SELECT NULL, width, height, ordinal FROM unit_sizes WHERE unit = ?1
    """

  /// The statement that stores a value: owner, key, value, position, ordinal.
  var insert: StaticString {
    switch self {
    case .unit: "INSERT INTO unit_targeting VALUES (?, ?, ?, ?, ?)"
    case .page: "INSERT INTO page_targeting VALUES (?, ?, ?, ?, ?)"
    case .shared: "INSERT INTO app_targeting VALUES (?, ?, ?, ?, ?)"
    }
  }

  /// The statement that deletes all rows of the owner.
  var deleteAll: StaticString {
    switch self {
    case .unit: "DELETE FROM unit_targeting WHERE unit = ?"
    case .page: "DELETE FROM page_targeting WHERE page = ?"
    case .shared: "DELETE FROM app_targeting WHERE scope = ?"
    }
  }
}
