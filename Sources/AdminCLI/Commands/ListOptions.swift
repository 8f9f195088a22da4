// SPDX-License-Identifier: MIT
import AdModel

/// Which columns and rows of a list are shown, and in which order; the same for every list that has
/// them.
enum ListOptions {
  static let columns = Option(
    "columns",
    ValueKind<[String]>(
      "KEYS", expected: "keys with commas between them: adUnitId,page",
      completion: .keys(areMany: true)
    ) { text in
      let keys = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return keys.contains("") ? nil : keys
    }, "Only these columns, by their keys, in this order; 'help formats' names them.")
  static let sort = Option(
    "sort",
    ValueKind<String>("KEY", expected: "the key of a column", completion: .keys(areMany: false)) {
      $0.isEmpty ? nil : $0
    },
    "Order by this column; downwards with a dash before it: -position.")
  static let limit = Option("limit", .whole(in: 1...1_000_000), "How many rows at most.")

  /// Those of a list that has a limit of its own.
  static let shape: [any DeclaresOption] = [columns, sort]
  static let all: [any DeclaresOption] = shape + [limit]
}
