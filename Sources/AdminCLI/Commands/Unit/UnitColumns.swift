// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// How units are shown: in lists the columns of a table, elsewhere all of their fields.
enum UnitColumns {
  /// One JSON object of a unit and its own targeting, the same as in the change log.
  static let object: ListWriter<InventoryEntry>.ObjectWriter = { entry, object in
    try InventoryDocument.write(entry.unit, targeting: entry.targeting, to: &object)
  }

  static let list: [Column<InventoryEntry>] = [
    Column("id", "Unit") { .text($0.unit.id.rawValue) },
    Column("page", "Page") { .optional($0.unit.page) },
    Column("position", "Position", .trailing) { .optional(integer: $0.unit.position) },
    Column("status", "Status") { status(of: $0.unit) },
    Column("initialWidth") { .number($0.unit.constraints.initial.width) },
    Column("initialHeight") { .number($0.unit.constraints.initial.height) },
    Column("minimumWidth") { .optional(number: $0.unit.constraints.minimumWidth) },
    Column("maximumWidth") { .optional(number: $0.unit.constraints.maximumWidth) },
    Column("minimumHeight") { .optional(number: $0.unit.constraints.minimumHeight) },
    Column("maximumHeight") { .optional(number: $0.unit.constraints.maximumHeight) },
    Column("declaredSizes", "Sizes") { .list($0.unit.declaredSizes.map(\.description)) },
    Column("adManagerPath", "Ad Manager path") { .optional($0.unit.adManagerPath) },
    Column("labelShown") { .flag($0.unit.label.isShown) },
    Column("labelText") { .text($0.unit.label.text) },
    Column("labelFontSize") { .number($0.unit.label.fontSize) },
    Column("labelFontWeight") { .text($0.unit.label.fontWeight.rawValue) },
    Column("notes") { .text($0.unit.notes) },
    Column("targeting", "Targeting") { .list($0.targeting.entries.map(\.formatted)) },
  ]

  /// A unit with everything that it sends, wherever that is set.
  struct Whole: Sendable {
    let entry: InventoryEntry
    let effective: EffectiveTargeting
  }

  static let fields: [Column<Whole>] = [
    Column("id", "Unit") { .text($0.entry.unit.id.rawValue) },
    Column("page", "Page") { .optional($0.entry.unit.page) },
    Column("position", "Position") { .optional(integer: $0.entry.unit.position) },
    Column("status", "Status") { status(of: $0.entry.unit) },
    Column("adManagerPath", "Ad Manager path") { .optional($0.entry.unit.adManagerPath) },
    Column("declaredSizes", "Declared sizes") {
      .list($0.entry.unit.declaredSizes.map(\.description))
    },
    Column("initialSize", "Initial size") {
      let size = $0.entry.unit.constraints.initial
      return .text("\(size.width.formatted)x\(size.height.formatted)")
    },
    Column("width", "Width") {
      range($0.entry.unit.constraints.minimumWidth, $0.entry.unit.constraints.maximumWidth)
    },
    Column("height", "Height") {
      range($0.entry.unit.constraints.minimumHeight, $0.entry.unit.constraints.maximumHeight)
    },
    Column("label", "Label") {
      let label = $0.entry.unit.label
      let font = "\(label.fontSize.formatted) \(label.fontWeight.rawValue)"
      return .text("\(label.isShown ? "shown" : "hidden"): \(label.text), \(font)")
    },
    Column("notes", "Notes") { .text($0.entry.unit.notes) },
    Column("targeting", "Own targeting") { .list($0.entry.targeting.entries.map(\.formatted)) },
    Column("effectiveTargeting", "Sends") { .list($0.effective.entries.map(\.formatted)) },
  ]

  /// One JSON object of a unit with everything that it sends.
  static let wholeObject: ListWriter<Whole>.ObjectWriter = { whole, object in
    try InventoryDocument.write(
      whole.entry.unit, targeting: whole.entry.targeting, to: &object)
    object.array("effectiveTargeting") { array in
      for line in whole.effective.lines {
        array.object { object in
          object.member("scope", line.scope.name)
          InventoryDocument.write(line.entry, to: &object)
        }
      }
    }
  }

  private static func status(of unit: AdUnit) -> Cell {
    switch unit.status {
    case .active: .toned(unit.status.rawValue, .good)
    case .paused: .toned(unit.status.rawValue, .warning)
    case .archived: .toned(unit.status.rawValue, .faint)
    }
  }

  private static func range(_ minimum: Double?, _ maximum: Double?) -> Cell {
    switch (minimum?.formatted, maximum?.formatted) {
    case (let minimum?, let maximum?): .text("\(minimum) to \(maximum)")
    case (let minimum?, nil): .text("\(minimum) or more")
    case (nil, let maximum?): .text("\(maximum) or less")
    case (nil, nil): .none
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
