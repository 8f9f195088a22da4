// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import AdStore

/// The options of a bundle for a web view, the same for one unit and for a page's preview.
enum BundleOptions {
  static let options: [any DeclaresOption] =
    [
      ExportOptions.subject, ConsentOptions.subjectFile, ExportOptions.withoutConsent,
      ExportOptions.debug, ExportOptions.inactive,
    ] + SettingOptions.bundle.options + SettingOptions.gate.options

  /// Reads with what the options say; what holds nobody's consent needs nobody named.
  static func read<Result: Sendable>(
    holdsNobodysConsent: Bool = false, _ run: CommandRun,
    _ body: (borrowing InventorySnapshot, StoredTerms) throws -> Result
  ) throws -> Result {
    try run.withDatabase(.readOnly) { database in
      let subject = try ExportOptions.person(
        run, mayBeMissing: run.input[ExportOptions.withoutConsent] || holdsNobodysConsent)
      return try InventoryRepository(database).read { inventory in
        let terms = try ExportOptions.terms(
          for: subject, in: inventory, run, [SettingOptions.bundle, SettingOptions.gate],
          debugging: run.input[ExportOptions.debug])
        return try body(inventory, terms)
      }
    }
  }

  /// The builder that the options ask for.
  static func builder(
    under terms: StoredTerms, holdsNobodysConsent: Bool = false, _ run: CommandRun
  ) throws -> BundleBuilder {
    try run.noteSettings(terms.settings, SettingOptions.bundle)
    if terms.consent.record != nil { try run.noteSettings(terms.settings, SettingOptions.gate) }
    var options = terms.bundles
    options.includesInactive = run.input[ExportOptions.inactive]
    options.allowsMissingConsent = run.input[ExportOptions.withoutConsent] || holdsNobodysConsent
    do {
      return try BundleBuilder(
        decision: terms.consent.decision, handOff: try terms.handOff(), options: options)
    } catch .consent(let reason) {
      throw Failure(
        .refused, "consent refuses the bundle: \(reason.explanation).",
        try: "adview-admin consent set --help")
    } catch {
      throw Failure(.refused, "\(error).", try: "adview-admin consent set --help")
    }
  }
}
