// SPDX-License-Identifier: MIT
import AdInjection
import AdModel
import AdStore

/// `export targeting UNIT`.
enum ExportTargeting {
  static let unit = Argument(.unit(offering: [.active]), "The ad unit.")
  static let command = Command(
    "targeting", "Print the script that hands a unit's targeting to the Google Publisher Tag.",
    details:
      "Holds what the unit sends: its own targeting, its page's and the app's. Run it in the "
      + "page at document end.",
    effect: .reads, output: .document("JavaScript"), arguments: [unit],
    options: SettingOptions.dialect.options + [ExportOptions.debug, ExportOptions.inactive],
    examples: [
      Example("export targeting div-gpt-ad-mobile_1", "With googletag.pubads().setTargeting."),
      Example("export targeting div-gpt-ad-mobile_1 --dialect setConfig", "The newer way."),
    ]
  ) { run in
    let (stored, targeting, settings) = try run.withDatabase(.readOnly) { database in
      let settings = try run.settings(in: database, SettingOptions.dialect)
      let debugging = run.input[ExportOptions.debug] || settings.isDebugging
      return try InventoryRepository(database).read { inventory in
        (
          try inventory.unit(run.input[unit]),
          try inventory.effectiveTargeting(of: run.input[unit], debugging: debugging), settings
        )
      }
    }
    try ExportOptions.check(stored, run)
    if targeting.entries.isEmpty {
      return try run.note("ad unit '\(stored.id)' sends no targeting: there is no script")
    }
    try run.noteSettings(settings, SettingOptions.dialect)
    try run.print(TargetingScript.source(targeting.entries, dialect: settings.dialect))
  }
}
