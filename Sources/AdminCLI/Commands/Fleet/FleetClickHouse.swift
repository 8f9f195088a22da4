// SPDX-License-Identifier: MIT

/// `fleet clickhouse`.
enum FleetClickHouse {
  static let command = Command(
    "clickhouse", "Print the SQL that keeps exported loads and sessions in ClickHouse.",
    details: FleetParts.details, effect: .reads, output: .document("SQL"),
    options: FleetParts.options,
    examples: [
      Example("fleet clickhouse --part schema | clickhouse client", "Make the tables."),
      Example("fleet clickhouse --part load | clickhouse client", "Load what was exported."),
      Example("fleet clickhouse --part statistics | clickhouse client", "Make the views."),
    ]
  ) { run in try FleetParts.write(.clickHouse, run) }
}
