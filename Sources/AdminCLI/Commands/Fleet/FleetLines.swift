// SPDX-License-Identifier: MIT
import AdStore

/// How lines of an export become rows of one table: what fits its fields is taken, and of all else the
/// line is set aside with what is wrong with it. Both engines take, refuse and leave empty the same.
struct FleetLines<Row: Sendable> {
  let dialect: FleetDialect
  /// The table, and what its rows are.
  let name: String
  let fields: [ExportField<Row>]

  /// Whole numbers up to here are the same in every JSON reader: 2 to the power of 53.
  static var greatest: String { "9007199254740992" }

  /// A time as exports write it, in years that both engines have.
  static var time: String {
    "(19|2[0-2])[0-9][0-9]-[01][0-9]-[0-3][0-9]T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z"
  }

  // MARK: What is written

  /// Of ClickHouse, what takes lines as they are inserted; nothing is kept of them in these tables.
  var tables: String {
    """
    CREATE TABLE IF NOT EXISTS adview.\(name)_lines (line String) ENGINE = Null
    COMMENT '\(FleetDialect.comment)';

    CREATE TABLE IF NOT EXISTS adview.\(name)_read (line String, raw Map(String, String), reason String)
    ENGINE = Null COMMENT '\(FleetDialect.comment)';

    CREATE MATERIALIZED VIEW IF NOT EXISTS adview.\(name)_reading TO adview.\(name)_read AS
    SELECT if(isValidUTF8(line), line, '') AS line, raw, \(reason) AS reason
    FROM (
      SELECT line, isValidUTF8(line) AND isValidJSON(line) AND JSONType(line) = 'Object' AS isObject,
        CAST(JSONExtractKeysAndValuesRaw(line), 'Map(String, String)') AS raw
      FROM adview.\(name)_lines WHERE match(line, '[^ \\t\\r]')
    );

    CREATE MATERIALIZED VIEW IF NOT EXISTS adview.\(name)_taking TO adview.\(name) AS
    SELECT
      \(columns)
    FROM adview.\(name)_read
    WHERE reason = '' AND \(dialect.hash("JSONExtractString(raw['store'])")) NOT IN (
      SELECT store FROM adview.erased);

    CREATE MATERIALIZED VIEW IF NOT EXISTS adview.\(name)_refusing TO adview.set_aside AS
    SELECT '\(name)' AS stream, now('UTC') AS setAsideAt, reason, line
    FROM adview.\(name)_read WHERE reason <> '';

    """
  }

  /// The commands that load a file.
  func load(_ file: String) -> String {
    switch dialect {
    case .clickHouse:
      return """
        INSERT INTO adview.\(name)_lines FROM INFILE \(dialect.literal(file)) FORMAT LineAsString;

        """
    case .duckDB:
      let paths = fields.map { "'$.\"\($0.key)\"'" }.joined(separator: ", ")
      return """
        CREATE OR REPLACE TEMP TABLE adview_lines AS
        WITH lines AS (
          SELECT line FROM read_csv(\(dialect.literal(file)), columns = {'line': 'VARCHAR'}, delim = '',
            quote = '', escape = '', header = false, auto_detect = false, strict_mode = false,
            max_line_size = 16777216, nullstr = 'adview', ignore_errors = true,
            store_rejects = true, rejects_table = 'adview_rejects', rejects_scan = 'adview_scans')
        ), parts AS (
          SELECT line, coalesce(TRY(json_type(line)) = 'OBJECT', false) AS isObject,
            TRY(json_type(line, [\(paths)])) AS types,
            TRY(json_extract_string(line, [\(paths)])) AS texts
          FROM lines WHERE line = '' OR regexp_matches(line, '[^ \t\r]')
        )
        SELECT line, types, texts, \(reason) AS reason FROM parts;

        INSERT INTO adview.\(name)_received BY NAME
        SELECT
          \(columns)
        FROM adview_lines
        WHERE reason = '' AND \(dialect.hash("texts[1]")) NOT IN (SELECT store FROM adview.erased);

        INSERT INTO adview.set_aside
        SELECT '\(name)' AS stream, now()::TIMESTAMP AS setAsideAt, reason, line
        FROM adview_lines WHERE reason <> ''
        UNION ALL
        SELECT '\(name)', now()::TIMESTAMP, '\(Self.noObject)', '' FROM adview_rejects;

        DROP TABLE adview_lines;
        DROP TABLE adview_rejects;
        DROP TABLE adview_scans;

        """
    }
  }

  private var columns: String {
    fields.indices.map { "\(value($0)) AS \"\(fields[$0].key)\"" }.joined(separator: ",\n  ")
  }

  // MARK: What is wrong with a line

