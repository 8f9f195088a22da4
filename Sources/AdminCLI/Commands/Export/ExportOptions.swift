// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel
import AdStore

/// What the commands that export have in common: their options, and what follows from them.
enum ExportOptions {
  static let subject = Option(
    "subject", .subject, "Whose consent holds.", isPersonal: true)
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

  /// What the gate answers for a person.
  static func answer(
    for subject: SubjectKey, in database: AdDatabase, _ run: CommandRun
  ) throws -> GateAnswer {
    let consent = ConsentRepository(database)
    let settings = try run.settings(in: database, GateOptions.fields)
    try run.noteSettings(settings, GateOptions.fields)
    return consent.answer(
      for: try run.subject(subject, in: consent), at: run.now, by: settings.gate)
  }

  /// What the gate decides for the person, and what they allowed.
  /// - Throws: ``Failure`` with `refused` where the gate is closed, `usage` where no person is named.
  static func allowed(
    in database: AdDatabase, _ run: CommandRun
  ) throws -> (decision: GateDecision, permit: LoadPermit, relayed: RelayedConsent) {
    guard let subject = try run.givenKey(run.input[ExportOptions.subject]) else {
      throw Failure(
        .usage, "the export needs --subject: whose consent holds.",
        try: "adview-admin \(run.path.joined(separator: " ")) --help")
    }
    let answer = try answer(for: subject, in: database, run)
    if let permit = answer.decision.permit, let relayed = answer.relayed {
      return (answer.decision, permit, relayed)
    }
    let reason = answer.decision.blockReason ?? .failed
    throw Failure(
      .refused, "consent refuses the export: \(reason.explanation).",
      try: "adview-admin consent set --help")
  }
}
