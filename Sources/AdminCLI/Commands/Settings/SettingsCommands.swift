// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// The settings by their names.
private enum SettingNames {
  static let kind = ValueKind<Field<InventorySettings>>(
    "SETTING", expected: "a setting: see 'adview-admin settings list'",
    completion: .words(fields.map(\.name))
  ) { text in fields.first { $0.name == text || $0.key == text } }

  static let fields = FieldTable<InventorySettings>.settings.fields
}

extension Field<InventorySettings> {
  /// What commands call the setting.
  fileprivate var name: String { option ?? key }
}

/// A setting with its value.
private struct SettingRow: Sendable {
  let field: Field<InventorySettings>
  let settings: InventorySettings

  var value: JSONValue { field.value(settings) }
  var standard: JSONValue { field.value(FieldTable<InventorySettings>.settings.standard) }

  static let columns: [Column<SettingRow>] = [
    Column("setting", "Setting", meaning: "The name of the setting.") { $0.field.name },
    Column("value", "Value", meaning: "What holds; null where nothing bounds or names it.") {
      $0.value
    }.showing { $0.shown($0.value) },
    Column("default", "Default", meaning: "What holds where nobody set it.") { $0.standard }
      .showing { $0.shown($0.standard) }.secondary(),
    Column("isSet", meaning: "Whether it has another value than its default.") {
      $0.value != $0.standard
    },
    Column("expected", meaning: "What it may be.") {
      ValueKind.field($0.field.kind).shape.expected
    },
    Column("meaning", "Meaning", meaning: "One sentence about it.") { $0.field.summary },
  ]

  /// A value as `set` takes it.
  private func shown(_ value: JSONValue) -> Cell {
    switch value {
    case .null, .bool: .value(value)
    default: .text(field.kind.stored(value))
    }
  }
}

/// `settings list`.
enum SettingsList {
  static let isSet = Flag("set", "Only those with another value than their default.")

  static let command = Command(
    "list", "List the settings with their values and defaults.", effect: .reads,
    output: .keys(of: SettingRow.columns),
    options: [isSet] + ListOptions.all,
    examples: [
      Example("settings list", "All settings."),
      Example("settings list --set", "What was changed."),
    ]
  ) { run in
    let settings = try run.readInventory { try $0.settings() }
    let rows = SettingNames.fields.map { SettingRow(field: $0, settings: settings) }
      .filter { !run.input[isSet] || $0.value != $0.standard }
    try run.listChosen(rows, SettingRow.columns, empty: "every setting has its default")
  }
}

/// `settings show SETTING`.
enum SettingsShow {
  private static let name = Argument(SettingNames.kind, "The setting.")

  static let command = Command(
    "show", "Show one setting with what it may be.", effect: .reads,
    output: .keys(of: SettingRow.columns), arguments: [name],
    examples: [Example("settings show template", "The page that ads load.")]
  ) { run in
    let settings = try run.readInventory { try $0.settings() }
    try run.fields(
      SettingRow(field: run.input[name], settings: settings),
      SettingRow.columns.titling("expected", "May be"))
  }
}

/// `settings set`.
enum SettingsSet {
  private static let fields = FieldOptions(FieldTable<InventorySettings>.settings)

  static let command = Command(
    "set", "Give settings other values; those that are not named stay as they are.",
    details: """
      They hold from now on for apps that open the database and for every command; most commands \
      have an option of the same name that replaces a setting for one call. An app that runs follows \
      a change at once. 'publish' takes them along, all but debug and the bounds of the history.
      """,
    effect: .changes, output: .changes, options: fields.options,
    examples: [
      Example("settings set --template https://ads.example/template.html", "Another template."),
      Example("settings set --policy consented", "No ads for those who declined."),
      Example("settings set --history-days 90 --live-views 6", "Two at once."),
    ]
  ) { run in
    guard fields.areGiven(in: run.input) else {
      throw Failure(.usage, "nothing to set: name at least one setting.")
    }
    try run.changeInventory { edit in
      try edit.setSettings { try fields.apply(run.input, to: &$0) }
    }
  }
}

/// `settings reset SETTING…`.
enum SettingsReset {
  private static let names = Argument(SettingNames.kind, "The settings.", count: .any)
  static let all = Flag("all", "Every setting.")

  static let command = Command(
    "reset", "Give settings their defaults back.", effect: .changes,
    output: .changes, arguments: [names], options: [all],
    examples: [
      Example("settings reset template", "The template of a new database."),
      Example("settings reset --all --dry-run", "What would change."),
    ]
  ) { run in
    let isAll = run.input[all]
    let fields = isAll ? SettingNames.fields : run.input.all(names)
    guard !fields.isEmpty, !isAll || run.input.all(names).isEmpty else {
      throw Failure(
        .usage, "name the settings to reset, or give --all.",
        try: "adview-admin settings list --set")
    }
    let standard = FieldTable<InventorySettings>.settings.standard
    try run.changeInventory { edit in
      try edit.setSettings { settings in
        for field in fields { try field.set(field.value(standard), in: &settings) }
      }
    }
  }
}
