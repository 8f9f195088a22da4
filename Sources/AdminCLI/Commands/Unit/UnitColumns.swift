// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// How units are shown: in lists the columns of a table, elsewhere all of their fields.
enum UnitColumns {
  /// A unit and its own targeting as a row. By reference, for every column takes its value by itself, and
  /// a value of this size would be copied for each.
  final class Listed: Sendable {
    let entry: InventoryEntry

    init(_ entry: InventoryEntry) { self.entry = entry }
  }

  /// One JSON object of a unit and its own targeting, the same as in the change log.
  static let object: ListWriter<Listed>.ObjectWriter = { row, object in
    try InventoryDocument.write(row.entry.unit, targeting: row.entry.targeting, to: &object)
  }

  static let list: [Column<Listed>] =
    columns(isWhole: false) { $1($0.entry.unit) } + [
      Column(
        "targeting", "Targeting", meaning: "The unit's own targeting.",
        elements: [
          OutputKey("key", "The targeting key."), OutputKey("values", "The values of the key."),
        ]
      ) { $0.entry.targeting.entries.map(TargetingText.text) }
    ]

  /// A unit with everything that it sends, wherever that is set.
  struct Whole: Sendable {
    let entry: InventoryEntry
    let effective: EffectiveTargeting
  }

  static let fields: [Column<Whole>] =
    columns(isWhole: true) { $1($0.entry.unit) } + [
      Column(
        "targeting", "Own targeting", meaning: "The unit's own targeting.",
        elements: [
          OutputKey("key", "The targeting key."), OutputKey("values", "The values of the key."),
        ]
      ) { $0.entry.targeting.entries.map(TargetingText.text) },
      Column(
        "effectiveTargeting", "Sends", meaning: "What the unit sends, wherever it is set.",
        elements: [
          OutputKey("scope", "Where the targeting is set: app, page, unit or debug."),
          OutputKey("key", "The targeting key."), OutputKey("values", "The values of the key."),
        ]
      ) { $0.effective.entries.map(\.formatted) },
    ]

  /// One JSON object of a unit with everything that it sends.
  static let wholeObject: ListWriter<Whole>.ObjectWriter = { whole, object in
    try InventoryDocument.write(whole.entry.unit, targeting: whole.entry.targeting, to: &object)
    object.array("effectiveTargeting") { array in
      for line in whole.effective.lines {
        array.object { object in
          object.member("scope", line.scope.name)
          InventoryDocument.write(line.entry, to: &object)
        }
      }
    }
  }

  /// The columns of the field table, with a status in its colour.
  private static func columns<Row>(
    isWhole: Bool, of unit: @escaping @Sendable (Row, (InventoryUnit) -> Cell) -> Cell
  ) -> [Column<Row>] {
    FieldTable<InventoryUnit>.units.columns(isWhole: isWhole, of: unit).titling("status", "Status")
    {
      unit($0) { .toned($0.status.rawValue, $0.status.tone) }
    }
  }
}

extension InventoryUnit.Status {
  fileprivate var tone: Cell.Tone {
    switch self {
    case .active: .good
    case .paused: .warning
    case .archived: .faint
    }
  }
}

extension TargetingEntry {
  /// The key with its values as a person reads them: `section=sport,news`.
  var formatted: String {
    var text = key + "="
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      text += value
    }
    return text
  }
}

extension TargetingScope {
  /// What kind of scope it is: `app`, `page`, `unit` or `debug`.
  var name: String {
    switch self {
    case .app: "app"
    case .page: "page"
    case .unit: "unit"
    case .debug: "debug"
    }
  }

  /// The page or the unit, where it is one.
  var owner: String? {
    switch self {
    case .app, .debug: nil
    case .page(let id): id.rawValue
    case .unit(let id): id.rawValue
    }
  }
}
