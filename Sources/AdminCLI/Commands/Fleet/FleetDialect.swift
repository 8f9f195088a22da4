// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// How an analytical database writes what the scripts for a fleet need.
enum FleetDialect {
  case clickHouse
  case duckDB

  /// What says of a table which form of rows it has.
  static let comment = "adview fleet form \(ExportForm.current)"

  /// Its name.
  var title: String {
    switch self {
    case .clickHouse: "ClickHouse"
    case .duckDB: "DuckDB"
    }
  }

  /// The verb that prints it.
  var verb: String { self == .clickHouse ? "clickhouse" : "duckdb" }

  func type<Row>(of field: ExportField<Row>) -> String {
    switch self {
    case .clickHouse:
      let type =
        switch field.kind {
        case .name, .word: "String"
        case .time: "DateTime64(3, 'UTC')"
        case .count: "UInt64"
        case .integer: "Int64"
        case .number: "Float64"
        case .flag: "Bool"
        }
      let own = field.isOptional ? "Nullable(\(type))" : type
      return field.kind == .word ? "LowCardinality(\(own))" : own
    case .duckDB:
      let type =
        switch field.kind {
        case .name, .word: "VARCHAR"
        case .time: "TIMESTAMP"
        case .count, .integer: "BIGINT"
        case .number: "DOUBLE"
        case .flag: "BOOLEAN"
        }
      return field.isOptional ? type : "\(type) NOT NULL"
    }
  }

  /// A text as SQL.
  func literal(_ text: String) -> String {
    let text = self == .clickHouse ? text.replacing("\\", with: "\\\\") : text
    return "'\(text.replacing("'", with: "''"))'"
  }

  /// A hash of a text, as digits.
  func hash(_ text: String) -> String {
    self == .clickHouse ? "lower(hex(SHA256(\(text))))" : "sha256(\(text))"
  }

  /// Whether a text contains another.
  func contains(_ text: String, _ part: String) -> String {
    self == .clickHouse
      ? "position(\(text), \(literal(part))) > 0" : "contains(\(text), \(literal(part)))"
  }

  /// The rows that count, of a table.
  func current(_ table: String) -> String {
    self == .clickHouse ? "adview.\(table) FINAL" : "adview.\(table)"
  }

  /// How many rows fulfil a condition.
  func count(_ condition: String) -> String {
    switch self {
    case .clickHouse: "countIf(\(condition))"
    case .duckDB: "count(*) FILTER (WHERE \(condition))"
    }
  }

  /// How often rows that fulfil a condition count.
  func weighed(_ condition: String) -> String {
    switch self {
    case .clickHouse: "sumIf(weight, \(condition))"
    case .duckDB: "coalesce(sum(weight) FILTER (WHERE \(condition)), 0)"
    }
  }

  /// The day of a time, by clocks so far ahead of UTC.
  func day(_ time: String, _ offset: UTCOffset?) -> String {
    let minutes = offset?.minutes ?? 0
    return switch self {
    case .clickHouse: "toString(toDate(addMinutes(\(time), \(minutes))))"
    case .duckDB: "strftime(\(time) + INTERVAL '\(minutes) minutes', '%Y-%m-%d')"
    }
  }

  /// The arm of a load's session as `EXPERIMENT/ARM`; empty where it was in none.
  var arm: String { "coalesce(experiment || '/' || arm, '')" }

  /// An attribute of a load's session; empty where it has none.
  func attribute(_ name: String) -> String {
    switch self {
    case .clickHouse: "JSONExtractString(attributes, \(literal(name)))"
    case .duckDB: "coalesce(json_extract_string(attributes, \(literal("$.\(name)"))), '')"
    }
  }

  /// The values of a field in a group, in order.
  func sorted(_ field: String) -> String {
    switch self {
    case .clickHouse: "arraySort(groupArray(\(field)))"
    case .duckDB: "list_sort(list(\(field)) FILTER (WHERE \(field) IS NOT NULL))"
    }
  }

  /// A whole number that may be summed and squared.
  func integer(_ value: String) -> String {
    self == .clickHouse ? "toInt64(\(value))" : "CAST(\(value) AS BIGINT)"
  }

  /// A number that may have a fraction.
  func number(_ value: String) -> String {
    self == .clickHouse ? "toFloat64(\(value))" : "CAST(\(value) AS DOUBLE)"
  }

  /// How many values a list has.
  func length(_ values: String) -> String {
    self == .clickHouse ? "length(\(values))" : "len(\(values))"
  }

  /// A value of a list by its place from 1 on.
  func element(of values: String, at place: String) -> String {
    "\(values)[\(integer(place))]"
  }
}
