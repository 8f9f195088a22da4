// SPDX-License-Identifier: MIT
package import AdConsent
package import AdInjection
package import AdModel
import AdSQLite

/// What holds for whoever loads ads, at one moment: the settings, and what a person allows.
package struct StoredTerms: Sendable {
  /// How far inventory and ledger had come: as long as both are the same, so is what was read.
  package struct Moment: Hashable, Sendable {
    /// The number of the newest change of the inventory.
    package let change: Int64
    /// How many entries the ledger had.
    package let ledgerSize: Int64
  }

  /// When it was so.
  package let moment: Moment
  /// The settings, with what the caller has otherwise.
  package let settings: InventorySettings
  /// The targeting of debugging; none while debugging is off.
  package let debugTargeting: [TargetingEntry]
  /// What the gate answers for the person, closed where there was an error.
  package let consent: GateAnswer
  /// Why the person's records could not be used.
  package let consentFailure: StoreError?
  /// What the person said, for who reads it again.
  let statements: [ContentHash: ConsentStatement]

  /// What bundles are made with.
  package var bundles: BundleBuilder.Options {
    var options = settings.bundles
    options.debugTargeting = debugTargeting
    return options
  }

  /// What a page is told of the consent: nothing where the gate is closed.
  package func handOff() throws(ExportRefusal) -> ConsentHandOff {
    guard let relayed = consent.relayed else { return ConsentHandOff() }
    return try ConsentHandOff(of: relayed, form: settings.handOff)
  }
}

extension InventorySnapshot {
  /// Reads the settings, and what a person allows under them.
  /// - Parameters:
  ///   - subject: The person; nil where nobody's consent holds.
  ///   - known: What was read before, of whomever.
  /// - Throws: ``StoreError``.
  package func terms(
    for subject: SubjectKey?, at time: Timestamp, knowing known: StoredTerms? = nil,
    adjusting adjust: (inout InventorySettings) throws -> Void = { _ in }
  ) throws -> StoredTerms {
    var settings = try settings()
    try adjust(&settings)
    let held =
      try subject.map { subject in
        try ConsentReader(connection, knowing: known?.statements ?? [:])
          .answer(for: subject, at: time, by: settings.gate)
      }
      ?? HeldAnswer(
        answer: settings.gate.answer(.empty, at: time), failure: nil, statements: [:])
    return StoredTerms(
      moment: try moment(), settings: settings,
      debugTargeting: settings.isDebugging ? try targeting(of: .debug).entries : [],
      consent: held.answer, consentFailure: held.failure, statements: held.statements)
  }

  func moment() throws -> StoredTerms.Moment {
    StoredTerms.Moment(
      change: try newestChange(), ledgerSize: try LedgerReader(connection).size())
  }
}
