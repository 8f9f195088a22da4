// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdSystem

/// The SQL that keeps the ledgers of many stores in PostgreSQL, made of the fields that their exports
/// have.
enum FleetLedgers {
  /// The first lines.
  static let heading = """
    -- \(FleetDialect.comment), for PostgreSQL; made by adview-admin \(AdminVersion.current)
    \\set ON_ERROR_STOP on

    """

  private static let entries = [ExportField<ExportedEntry>].all
  private static let heads = [ExportField<ExportedHead>].all

  // MARK: Tables

  /// The tables, which must not be of another form.
  static let schema = """
    CREATE SCHEMA IF NOT EXISTS adview;

    SELECT CASE WHEN count(*) > 0 THEN ('adview: these tables are of another form than \(ExportForm.current). \
    Drop them, make them anew and export from the beginning' || max(''))::integer END AS refused
    FROM pg_class WHERE relnamespace = 'adview'::regnamespace
      AND relname IN ('entries', 'other_entries', 'heads')
      AND obj_description(oid, 'pg_class') IS DISTINCT FROM '\(FleetDialect.comment)'
    \\g /dev/null

    -- What was appended, as it came first: never changed, never erased.
    \(table("entries", entries)),
      "receivedAt" timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (store, sequence)
    );
    COMMENT ON TABLE adview.entries IS '\(FleetDialect.comment)';
    CREATE INDEX IF NOT EXISTS entries_by_receipt ON adview.entries ("receivedAt");

    -- What came otherwise under the same name. Where the hash follows from the fields, it is the proof
    -- that there were two ledgers.
    \(table("other_entries", entries)),
      "receivedAt" timestamptz NOT NULL DEFAULT now(),
      "computedHash" bytea NOT NULL,
      PRIMARY KEY (store, sequence, "entryHash", "computedHash")
    );
    COMMENT ON TABLE adview.other_entries IS '\(FleetDialect.comment)';

    -- Every head that was told, in the order in which they came.
    \(table("heads", heads)),
      "receivedAt" timestamptz NOT NULL DEFAULT now(),
      arrival bigint GENERATED ALWAYS AS IDENTITY,
      PRIMARY KEY (store, size, root, "beforeSize", "beforeRoot", "ledgerSize", "time")
    );
    COMMENT ON TABLE adview.heads IS '\(FleetDialect.comment)';
    CREATE INDEX IF NOT EXISTS heads_by_receipt ON adview.heads ("receivedAt");

    -- What could not be taken stays here with its reason:
    -- SELECT stream, reason, count(*) FROM adview.set_aside GROUP BY stream, reason;
    CREATE TABLE IF NOT EXISTS adview.set_aside (
      stream text NOT NULL, "setAsideAt" timestamptz NOT NULL DEFAULT now(), reason text NOT NULL,
      line text NOT NULL
    );

    -- What is read of a line that may be anything; it comes as bytes that are called Latin-1.
    CREATE OR REPLACE FUNCTION adview.text_or_null(line text) RETURNS text LANGUAGE plpgsql STABLE AS $$
    BEGIN
      RETURN convert_from(convert_to(line, 'LATIN1'), 'UTF8');
    EXCEPTION WHEN others THEN RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION adview.object_or_null(line text) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
    DECLARE value jsonb;
    BEGIN
      value := convert_from(convert_to(line, 'LATIN1'), 'UTF8');
      RETURN CASE WHEN jsonb_typeof(value) = 'object' THEN value END;
    EXCEPTION WHEN others THEN RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION adview.time_or_null(value text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
    BEGIN
      RETURN CASE WHEN value ~ '^\(FleetLines<ExportedEntry>.time)$' THEN value::timestamptz END;
    EXCEPTION WHEN others THEN RETURN NULL;
    END $$;

    -- The entry's hash: a field of canonical bytes is its length and its value.
    CREATE OR REPLACE FUNCTION adview.field(value bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
      SELECT int4send(length(value)) || value
    $$;

    CREATE OR REPLACE FUNCTION adview.entry_hash(
      sequence bigint, "time" timestamptz, event text, subject bytea, payload bytea, actor text,
      channel text, reason text, previous bytea
    ) RETURNS bytea LANGUAGE sql STABLE AS $$
      SELECT sha256(
        '\\x00'::bytea || adview.field('AdView consent entry 1'::bytea)
        || adview.field(int8send(sequence))
        || adview.field(int8send((extract(epoch FROM "time") * 1000)::bigint))
        || adview.field(convert_to(event, 'UTF8')) || adview.field(subject) || adview.field(payload)
        || adview.field(convert_to(actor, 'UTF8')) || adview.field(convert_to(channel, 'UTF8'))
        || adview.field(convert_to(reason, 'UTF8')) || adview.field(previous))
    $$;

    """

  private static func table<Row>(_ name: String, _ fields: [ExportField<Row>]) -> String {
    let columns = fields.map { "  \"\($0.key)\" \(type(of: $0)) NOT NULL" }
      .joined(separator: ",\n")
    return "CREATE TABLE IF NOT EXISTS adview.\(name) (\n\(columns)"
  }

  private static func type<Row>(of field: ExportField<Row>) -> String {
    switch field.kind {
    // Ids and hashes, which come as digits.
    case .name: "bytea"
    case .word: "text"
    case .time: "timestamptz"
    case .count, .integer: "bigint"
    case .number: "double precision"
    case .flag: "boolean"
    }
  }

  // MARK: Loading

