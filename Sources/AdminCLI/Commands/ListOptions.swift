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

extension CommandRun {
  /// Prints rows as the user chose: sorted, the first of them, some columns.
  /// - Parameters:
  ///   - object: What JSON shows where no columns were chosen.
  ///   - standard: The keys to sort by where none was chosen.
  ///   - empty: What people are told where there are no rows.
  /// - Throws: ``Failure`` with `usage` of a key that no column has; ``ChannelError``.
  func listChosen<Row>(
    _ rows: [Row], _ columns: [Column<Row>], object: ListWriter<Row>.ObjectWriter? = nil,
    sortedBy standard: [String] = [], empty: String
  ) throws {
    var list = try ChosenList(columns, object: object, sortedBy: standard, empty: empty, self)
    for row in rows { try list.append(row) }
    try list.end()
  }

  /// The columns that the user chose; nil for those that stand there anyway.
  /// - Throws: ``Failure`` with `usage` of a key that no column has.
  func chosen<Row>(of columns: [Column<Row>]) throws(Failure) -> [Column<Row>]? {
    guard let keys = input[ListOptions.columns] else { return nil }
    var chosen: [Column<Row>] = []
    for key in keys {
      let column = try column(key, of: columns)
      chosen.append(column.titled(column.title ?? key))
    }
    return chosen
  }

  /// The column of a key.
  /// - Throws: ``Failure`` with `usage` of a key that no column has.
  func column<Row>(
    _ key: String, of columns: [Column<Row>]
  ) throws(Failure) -> Column<Row> {
    if let column = columns.first(where: { $0.key == key }) { return column }
    let near = Spelling.nearest(to: key, in: columns.map(\.key))
    let guess = near.map { " Did you mean '\($0)'?" } ?? ""
    throw Failure(
      .usage, "there is no column \(key.quotedForDisplay).\(guess)",
      try: "adview-admin help formats \(path.joined(separator: " "))")
  }
}
