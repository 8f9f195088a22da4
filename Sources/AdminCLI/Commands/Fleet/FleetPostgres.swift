// SPDX-License-Identifier: MIT
import AdStore

/// `fleet postgres`.
enum FleetPostgres {
  enum Part: String, CaseIterable {
    case schema, load, checks
  }

  static let part = Option<Part>(
    "part", .choice("PART"), "schema, load or checks.", defaultDescription: "all")
  static let entriesFile = Option(
    "entries", .file, "The entries to load: what 'consent export --entries' wrote.",
    defaultDescription: "entries.ndjson")

  static let command = Command(
    "postgres", "Print the SQL that keeps the ledgers' entries in PostgreSQL and checks them.",
    details: """
      For psql, and PostgreSQL from 15 on. Lines may come twice, in any order and late: an entry is kept once, and is never \
      changed. Another one under its name is kept in table other_entries, as the proof that there were two ledgers; every \
      head that was told stays in table heads. A line that is damaged, or of a newer form than \
      \(ExportForm.current), is set aside in table set_aside with what is wrong with it, and keeps no other from \
      being taken; tables of another form are refused. Events that nobody knows yet are kept. The file may be \
      compressed: .gz, .zst.

      The checks compute each entry's hash and each root again, by the format's words alone. adview.findings names by \
      store and sequence what is edited, missing, reordered, truncated or forked, in the words of 'consent verify'; \
      adview.check_stores(since) looks only at stores that sent something since. adview.forks puts both entries and both \
      heads side by side, adview.split_heads two roots of one size. A fork whose first other entry is 'restored' is a \
      backup that somebody put in place.

      There is nothing to erase here: an entry holds no key and no answer, and its commitments say nothing more once \
      key, answer and salts are gone from the phone.
      """, effect: .reads, output: .document("SQL"), options: [part, entriesFile],
    examples: [
      Example("fleet postgres --part schema | psql fleet", "Make the tables."),
      Example("fleet postgres --part load | psql fleet", "Load what was exported."),
      Example("fleet postgres --part checks | psql fleet", "Make the views."),
    ]
  ) { run in
    var texts = [FleetLedgers.heading]
    for part in Part.allCases where run.input[Self.part].map({ $0 == part }) ?? true {
      switch part {
      case .schema: texts.append(FleetLedgers.schema)
      case .load: texts.append(FleetLedgers.load(run.input[entriesFile] ?? "entries.ndjson"))
      case .checks: texts.append(FleetLedgers.checks)
      }
    }
    try run.print(texts.joined(separator: "\n"))
  }
}
