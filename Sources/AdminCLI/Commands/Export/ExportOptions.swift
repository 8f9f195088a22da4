// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import AdStore

/// What the commands that export have in common: their options, and what follows from them.
enum ExportOptions {
  static let subject = Option("subject", .subject, "Whose consent holds.", isPersonal: true)
  static let withoutConsent = Flag(
    "without-consent",
    "Export even where consent blocks; the bundle says that it may not be loaded.")
  static let inactive = Flag("inactive", "Also a unit that is paused or archived.")
  static let debug = Flag("debug", "As while debugging, whatever the debug setting says.")

  /// Refuses a unit that is not served, unless the user asked for it.
  static func check(_ unit: InventoryUnit, _ run: CommandRun) throws(Failure) {
    guard unit.status != .active, !run.input[inactive] else { return }
    throw Failure(
      .badData, "ad unit '\(unit.id)' is \(unit.status.rawValue), so it is not exported.",
      try: run.again(with: "--inactive"))
  }

  /// The person who is named, as the store holds them.
  /// - Throws: ``Failure`` with `usage` where nobody is, unless that may be.
  static func person(_ run: CommandRun, mayBeMissing: Bool = false) throws -> SubjectKey? {
    if let key = try run.givenKey(run.input[subject]) { return try run.stored(key) }
    if mayBeMissing { return nil }
    throw Failure(
      .usage,
      "'adview-admin \(run.path.joined(separator: " "))' needs --subject: whose consent holds.")
  }

  /// What holds for this call: the settings, with what its options say instead, and the consent.
  /// - Throws: `StoreError` for a key that is not hashed as the store's keys are, and where the person's
  ///   records cannot be read.
  static func terms(
    for subject: SubjectKey?, in inventory: borrowing InventorySnapshot, _ run: CommandRun,
    _ options: [SettingOptions.Fields] = [SettingOptions.gate], debugging: Bool = false
  ) throws -> StoredTerms {
    let terms = try inventory.terms(for: subject, at: run.now) { settings in
      try run.adjust(&settings, options)
      if debugging { settings.isDebugging = true }
    }
    if let failure = terms.consentFailure { throw failure }
    return terms
  }

  /// What the gate lets through, and what the person said.
  /// - Throws: ``Failure`` with `refused` where the gate is closed.
  static func allowed(
    by terms: StoredTerms, _ run: CommandRun
  ) throws -> (permit: LoadPermit, relayed: RelayedConsent) {
    try run.noteSettings(terms.settings, SettingOptions.gate)
    if let permit = terms.consent.decision.permit, let relayed = terms.consent.relayed {
      return (permit, relayed)
    }
    let reason = terms.consent.decision.blockReason ?? .failed
    throw Failure(
      .refused, "consent refuses the export: \(reason.explanation).",
      try: "adview-admin consent set --help")
  }
}
