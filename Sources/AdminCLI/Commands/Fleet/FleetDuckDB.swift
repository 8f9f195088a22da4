// SPDX-License-Identifier: MIT

/// `fleet duckdb`.
enum FleetDuckDB {
  static let command = Command(
    "duckdb", "Print the SQL that keeps exported loads and sessions in DuckDB.",
    details: FleetParts.details, effect: .reads, output: .document("SQL"),
    options: FleetParts.options,
    examples: [
      Example("fleet duckdb --part schema | duckdb fleet.duckdb", "Make the tables."),
      Example("fleet duckdb --part load | duckdb fleet.duckdb", "Load what was exported."),
      Example("fleet duckdb --part statistics | duckdb fleet.duckdb", "Make the views."),
    ]
  ) { run in try FleetParts.write(.duckDB, run) }
}
