// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdStore

/// What recomputing everything found that the store holds as evidence.
struct StoreAudit: Sendable {
  let ledger: LedgerReport
  let alteredSchemaObjects: [String]
  let pendingErasure: PendingErasure?
  let notices: (count: Int, altered: [String])
  let seals: SealReport

  /// Recomputes the ledger and what was sealed.
  /// - Parameters:
  ///   - heads: Heads that were kept elsewhere.
  ///   - checked: A head up to which the ledger was found good, and is not read again.
  ///   - keys: The keys of devices that count; without any, the first one that the ledger names.
  /// - Throws: `StoreError`; `ChannelError` where the user wants no more.
  init(
    of database: AdDatabase, against heads: [LedgerHead], from checked: LedgerHead? = nil,
    trusting keys: [LedgerEnrollment] = [], _ run: CommandRun
  ) throws {
    let consent = ConsentRepository(database)
    ledger = try run.withProgress("verifying", "entries") { show in
      try consent.verify(
        against: heads, from: checked, at: run.now, trusting: keys,
        by: LedgerKeyFile.verifier(for: consent),
        progress: show)
    }
    alteredSchemaObjects = try database.schemaDeviations().map(\.description)
    pendingErasure = try consent.pendingErasure()
    notices = try consent.auditNotices()
    let resumed = ledger.resumed
    seals = try run.withProgress("verifying", "sessions") { show in
      try HistoryRepository(database).auditSeals(from: resumed, progress: show)
    }
  }

  var isSound: Bool {
    ledger.fault == nil && ledger.signatures?.areChecked != false && alteredSchemaObjects.isEmpty
      && notices.altered.isEmpty
      && seals.faults.isEmpty
  }

  /// What is wrong, in words; the ledger's first.
  var faults: [String] {
    (ledger.fault.map { ["\($0)"] } ?? [])
      + (ledger.signatures?.areChecked == false
        ? ["the device's signatures were not checked, for openssl is missing"] : [])
      + alteredSchemaObjects.map { "the schema is not as it was made: \($0)" }
      + notices.altered.map { "the notice \($0) is not what was kept" }
      + seals.faults.map(\.description)
  }
}
