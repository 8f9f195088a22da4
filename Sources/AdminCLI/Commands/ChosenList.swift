// SPDX-License-Identifier: MIT
import AdModel

/// A list as the user chose it, of rows that come one by one: they are printed as they come; where they
/// are to be sorted, no more of them are held than are wanted.
struct ChosenList<Row> {
  private struct Held {
    let row: Row
    let cells: [Cell]
    /// Which one it was: rows that are alike keep their order.
    let place: Int
  }

  /// How many more are held than are wanted, at least, before they are sorted again.
  private static var leastSlack: Int { 1_000 }

  private let run: CommandRun
  private var writer: ListWriter<Row>
  private let order: [(column: Column<Row>, isDownwards: Bool)]
  private let limit: Int
  private var held: [Held] = []
  private var count = 0

  /// Begins a list.
  /// - Parameters:
  ///   - object: What JSON shows where no columns were chosen.
  ///   - standard: The keys to sort by where none was chosen.
  ///   - empty: What people are told where there are no rows.
  /// - Throws: ``Failure`` with `usage` of a key that no column has.
  init(
    _ columns: [Column<Row>], object: ListWriter<Row>.ObjectWriter? = nil,
    sortedBy standard: [String] = [], empty: String, _ run: CommandRun
  ) throws(Failure) {
    self.run = run
    limit = run.input[ListOptions.limit] ?? .max
    var order: [(Column<Row>, Bool)] = []
    for key in run.input[ListOptions.sort].map({ [$0] }) ?? standard {
      let isDownwards = key.hasPrefix("-")
      order.append(
        (try run.column(isDownwards ? String(key.dropFirst()) : key, of: columns), isDownwards))
    }
    self.order = order
    let chosen = try run.chosen(of: columns)
    writer = run.listWriter(chosen ?? columns, object: chosen == nil ? object : nil, empty: empty)
  }

  /// How many rows are asked of whoever reads them: all, where they are to be sorted.
  var wanted: Int { order.isEmpty ? limit : .max }

  /// Takes the next row.
  /// - Throws: ``ChannelError``, also `interrupted` where the user wants no more.
  mutating func append(_ row: Row) throws {
    try run.checkInterruption()
    defer { count += 1 }
    guard !order.isEmpty else {
      if count < limit { try writer.write(row) }
      return
    }
    held.append(Held(row: row, cells: order.map { $0.column.cell(row) }, place: count))
    let most = limit.addingReportingOverflow(max(limit, Self.leastSlack))
    if !most.overflow, held.count >= most.partialValue { sort() }
  }

  /// Prints what is left.
  /// - Throws: ``ChannelError``, also `interrupted` where the user wants no more.
  mutating func end() throws {
    sort()
    for one in held {
      try run.checkInterruption()
      try writer.write(one.row)
    }
    try writer.end()
  }

  /// Puts what is held in order, and lets go of what is not wanted.
  private mutating func sort() {
    let order = order
    held.sort { left, right in
      for (key, (one, other)) in zip(order, zip(left.cells, right.cells)) {
        if one.comes(before: other) { return !key.isDownwards }
        if other.comes(before: one) { return key.isDownwards }
      }
      return left.place < right.place
    }
    if held.count > limit { held.removeSubrange(limit...) }
  }
}

extension CommandRun {
  /// Prints rows as the user chose, in a ``ChosenList``: sorted, the first of them, some columns.
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
