// SPDX-License-Identifier: MIT
import AdModel
import AdStore

extension HistoryColumns {
  /// Every transition, for an analysis elsewhere: store, session and sequence name a row for good.
  static let transitions: [Column<ExportRow>] =
    [
      Column("store", meaning: "The random id of the database.") { $0.store },
      Column(
        ExportForm.key,
        meaning:
          "The number of the row's form: another one where fields came, went or mean something else."
      ) { _ in ExportForm.current },
      Column("device", meaning: "What the app calls the device; often nothing.") { $0.device },
      Column("page", meaning: "The name of the page.") { $0.page.rawValue },
      Column("appVersion", meaning: "The version of the app.") { $0.appVersion },
    ]
    + entries.map { column in column.of { $0.entry } }
    + [
      Column("entryHash", meaning: "The hash of the record's entry in the ledger.") { $0.entryHash }
    ]

  /// Every load.
  static let loads = columns(of: [ExportField<ExportedLoad>].all)

  /// Every session.
  static let sessions = columns(of: [ExportField<ExportedSession>].all)

  static func columns<Row>(of fields: [ExportField<Row>]) -> [Column<Row>] {
    fields.map { field in
      Column(field.key, meaning: field.meaning) { field.value($0) }
    }
  }
}
