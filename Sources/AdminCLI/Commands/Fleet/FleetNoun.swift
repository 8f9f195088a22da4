// SPDX-License-Identifier: MIT

/// `fleet`: the histories of many devices in one analytical database.
enum FleetNoun {
  static let noun = Noun(
    "fleet", "Tables and statistics in SQL for the exports of many devices.",
    [
      "clickhouse": { FleetClickHouse.command }, "duckdb": { FleetDuckDB.command },
    ])
}
