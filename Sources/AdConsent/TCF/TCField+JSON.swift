// SPDX-License-Identifier: MIT
internal import AdModel

extension Array {
  /// The fields of one segment with their values, in order.
  func fields<Root>(
    of root: Root, names: [String: String] = [:]
  ) -> JSONObject where Element == TCField<Root> {
    JSONObject(
      distinct: map { row in
        JSONObject.Member(key: names["\(row.name)"] ?? "\(row.name)", value: row.json(of: root))
      })
  }
}

extension TCField {
  /// The field's value: bit fields as lists of booleans, vendors as lists of numbers.
  ///
  /// Restrictions are told with runs of vendors, `[first, last]`: one may be for all there can be.
  fileprivate func json(of root: Root) -> JSONValue {
    switch form {
    case .constant(let value, _): .integer(Int64(value))
    case .number(let property, _): .integer(Int64(root[keyPath: property]))
    case .time(let property): .string(root[keyPath: property].description)
    case .flag(let property): .bool(root[keyPath: property])
    case .letters(let property): .string(root[keyPath: property].description)
    case .purposes(let property, let bits): root[keyPath: property].bools(bits)
    case .countedPurposes(let property, let count):
      root[keyPath: property].bools(root[keyPath: count])
    case .vendors(let property), .fibonacciVendors(let property), .repeatedVendors(let property):
      .array(root[keyPath: property].map { .integer(Int64($0)) })
    case .restrictions(let property), .addedRestrictions(let property):
      .array(root[keyPath: property].map(\.json))
    }
  }
}

extension PurposeSet {
  fileprivate func bools(_ count: Int) -> JSONValue {
    .array((0..<count).map { .bool(contains($0 + 1)) })
  }
}

extension PublisherRestriction {
  fileprivate var json: JSONValue {
    [
      "purpose": .integer(Int64(purpose)), "type": .integer(Int64(kind.rawValue)),
      "vendors": .array(
        vendors.ranges.map { range in
          [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))]
        }),
    ]
  }
}
