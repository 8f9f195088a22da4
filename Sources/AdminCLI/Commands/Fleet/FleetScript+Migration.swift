// SPDX-License-Identifier: MIT
import AdStore

extension FleetScript {
  /// The commands that bring tables of an older form to this one. What comes with a form may be missing, and
  /// is in the rows that were there.
  var migration: String {
    """
    -- Tables of an older form get the fields that came since; print the statistics again after it.
    \(refusal)

    \(changes(to: "loads", [ExportField<ExportedLoad>].all))
    \(changes(to: "sessions", [ExportField<ExportedSession>].all))
    \(schema)
    """
  }

  /// Tables that know more than this program stay as they are.
  private var refusal: String {
    let text =
      "adview: these tables are of a newer form than \(ExportForm.current): take the adview-admin that "
      + "made them"
    switch dialect {
    case .clickHouse:
      return """
        SELECT throwIf(count() > 0, '\(text)')
        FROM system.tables WHERE database = 'adview' AND name IN ('loads', 'sessions')
          AND toInt64OrZero(extract(comment, '[0-9]+$')) > \(ExportForm.current) FORMAT Null;
        """
    case .duckDB:
      return """
        SET VARIABLE adview_form = (
          SELECT CASE WHEN count(*) > 0 THEN error(concat('\(text)', max(''))) END
          FROM duckdb_tables() WHERE schema_name = 'adview' AND table_name LIKE '%_received'
            AND TRY_CAST(regexp_extract(comment, '[0-9]+$') AS BIGINT) > \(ExportForm.current));
        """
    }
  }

  private func changes<Row>(to name: String, _ fields: [ExportField<Row>]) -> String {
    let columns = fields.filter(\.isOptional).map {
      "ADD COLUMN IF NOT EXISTS \"\($0.key)\" \(dialect.type(of: $0))"
    }
    switch dialect {
    case .clickHouse:
      // What takes lines goes by the columns, and is made anew below.
      return ["reading", "taking", "refusing"].map { "DROP VIEW IF EXISTS adview.\(name)_\($0);\n" }
        .joined() + """
          ALTER TABLE adview.\(name)
            \(columns.joined(separator: ",\n  "));
          ALTER TABLE adview.\(name) MODIFY COMMENT '\(FleetDialect.comment)';

          """
    case .duckDB:
      let table = "adview.\(name)_received"
      return columns.map { "ALTER TABLE \(table) \($0);\n" }.joined()
        + "COMMENT ON TABLE \(table) IS '\(FleetDialect.comment)';\n"
    }
  }
}
