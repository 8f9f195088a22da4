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
    ] + SettingOptions.bundle.options + GateOptions.all

  /// The builder that the options ask for; debug targeting is there while debugging only, and what
  /// holds nobody's consent needs none.
  static func builder(
    in database: AdDatabase, debugTargeting: [TargetingEntry]?,
    holdsNobodysConsent: Bool = false, _ run: CommandRun
  ) throws -> BundleBuilder {
    let mayBeMissing = run.input[ExportOptions.withoutConsent] || holdsNobodysConsent
    let settings = try run.settings(in: database, SettingOptions.bundle)
    try run.noteSettings(settings, SettingOptions.bundle)
    let (decision, handOff) = try consent(
      in: database, form: settings.handOff, mayBeMissing: mayBeMissing, run)
    var options = settings.bundles
    options.isDebug = debugTargeting != nil
    options.debugTargeting = debugTargeting ?? []
    options.includesInactive = run.input[ExportOptions.inactive]
    options.allowsMissingConsent = mayBeMissing
    do {
      return try BundleBuilder(decision: decision, handOff: handOff, options: options)
    } catch {
      guard case .consent(let reason) = error else { throw error }
      throw Failure(
        .refused, "consent refuses the bundle: \(reason.explanation).",
        try: "adview-admin consent set --help")
    }
  }

  /// What the gate decides for the person, and what the page is told.
  private static func consent(
    in database: AdDatabase, form: HandOffForm, mayBeMissing: Bool, _ run: CommandRun
  ) throws -> (GateDecision, ConsentHandOff) {
    guard let subject = try run.givenKey(run.input[ExportOptions.subject]) else {
      guard mayBeMissing else {
        throw Failure(
          .usage, "a bundle needs --subject: whose consent holds.",
          try: "adview-admin \(run.path.joined(separator: " ")) --help")
      }
      return (.blocked(.noRecord), ConsentHandOff())
    }
    let answer = try ExportOptions.answer(for: subject, in: database, run)
    guard let relayed = answer.relayed else { return (answer.decision, ConsentHandOff()) }
    do {
      return (answer.decision, try ConsentHandOff(of: relayed, form: form))
    } catch {
      throw Failure(.refused, "\(error).", try: "adview-admin consent set --help")
    }
  }
}