  private var reason: String {
    let form = fields.firstIndex { $0.key == ExportForm.key } ?? 0
    let number =
      dialect == .clickHouse
      ? "toInt64OrZero(\(raw(form)))" : "TRY_CAST(texts[\(form + 1)] AS BIGINT)"
    let checks =
      [
        ("NOT isObject", dialect.literal(Self.noObject)),
        (isBroken(form), dialect.literal("field '\(ExportForm.key)' is missing or damaged")),
        (
          "\(number) > \(ExportForm.current)",
          "concat('its form is ', \(text(form)), \(dialect.literal(Self.newer)))"
        ),
      ]
      + fields.indices.filter { $0 != form }.map {
        (isBroken($0), dialect.literal("field '\(fields[$0].key)' is missing or damaged"))
      }
    return "CASE"
      + checks.map { "\n    WHEN \($0) THEN \($1)" }.joined() + "\n    ELSE '' END"
  }

  private static var noObject: String { "it is no JSON object" }

  static var newer: String {
    ", newer than \(ExportForm.current) of these tables: print them by a newer adview-admin"
  }

  /// Whether a field of a line is not what its column takes.
  private func isBroken(_ place: Int) -> String {
    let field = fields[place]
    switch dialect {
    case .clickHouse:
      let raw = raw(place)
      let text = text(place)
      let broken =
        switch field.kind {
        case .name, .word: "NOT startsWith(\(raw), '\"')"
        case .time:
          "NOT (startsWith(\(raw), '\"') AND match(\(text), '^\(Self.time)$') "
            + "AND parseDateTime64BestEffortOrNull(\(text), 3, 'UTC') IS NOT NULL)"
        case .count: "coalesce(toInt64OrNull(\(raw)) NOT BETWEEN 0 AND \(Self.greatest), true)"
        case .integer: "coalesce(abs(toInt64OrNull(\(raw))) > \(Self.greatest), true)"
        case .number: "coalesce(abs(toFloat64OrNull(\(raw))) > \(Self.greatest), true)"
        case .flag: "\(raw) NOT IN ('true', 'false')"
        }
      return field.isOptional ? "\(raw) NOT IN ('', 'null') AND \(broken)" : broken
    case .duckDB:
      let type = "types[\(place + 1)]"
      let text = text(place)
      let number = "TRY_CAST(\(text) AS DOUBLE)"
      let isNumber =
        "\(type) IN ('UBIGINT', 'BIGINT', 'DOUBLE') AND abs(\(number)) <= \(Self.greatest)"
      let fits =
        switch field.kind {
        case .name, .word: "\(type) = 'VARCHAR'"
        case .time:
          "\(type) = 'VARCHAR' AND regexp_full_match(\(text), '\(Self.time)') "
            + "AND TRY_CAST(\(text) AS TIMESTAMP) IS NOT NULL"
        case .count: "\(isNumber) AND \(number) >= 0 AND \(number) = floor(\(number))"
        case .integer: "\(isNumber) AND \(number) = floor(\(number))"
        case .number: isNumber
        case .flag: "\(type) = 'BOOLEAN'"
        }
      let broken = "NOT coalesce(\(fits), false)"
      return field.isOptional ? "coalesce(\(type), 'NULL') <> 'NULL' AND \(broken)" : broken
    }
  }

  // MARK: What is taken of it

  /// Of ClickHouse, a field as it was written.
  private func raw(_ place: Int) -> String { "raw['\(fields[place].key)']" }

  /// The text of a field.
  private func text(_ place: Int) -> String {
    dialect == .clickHouse ? "JSONExtractString(\(raw(place)))" : "texts[\(place + 1)]"
  }

  private func value(_ place: Int) -> String {
    let field = fields[place]
    switch dialect {
    case .clickHouse:
      let raw = raw(place)
      let text = text(place)
      let orMissing = field.isOptional ? "Null" : "Zero"
      let isMissing = "\(raw) IN ('', 'null')"
      switch field.kind {
      case .name, .word: return field.isOptional ? "if(\(isMissing), NULL, \(text))" : text
      case .time:
        let function = "parseDateTime64BestEffortOr\(orMissing)"
        return "\(function)(\(text), 3, 'UTC')"
      case .count: return "toUInt64Or\(orMissing)(\(raw))"
      case .integer: return "toInt64Or\(orMissing)(\(raw))"
      case .number: return "toFloat64Or\(orMissing)(\(raw))"
      case .flag:
        return field.isOptional ? "if(\(isMissing), NULL, \(raw) = 'true')" : "\(raw) = 'true'"
      }
    case .duckDB:
      let text = text(place)
      return switch field.kind {
      case .name, .word: text
      case .time: "CAST(\(text) AS TIMESTAMP)"
      case .count, .integer: "CAST(CAST(\(text) AS DOUBLE) AS BIGINT)"
      case .number: "CAST(\(text) AS DOUBLE)"
      case .flag: "\(text) = 'true'"
      }
    }
  }
}
