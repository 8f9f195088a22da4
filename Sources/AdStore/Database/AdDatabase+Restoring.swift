// SPDX-License-Identifier: MIT
package import AdConsent
package import AdModel
import AdSQLite
package import AdSystem

/// What putting a backup in place did.
package struct RestoredDatabase: Hashable, Sendable {
  /// The migrations that were run on the copy.
  package let migrated: [String]
  /// What became of the answers that the backup lacks.
  package let consent: CarriedConsent
}

extension AdDatabase {
  /// Puts a copy of a backup in the place of a database, which is kept under another name. Pending
  /// migrations are run on the copy; the backup is not changed.
  ///
  /// What people said in the database that is there, and the backup lacks, is carried over into the
  /// copy: who withdrew, refused, opted out or was erased stays so. The ledger gains an entry that
  /// says what was restored in place of what.
  /// - Parameters:
  ///   - path: The database; where there is none, it is made.
  ///   - kept: The name for what was there, in the same folder.
  ///   - rules: What is carried over.
  ///   - origin: Who puts it there, and why: of the entries that say so.
  ///   - signer: The key with which the device signs what is appended.
  ///   - busyTimeout: How long others are waited for, in milliseconds.
  ///   - isDryRun: Whether everything is made and examined, and nothing put in place.
  ///   - progress: Takes how many pages are left and how many there are; returning false stops.
  ///   - check: Asked before each person whose answers are compared; what it throws ends the work.
  ///   - examine: Looks at the copy before anything is carried over, and throws where it must not be
  ///     put in place.
  /// - Throws: ``StoreError`` with `busy` where another process has the database open, `foreignFile`,
  ///   `newerSchema`, `alteredMigrations`, `consentWouldBeLost`, or what reading the backup meets; what
  ///   `check` and `examine` throw. The database is as it was then.
  /// - Complexity: Linear in the size of the backup and in what people said since the two parted.
  package static func restore(
    from backup: String, to path: String, keeping kept: String, now: Timestamp,
    rules: CarryingRules = CarryingRules(), origin: EntryOrigin = .restoring,
    signer: (any LedgerSigner)? = nil, busyTimeout: Int32 = 5_000,
    layer: FileLayer = .system, isDryRun: Bool = false,
    progress: (_ left: Int, _ total: Int) -> Bool = { _, _ in true },
    check: () throws -> Void = {}, examine: (_ copy: String) throws -> Void
  ) throws -> RestoredDatabase {
    var configuration = configuration
    configuration.busyTimeout = busyTimeout
    return try StoreError.translating(path) {
      do {
        var ran: [String] = []
        let consent = try Connection.replaceFile(
          at: path, keeping: kept, configuration: configuration, layer: layer, isDryRun: isDryRun
        ) { draft in
          try StoreError.translating(backup) {
            let source = try Connection(
              path: backup, mode: .examining, configuration: Self.configuration)
            try source.copy(into: draft, progress: progress)
            try source.close()
          }
          ran = try StoreError.naming(backup) { try migrate(path: draft, now: now) }
          try examine(draft)
        } joining: { draft, present in
          try carryOver(
            from: present, into: draft, named: path, rules, origin, signer, at: now, check)
        }
        return RestoredDatabase(migrated: ran, consent: consent)
      } catch let error as SQLiteError where error.code.primary == .busy {
        throw StoreError(
          .busy, "another process has '\(path)' open; nothing was put in its place",
          advice: "end it, and try again")
      }
    }
  }

  /// Appends to the ledger of a draft what it lacks, and that it was restored.
  private static func carryOver(
    from present: Connection.ReplacedFile, into draft: String, named path: String,
    _ rules: CarryingRules, _ origin: EntryOrigin, _ signer: (any LedgerSigner)?,
    at now: Timestamp, _ check: () throws -> Void
  ) throws -> CarriedConsent {
    let copy = try open(draft, .readWrite, 0, named: draft)
    var consent = CarriedConsent()
    var carryOver: ConsentCarryOver?
    switch present {
    case .none: break
    case .damaged(let error as OpenError) where error.reason.isEmpty: break
    case .damaged(let error):
      consent.losses = ["the database that is there cannot be read: \(error)"]
    case .database(let place):
      do {
        let version = try place.statement("PRAGMA user_version").first { $0.int(0) } ?? 0
        guard version == schema.newestVersion else {
          throw StoreError(
            .olderSchema, "its schema has version \(version) and not \(schema.newestVersion)")
        }
        var found = try ConsentCarryOver(from: place, into: copy, rules, at: now)
        try found.plan(check)
        consent = found.found
        carryOver = found
      } catch let error as SQLiteError where error.code.primary != .busy {
        consent.losses = [
          "the consent of the database that is there cannot be read: "
            + StoreError(error, path: path).message
        ]
      } catch let error as StoreError where [.olderSchema, .corrupt].contains(error.code) {
        consent.losses = [
          "the consent of the database that is there cannot be read: \(error.message)"
        ]
      }
    }
    guard consent.losses.isEmpty || rules.acceptsLosses else {
      throw StoreError.wouldLoseConsent(consent.losses, in: path)
    }
    do {
      try copy.transaction(.write) {
        let ledger = LedgerReader(copy)
        let restoring =
          try carryOver?.restoring()
          ?? LedgerRestoring(
            copy: ledger.head(at: now), replaced: nil, common: 0, carried: 0, leftOut: 0)
        func append() throws {
          try LedgerWriter(copy, as: origin).append(.restored(restoring), at: now)
          try carryOver?.carry(as: origin)
        }
        guard let signer else { return try append() }
        _ = try LedgerSigning(signer, .lenient).signing(copy, append)
      }
    } catch let error as StoreError where error.code == .corrupt {
      // To a ledger that ends in what was altered nobody can append.
      let losses = ["nothing can be appended to the backup's ledger: \(error.message)"]
      guard carryOver?.isEmpty != false || rules.acceptsLosses else {
        throw StoreError.wouldLoseConsent(losses, in: path)
      }
      consent = CarriedConsent()
      if carryOver?.isEmpty == false { consent.losses = losses }
    }
    // Nobody reads the draft, so nothing is in the way.
    _ = try ConsentScrub(copy).finish(patience: 0)
    try copy.close()
    return consent
  }
}

extension OpenError.Reason {
  /// Whether nothing was ever stored there.
  fileprivate var isEmpty: Bool { if case .empty = self { true } else { false } }
}

extension StoreError {
  /// Runs `body` on a copy; its errors speak of what it is a copy of.
  fileprivate static func naming<Result>(
    _ original: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw StoreError(
        error.code, "a copy of '\(original)' cannot be migrated: \(error.message)",
        recovery: error.recovery)
    }
  }

  fileprivate static func wouldLoseConsent(_ losses: [String], in path: String) -> StoreError {
    StoreError(
      .consentWouldBeLost,
      "nothing was put in the place of '\(path)', because withdrawals, refusals or erasures in it could "
        + "be lost: \(losses.joined(separator: "; "))",
      advice: "mend that, or accept the loss, which lets ads load for people who said no")
  }
}
