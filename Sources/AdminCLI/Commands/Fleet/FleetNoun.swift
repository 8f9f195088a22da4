// SPDX-License-Identifier: MIT

/// `fleet`: what many devices send, in one database.
enum FleetNoun {
  static let noun = Noun(
    "fleet", "Tables, statistics and checks in SQL for the exports of many devices.",
    [
      "clickhouse": { FleetClickHouse.command }, "duckdb": { FleetDuckDB.command },
      "postgres": { FleetPostgres.command },
    ])
}
