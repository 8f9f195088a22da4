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
    var rows = rows
    let keys = input[ListOptions.sort].map { [$0] } ?? standard
    for key in keys.reversed() {
      let isDownwards = key.hasPrefix("-")
      let column = try column(isDownwards ? String(key.dropFirst()) : key, of: columns)
      let cells = rows.map(column.cell)
      // Rows that are alike keep their order.
      let order = rows.indices.sorted { left, right in
        let (one, other) = (cells[left], cells[right])
        if one.comes(before: other) != other.comes(before: one) {
          return isDownwards ? other.comes(before: one) : one.comes(before: other)
        }
        return left < right
      }
      rows = order.map { rows[$0] }
    }
    let shown = try chosen(of: columns)
    try list(
      rows.prefix(input[ListOptions.limit] ?? .max), shown ?? columns,
      object: shown == nil ? object : nil, empty: empty)
  }

  /// A writer of rows that come one by one, with the columns that the user chose.
  /// - Throws: ``Failure`` with `usage` of a key that no column has.
  func chosenWriter<Row>(
    _ columns: [Column<Row>], empty: String
  ) throws(Failure) -> ListWriter<Row> {
    listWriter(try chosen(of: columns) ?? columns, empty: empty)
  }

  private func chosen<Row>(of columns: [Column<Row>]) throws(Failure) -> [Column<Row>]? {
    guard let keys = input[ListOptions.columns] else { return nil }
    var chosen: [Column<Row>] = []
    for key in keys {
      let column = try column(key, of: columns)
      chosen.append(column.titled(column.title ?? key))
    }
    return chosen
  }

  private func column<Row>(
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

extension Cell {
  /// Whether a list that is sorted upwards has this value first: numbers by size, texts as people
  /// count (`loop-2` before `loop-10`), nothing after everything.
  fileprivate func comes(before other: Cell) -> Bool {
    switch (number, other.number) {
    case (let one?, let two?): return one < two
    default: break
    }
    switch (self, other) {
    case (.value(.null), _): return false
    case (_, .value(.null)): return true
    default: return plain.comesNaturally(before: other.plain)
    }
  }

  private var number: Double? {
    switch self {
    case .value(.integer(let number)): Double(number)
    case .value(.double(let number)): number
    default: nil
    }
  }
}

extension String {
  /// Compares letter by letter, and digits by the number that they write.
  fileprivate func comesNaturally(before other: String) -> Bool {
    var (one, two) = (self[...].utf8, other[...].utf8)
    while let left = one.first, let right = two.first {
      if left.isDigit, right.isDigit {
        let (first, second) = (one.takeNumber(), two.takeNumber())
        if first.count != second.count { return first.count < second.count }
        if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
      } else if left != right {
        return left < right
      } else {
        one = one.dropFirst()
        two = two.dropFirst()
      }
    }
    return one.isEmpty && !two.isEmpty
  }
}

extension Substring.UTF8View {
  /// Takes the digits from the beginning, without zeros before them.
  fileprivate mutating func takeNumber() -> Substring.UTF8View {
    let digits = prefix(while: \.isDigit)
    self = self[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
