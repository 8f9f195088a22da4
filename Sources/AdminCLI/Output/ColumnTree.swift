// SPDX-License-Identifier: MIT
import AdModel

/// Columns as members of an object: those whose keys begin alike, up to a dot, are members of one
/// member. `decision.allowed` is the member `allowed` of the member `decision`, which is null where
/// none of its members has a value.
struct ColumnTree<Row>: Sendable {
  private enum Node: Sendable {
    case column(String, Column<Row>)
    case object(String, ColumnTree<Row>)
  }

  private let nodes: [Node]

  init(_ columns: [Column<Row>]) {
    self.init(columns.map { (key: $0.key[...], column: $0) }[...])
  }

  private init(_ columns: ArraySlice<(key: Substring, column: Column<Row>)>) {
    var nodes: [Node] = []
    var rest = columns
    while let (key, column) = rest.first {
      guard let dot = key.firstIndex(of: ".") else {
        nodes.append(.column(String(key), column))
        rest = rest.dropFirst()
        continue
      }
      let members = rest.prefix { $0.key.hasPrefix(key[...dot]) }
      let inner = members.map { (key: $0.key[dot...].dropFirst(), column: $0.column) }
      nodes.append(.object(String(key[..<dot]), ColumnTree(inner[...])))
      rest = rest.dropFirst(members.count)
    }
    self.nodes = nodes
  }

  /// Writes the members of a row's object.
  /// - Throws: `JSONError` for a number that is not finite.
  func write(_ row: Row, to json: inout JSONWriter) throws(JSONError) {
    for node in nodes {
      switch node {
      case .column(let key, let column): try column.cell(row).write(as: key, to: &json)
      case .object(let key, let members) where members.isEmpty(row):
        json.member(key, String?.none)
      case .object(let key, let members):
        try json.object(key) { (json) throws(JSONError) in try members.write(row, to: &json) }
      }
    }
  }

  /// A row's object as a value.
  func value(of row: Row) -> JSONValue {
    var object = JSONObject()
    for node in nodes {
      switch node {
      case .column(let key, let column): object[key] = column.cell(row).json
      case .object(let key, let members):
        object[key] = members.isEmpty(row) ? JSONValue.null : members.value(of: row)
      }
    }
    return .object(object)
  }

  private func isEmpty(_ row: Row) -> Bool {
    nodes.allSatisfy { node in
      switch node {
      case .column(_, let column): column.cell(row).isNone
      case .object(_, let members): members.isEmpty(row)
      }
    }
  }
}

extension Column {
  /// A column of things that have columns of their own: a list of objects, or no value.
  package static func list<Thing>(
    _ key: String, _ title: String? = nil, meaning: String? = nil, of columns: [Column<Thing>],
    _ things: @escaping @Sendable (Row) -> [Thing]?
  ) -> Column {
    let tree = ColumnTree(columns)
    return Column(key, title, meaning: meaning, elements: Column<Thing>.keys(of: columns)) { row in
      things(row).map { .json(.array($0.map(tree.value))) } ?? .none
    }
  }
}

extension Cell {
  fileprivate var isNone: Bool { if case .none = self { true } else { false } }

  fileprivate var json: JSONValue {
    switch self {
    case .none: .null
    case .text(let text), .toned(let text, _): .string(text)
    case .integer(let integer): .integer(integer)
    case .number(let number): .double(number)
    case .flag(let flag): .bool(flag)
    case .list(let texts): .array(texts.map { .string($0) })
    case .json(let value): value
    }
  }
}
