// SPDX-License-Identifier: MIT
package import AdModel

/// Columns as members of an object: those whose keys begin alike, up to a dot, are members of one
/// member. `decision.allowed` is the member `allowed` of the member `decision`, which is null where
/// none of its members has a value.
struct ColumnTree: Sendable {
  private enum Node: Sendable {
    /// The place of its column.
    case column(String, Int)
    case object(String, ColumnTree)
  }

  private let nodes: [Node]

  /// Arranges columns by their keys.
  init(_ keys: [String]) {
    self.init(keys.enumerated().map { (key: $1[...], place: $0) }[...])
  }

  private init(_ columns: ArraySlice<(key: Substring, place: Int)>) {
    var nodes: [Node] = []
    var rest = columns
    while let (key, place) = rest.first {
      guard let dot = key.firstIndex(of: ".") else {
        nodes.append(.column(String(key), place))
        rest = rest.dropFirst()
        continue
      }
      let members = rest.prefix { $0.key.hasPrefix(key[...dot]) }
      let inner = members.map { (key: $0.key[dot...].dropFirst(), place: $0.place) }
      nodes.append(.object(String(key[..<dot]), ColumnTree(inner[...])))
      rest = rest.dropFirst(members.count)
    }
    self.nodes = nodes
  }

  /// Writes the members of a row's object.
  /// - Parameters:
  ///   - cells: The row's values, in the columns' order.
  ///   - json: Where they go.
  /// - Throws: `JSONError` for a number that is not finite.
  func write(_ cells: [Cell], to json: inout JSONWriter) throws(JSONError) {
    for node in nodes {
      switch node {
      case .column(let key, let place): try json.member(key, cells[place].json)
      case .object(let key, let members) where members.isEmpty(cells):
        json.member(key, String?.none)
      case .object(let key, let members):
        try json.object(key) { (json) throws(JSONError) in try members.write(cells, to: &json) }
      }
    }
  }

  /// A row's object as a value.
  func value(of cells: [Cell]) -> JSONValue {
    var object = JSONObject()
    for node in nodes {
      switch node {
      case .column(let key, let place): object[key] = cells[place].json
      case .object(let key, let members):
        object[key] = members.isEmpty(cells) ? JSONValue.null : members.value(of: cells)
      }
    }
    return .object(object)
  }

  private func isEmpty(_ cells: [Cell]) -> Bool {
    nodes.allSatisfy { node in
      switch node {
      case .column(_, let place): cells[place].isNone
      case .object(_, let members): members.isEmpty(cells)
      }
    }
  }
}

extension Column {
  /// A column of things that have columns of their own: a list of objects, or no value.
  package static func list<Thing>(
    _ key: String, _ title: String? = nil, meaning: String, of columns: [Column<Thing>],
    _ things: @escaping @Sendable (Row) -> [Thing]?
  ) -> Column {
    let tree = ColumnTree(columns.map(\.key))
    return Column(key, title, meaning: meaning, elements: Column<Thing>.keys(of: columns)) { row in
      things(row).map { things in
        JSONValue.array(things.map { tree.value(of: columns.cells(of: $0)) })
      }
    }
  }
}

extension Array {
  /// A row as an object, as programs get it.
  package func value<Row>(of row: Row) -> JSONValue where Element == Column<Row> {
    ColumnTree(map(\.key)).value(of: cells(of: row))
  }
}

extension Cell {
  fileprivate var isNone: Bool { if case .value(.null) = self { true } else { false } }
}
