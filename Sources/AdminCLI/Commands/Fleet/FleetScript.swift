// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// The SQL that keeps the exports of many devices in one analytical database, made of the fields that
/// the exports have.
struct FleetScript {
  /// Groups of fewer stores are left out where nobody says another number.
  static let standardLeastStores = 10

  let dialect: FleetDialect
  /// The attributes of sessions by which there are statistics.
  let attributes: [String]
  /// The views leave out groups of fewer stores.
  let leastStores: Int
  /// By which clocks their days begin; nil for UTC.
  let utcOffset: UTCOffset?

  /// The first lines.
  var heading: String {
    """
    -- \(FleetDialect.comment), for \(dialect.title); made by adview-admin \
    \(AdminVersion.current)

    """
  }

  // MARK: Tables

  private var loads: FleetLines<ExportedLoad> {
    FleetLines(dialect: dialect, name: "loads", fields: .all)
  }
  private var sessions: FleetLines<ExportedSession> {
    FleetLines(dialect: dialect, name: "sessions", fields: .all)
  }

  /// The tables, which must not be of another form.
  var schema: String {
    let loads = table("loads", [ExportField<ExportedLoad>].all)
    let sessions = table("sessions", [ExportField<ExportedSession>].all)
    let aside = """
      -- What could not be taken stays here with its reason:
      -- SELECT stream, reason, count(*) FROM adview.set_aside GROUP BY stream, reason;
      """
    switch dialect {
    case .clickHouse:
      return """
        CREATE DATABASE IF NOT EXISTS adview;

        SELECT throwIf(count() > 0, '\(Self.otherForm)')
        FROM system.tables WHERE database = 'adview' AND name IN ('loads', 'sessions')
          AND comment <> '\(FleetDialect.comment)' FORMAT Null;

        -- Of rows with one key, the one with the greatest revision is kept when parts are merged;
        -- FINAL reads as if all were. The partition is that of the session's start, which never changes.
        \(loads) ENGINE = ReplacingMergeTree(revision)
        PARTITION BY toYYYYMM(startedAt)
        ORDER BY (adUnitId, toDate(startedAt), store, session, sequence)
        COMMENT '\(FleetDialect.comment)';

        \(sessions) ENGINE = ReplacingMergeTree(revision)
        PARTITION BY toYYYYMM(startedAt)
        ORDER BY (store, session)
        COMMENT '\(FleetDialect.comment)';

        -- Hashes of the stores of which nothing is taken any more.
        CREATE TABLE IF NOT EXISTS adview.erased (store String)
        ENGINE = ReplacingMergeTree ORDER BY store COMMENT '\(FleetDialect.comment)';

        \(aside)
        CREATE TABLE IF NOT EXISTS adview.set_aside (
          stream LowCardinality(String), setAsideAt DateTime('UTC'), reason LowCardinality(String),
          line String
        ) ENGINE = MergeTree ORDER BY (stream, setAsideAt) COMMENT '\(FleetDialect.comment)';

        -- Lines go into these, and on into the tables above.
        \(self.loads.tables)
        \(self.sessions.tables)
        """
    case .duckDB:
      return """
        CREATE SCHEMA IF NOT EXISTS adview;

        SET VARIABLE adview_form = (
          SELECT CASE WHEN count(*) > 0 THEN error(concat('\(Self.otherForm)', max(''))) END
          FROM duckdb_tables() WHERE schema_name = 'adview' AND table_name LIKE '%_received'
            AND coalesce(comment, '') <> '\(FleetDialect.comment)');

        -- What was received is kept as it came; of rows with one key, the views show the one with the
        -- greatest revision.
        \(loads);
        COMMENT ON TABLE adview.loads_received IS '\(FleetDialect.comment)';

        \(sessions);
        COMMENT ON TABLE adview.sessions_received IS '\(FleetDialect.comment)';

        -- Hashes of the stores of which nothing is taken any more.
        CREATE TABLE IF NOT EXISTS adview.erased (store VARCHAR PRIMARY KEY);

        \(aside)
        CREATE TABLE IF NOT EXISTS adview.set_aside (
          stream VARCHAR NOT NULL, setAsideAt TIMESTAMP NOT NULL, reason VARCHAR NOT NULL,
          line VARCHAR NOT NULL
        );

        CREATE OR REPLACE VIEW adview.loads AS
        SELECT * FROM adview.loads_received
        QUALIFY row_number() OVER (
          PARTITION BY store, session, adUnitId, sequence ORDER BY revision DESC) = 1;

        CREATE OR REPLACE VIEW adview.sessions AS
        SELECT * FROM adview.sessions_received
        QUALIFY row_number() OVER (PARTITION BY store, session ORDER BY revision DESC) = 1;

        """
    }
  }

  /// What is said where the tables are of another form.
  private static let otherForm =
    "adview: these tables are of another form than \(ExportForm.current). What --part migration prints "
    + "brings older ones to it; for newer ones, take the adview-admin that made them"

  private func table<Row>(_ name: String, _ fields: [ExportField<Row>]) -> String {
    let name = dialect == .duckDB ? "\(name)_received" : name
    // Quoted, for a key may be one of the engine's words.
    let columns = fields.map { "  \"\($0.key)\" \(dialect.type(of: $0))" }
      .joined(separator: ",\n")
    return "CREATE TABLE IF NOT EXISTS adview.\(name) (\n\(columns)\n)"
  }

  // MARK: Loading

  /// The commands that load two files of NDJSON.
  func load(loads: String, sessions: String) -> String {
    self.loads.load(loads) + self.sessions.load(sessions)
  }

  // MARK: Erasing

  /// The commands that erase all rows of some stores, and keep more of them from coming.
  func erasure(of stores: [String]) -> String {
    let received = dialect == .duckDB ? "_received" : ""
    let list = stores.map(dialect.literal).joined(separator: ", ")
    var lines = ["-- What of them still comes, late or twice, is not taken."]
    for store in stores {
      lines.append(
        "INSERT \(dialect == .duckDB ? "OR IGNORE " : "")INTO adview.erased SELECT "
          + "\(dialect.hash(dialect.literal(store)));")
    }
    for (table, condition) in [
      ("loads\(received)", "store IN (\(list))"), ("sessions\(received)", "store IN (\(list))"),
      (
        "set_aside",
        stores.map { dialect.contains("line", $0) }.joined(separator: " OR ")
      ),
    ] {
      lines.append(
        dialect == .clickHouse
          ? "ALTER TABLE adview.\(table) DELETE WHERE \(condition) SETTINGS mutations_sync = 2;"
          : "DELETE FROM adview.\(table) WHERE \(condition);")
    }
    return lines.joined(separator: "\n") + (dialect == .duckDB ? "\nCHECKPOINT;\n" : "\n")
  }
}
