// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
package import AdStore

/// Options of commands that hold for one call instead of a setting, from the settings' field table.
package enum SettingOptions {
  package typealias Fields = FieldOptions<InventorySettings>

  /// The options of some settings, by their keys.
  package static func overriding(_ keys: [String]) -> Fields {
    Fields(.settings, only: keys, otherwise: "as 'settings list' says")
  }

  /// What bundles are made with.
  package static let bundle = overriding([
    "template", "handOff", "dialect", "bridgeHandler", "placeholderHandler", "namespace",
  ])
  /// How targeting is handed over.
  package static let dialect = overriding(["dialect"])
  /// The names that the app and its pages have for each other.
  package static let contract = overriding(["bridgeHandler", "placeholderHandler", "namespace"])
  /// The gate's rules, the same for every command that asks it.
  package static let gate = overriding([
    "policy", "limitedAdsSince", "applicableLaw", "whenSilent",
  ])
  /// How long answers hold.
  package static let expiry = overriding(["expiry"])
  /// What consent records and receipts tell, and no answer does.
  package static let terms = overriding(
    FieldGroup<InventorySettings>.terms(\.terms).fields.map(\.key))
}

extension CommandRun {
  /// What consent records and receipts tell by the settings, and by the options that were given.
  /// - Throws: `StoreError`.
  package func consentTerms(in database: AdDatabase) throws -> ConsentTerms {
    try settings(in: database, SettingOptions.terms).terms
  }

  /// The gate by the settings, and by the options that were given; only for commands that declare them.
  /// - Throws: `StoreError`.
  package func gate(in database: AdDatabase) throws -> ConsentGate {
    try settings(in: database, SettingOptions.gate).gate
  }

  /// The settings of a database, with what the options of this call say instead.
  /// - Parameter database: The database; nil for the defaults, where there is none.
  /// - Throws: `StoreError`; `InvalidValue` for values that contradict each other.
  package func settings(
    in database: AdDatabase?, _ options: SettingOptions.Fields...
  ) throws -> InventorySettings {
    var settings = try database?.settings() ?? InventorySettings()
    try adjust(&settings, options)
    return settings
  }

  /// Has what the options of this call say hold instead.
  package func adjust(
    _ settings: inout InventorySettings, _ options: [SettingOptions.Fields]
  ) throws(InvalidValue) {
    for fields in options { try fields.apply(input, to: &settings) }
    try FieldTable<InventorySettings>.settings.check(settings)
  }

  /// Tells which stored settings made an export what it is: those that differ from their defaults,
  /// and that no option replaced.
  /// - Throws: ``ChannelError``.
  package func noteSettings(
    _ settings: InventorySettings, _ options: SettingOptions.Fields...
  ) throws {
    let standard = FieldTable<InventorySettings>.settings.standard
    let used = options.flatMap { $0.notGiven(in: input) }.filter {
      $0.value(settings) != $0.value(standard)
    }
    guard !used.isEmpty else { return }
    let words = used.map { "\($0.option ?? $0.key) \($0.kind.stored($0.value(settings)))" }
    try note("note: by the settings: \(words.joined(separator: ", "))")
  }
}
