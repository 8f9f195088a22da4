// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// How transitions of the history are shown.
enum HistoryColumns {
  static let entries: [Column<HistoryEntry>] = [
    Column("time", "Time", meaning: "When it happened.") { $0.at.description },
    Column("session", "Session", meaning: "The id of the session.") { $0.session },
    Column("sequence", meaning: "The number of the row in its session.") { $0.sequence },
    Column("adUnitId", "Unit", meaning: "The id of the ad unit.") { $0.unit },
    Column("from", "From", meaning: "The state before.") { $0.from.rawValue },
    Column("to", "To", meaning: "The state after.") { state($0.to) },
    Column("cause", "Cause", meaning: "Why the state changed.") { $0.cause.rawValue },
    Column("consentRecord", "Consent", .trailing, meaning: "The number of the consent record.") {
      $0.consentRecord?.rawValue
    },
    Column(
      "servingMode", "Mode",
      meaning: "The ads that the record allows: personalized, nonPersonalized or limited."
    ) { $0.mode?.rawValue },
    Column("frame", meaning: geometry("Where the ad was")) {
      $0.geometry.map { rect($0.frame) }
    },
    Column("viewport", meaning: geometry("The visible part of the page")) {
      $0.geometry.map { rect($0.viewport) }
    },
  ]

  private static func geometry(_ what: String) -> String {
    "\(what): x, y, width and height in points; null where it was not kept."
  }

  private static func state(_ state: LoadState) -> Cell {
    switch state {
    case .displayed: .toned(state.rawValue, .good)
    case .fetched: .text(state.rawValue)
    case .notLoaded, .unloaded: .toned(state.rawValue, .faint)
    }
  }

  static func rect(_ rect: AdRect) -> Cell {
    .value([
      "x": .double(rect.x), "y": .double(rect.y), "width": .double(rect.width),
      "height": .double(rect.height),
    ])
  }

  // MARK: Exports

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
      Column("page", meaning: "The name of the page.") { $0.page },
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
