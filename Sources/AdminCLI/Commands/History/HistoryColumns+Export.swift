// SPDX-License-Identifier: MIT
import AdModel
import AdStore

extension HistoryColumns {
  /// Every transition, for an analysis elsewhere: store, session and sequence name a row for good.
  static let transitions: [Column<ExportRow>] =
    [
      Column("store") { .text($0.store) },
      Column("device", meaning: "What the app calls the device; often nothing.") {
        .text($0.device)
      },
      Column("page") { .text($0.page.rawValue) },
      Column("appVersion") { .text($0.appVersion) },
    ]
    + entries.map { column in column.of { $0.entry } }
    + [Column("entryHash") { .optional($0.entryHash) }]

  /// Every load.
  static let loads = columns(of: [ExportField<ExportedLoad>].all)

  /// Every session.
  static let sessions = columns(of: [ExportField<ExportedSession>].all)

  private static func columns<Row>(of fields: [ExportField<Row>]) -> [Column<Row>] {
    fields.map { field in
      Column(field.key, meaning: field.meaning) { row in
        switch field.value(row) {
        case .none: .none
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .number(let number): .optional(number: number)
        case .flag(let flag): .flag(flag)
        }
      }
    }
  }
}