  /// The commands that load a file of NDJSON.
  static func load(_ file: String) -> String {
    """
    BEGIN;
    CREATE TEMPORARY TABLE adview_lines (number bigint GENERATED ALWAYS AS IDENTITY, line text NOT NULL)
    ON COMMIT DROP;
    \\copy adview_lines (line) FROM PROGRAM \(literal(reading(file))) WITH (ENCODING 'LATIN1')

    CREATE TEMPORARY TABLE adview_read ON COMMIT DROP AS
    SELECT number, line, row, stream,
      CASE WHEN stream = 'heads' THEN \(reason(heads)) ELSE \(reason(entries)) END AS reason
    FROM (
      SELECT number, line, row, CASE WHEN row ? 'root' THEN 'heads' ELSE 'entries' END AS stream
      FROM (
        SELECT number, line, adview.object_or_null(line) AS row
        FROM adview_lines WHERE line ~ '[^ \\t\\r]' OFFSET 0
      ) AS rows
    ) AS streams;

    CREATE TEMPORARY TABLE adview_taken ON COMMIT DROP AS
    SELECT number, \(values(entries)) FROM adview_read WHERE stream = 'entries' AND reason = '';
    ANALYZE adview_taken;

    INSERT INTO adview.entries (\(columns(entries)))
    SELECT \(columns(entries)) FROM adview_taken ORDER BY number
    ON CONFLICT DO NOTHING;

    INSERT INTO adview.other_entries (\(columns(entries)), "computedHash")
    SELECT \(columns(entries, of: "t.")), adview.entry_hash(\(hashed("t.")))
    FROM adview_taken AS t JOIN adview.entries AS e USING (store, sequence)
    WHERE (t."entryHash", \(hashed("t."))) IS DISTINCT FROM (e."entryHash", \(hashed("e.")))
    ORDER BY number
    ON CONFLICT DO NOTHING;

    INSERT INTO adview.heads (\(columns(heads)))
    SELECT \(values(heads)) FROM adview_read WHERE stream = 'heads' AND reason = '' ORDER BY number
    ON CONFLICT DO NOTHING;

    INSERT INTO adview.set_aside (stream, reason, line)
    SELECT stream, reason, coalesce(adview.text_or_null(line), line) FROM adview_read WHERE reason <> ''
    ORDER BY number;
    COMMIT;
    ANALYZE adview.entries, adview.heads;

    """
  }

  /// What writes the lines as COPY reads them: a backslash, a tab and a carriage return as two
  /// characters; and no zero byte, which a text cannot have, but another one that JSON refuses as well.
  private static func reading(_ file: String) -> String {
    let program = file.hasSuffix(".gz") ? "gzip -dc" : file.hasSuffix(".zst") ? "zstd -dcq" : "cat"
    return
      #"\#(program) \#(file.quotedForShell) | LC_ALL=C tr '\000' '\001' | LC_ALL=C sed 's/\\/\\\\/g' "#
      + #"| LC_ALL=C awk '{gsub(/\t/, "\\t"); gsub(/\r/, "\\r"); print}'"#
  }

  private static func literal(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  private static func columns<Row>(_ fields: [ExportField<Row>], of table: String = "") -> String {
    fields.map { "\(table)\"\($0.key)\"" }.joined(separator: ", ")
  }

  /// What an entry's hash is of.
  static func hashed(_ table: String) -> String {
    columns(
      entries.filter { !["store", ExportForm.key, "entryHash"].contains($0.key) }, of: table)
  }

  /// The form of ids and hashes.
  private static func digits<Row>(of field: ExportField<Row>) -> String {
    switch field.key {
    case "store": "[0-9a-f]{32}"
    case "extension": "([0-9a-f]{64}( [0-9a-f]{64}){0,63})?"
    default: "[0-9a-f]{64}"
    }
  }

  /// What is wrong with a line.
  private static func reason<Row>(_ fields: [ExportField<Row>]) -> String {
    let known = fields.filter { $0.key == ExportForm.key }
    let checks =
      [("row IS NULL", "'it is no JSON object'")] + known.map(misfit)
      + [
        (
          "(row ->> '\(ExportForm.key)')::numeric > \(ExportForm.current)",
          "'its form is ' || (row ->> '\(ExportForm.key)') || "
            + literal(FleetLines<Row>.newer)
        )
      ] + fields.filter { $0.key != ExportForm.key }.map(misfit)
    return "CASE" + checks.map { "\n    WHEN \($0) THEN \($1)" }.joined() + "\n    ELSE '' END"
  }

  private static func misfit<Row>(_ field: ExportField<Row>) -> (String, String) {
    let value = "row -> '\(field.key)'"
    let text = "row ->> '\(field.key)'"
    let fits =
      switch field.kind {
      case .name: "jsonb_typeof(\(value)) = 'string' AND \(text) ~ '^\(digits(of: field))$'"
      case .word: "jsonb_typeof(\(value)) = 'string'"
      case .time: "jsonb_typeof(\(value)) = 'string' AND adview.time_or_null(\(text)) IS NOT NULL"
      case .count, .integer, .number:
        "CASE WHEN jsonb_typeof(\(value)) = 'number' THEN (\(text))::numeric % 1 = 0 "
          + "AND (\(text))::numeric BETWEEN 0 AND \(FleetLines<Row>.greatest) END"
      case .flag: "jsonb_typeof(\(value)) = 'boolean'"
      }
    return ("NOT coalesce(\(fits), false)", literal("field '\(field.key)' is missing or damaged"))
  }

  private static func values<Row>(_ fields: [ExportField<Row>]) -> String {
    fields.map { field in
      let text = "row ->> '\(field.key)'"
      let value =
        switch field.kind {
        case .name: "decode(\(text), 'hex')"
        case .word: text
        case .time: "adview.time_or_null(\(text))"
        case .count, .integer, .number: "(\(text))::numeric::bigint"
        case .flag: "(\(text))::boolean"
        }
      return "\(value) AS \"\(field.key)\""
    }.joined(separator: ",\n  ")
  }
}
