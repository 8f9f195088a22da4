// SPDX-License-Identifier: MIT
import AdConsent
package import AdModel
import AdSQLite

/// What a replacement of keys did.
package struct ConsentRekeying: Hashable, Sendable {
  /// How many keys were replaced.
  package var replaced = 0
  /// How many erased people an import no longer knows.
  package var forgotten = 0
}

extension ConsentRepository {
  /// Replaces all plain subject keys by their keyed hashes, after which the store refuses plain ones.
  ///
  /// Records, ledger and history go on as they are: an entry for each person ties their commitment to
  /// the new key. The plain keys and the salts, with which a guess at one could be confirmed, are
  /// removed from the file as by ``erase(_:at:commits:)``.
  ///
  /// - Parameters:
  ///   - secret: The secret; at least 16 random bytes, kept outside the store.
  ///   - now: The time of day.
  ///   - commits: Whether it stays; without it, it is tried and then undone.
  /// - Returns: How many keys were replaced; nobody is forgotten.
  /// - Throws: ``StoreError`` with `secretDiffers` where the keys are hashed with another secret
  ///   already, `splitSubject` where somebody is held under both keys, `erasurePending` where the
  ///   keys are replaced and the old ones' bytes are still in the file.
  /// - Complexity: O(*n*) in the number of people and the size of the file.
  @discardableResult
  package func hashKeys(
    with secret: [UInt8], at now: Timestamp, commits: Bool = true
  ) throws -> ConsentRekeying {
    try rekey(to: secret, at: now, commits: commits) { connection in
      let check = try SubjectKey(hashing: "any", secret: secret).secretCheck
      if let known = try SubjectSecret(connection).checkValue() {
        guard known == check else { throw StoreError.secretDiffers }
        return nil
      }
      let keys = try connection.statement("SELECT key FROM consent_subjects ORDER BY key")
        .all { $0.text(0) }
      return (keys.map { (stored: $0, plain: $0) }, 0)
    }
  }

  /// Replaces the secret that the subject keys are hashed with.
  ///
  /// A keyed hash tells nobody the key, so whoever keeps the keys has to name them all; the store
  /// changes only where nobody is left under the old secret, who could never be found again.
  ///
  /// - Parameters:
  ///   - old: The secret that the store's keys are hashed with.
  ///   - new: The secret to hash them with from now on.
  ///   - keys: The plain keys of everybody whom the store holds; others are passed over.
  ///   - now: The time of day.
  ///   - commits: Whether it stays; without it, it is tried and then undone.
  /// - Returns: How many keys were replaced.
  /// - Throws: ``StoreError`` with `secretDiffers` where `old` is not the store's secret,
  ///   `keysMissing` where somebody is not among the keys, `erasurePending` as for
  ///   ``hashKeys(with:at:commits:)``; `InvalidValue` for what cannot be a key.
  /// - Complexity: O(*n*) in the number of keys and the size of the file.
  @discardableResult
  package func changeSecret(
    from old: [UInt8], to new: [UInt8], keys: some Sequence<String>, at now: Timestamp,
    commits: Bool = true
  ) throws -> ConsentRekeying {
    try rekey(to: new, at: now, commits: commits) { connection in
      let check = try SubjectKey(hashing: "any", secret: old).secretCheck
      let known = try SubjectSecret(connection).checkValue()
      guard known == check else { throw StoreError.secretDiffers }
      if old == new { return nil }
      let held = Set(
        try connection.statement("SELECT key FROM consent_subjects").all { $0.text(0) })
      var found: [String: String] = [:]
      var gone: [(old: String, new: String)] = []
      for key in keys {
        let stored = try SubjectKey(hashing: key, secret: old).stored
        if held.contains(stored) { found[stored] = key }
        gone.append((stored, try SubjectKey(hashing: key, secret: new).stored))
      }
      guard found.count == held.count else {
        throw StoreError.keysMissing(held.count - found.count, of: held.count)
      }
      let people = found.sorted { $0.key < $1.key }.map { (stored: $0.key, plain: $0.value) }
      return (people, try ErasedPeople(connection).rename(gone))
    }
  }

  private func rekey(
    to secret: [UInt8], at now: Timestamp, commits: Bool,
    _ plan: (Connection) throws -> (people: [(stored: String, plain: String)], forgotten: Int)?
  ) throws -> ConsentRekeying {
    let rekeyed = try database.write(commits: commits) { connection in
      guard let (people, forgotten) = try plan(connection) else { return ConsentRekeying() }
      let reader = ConsentReader(connection)
      let writer = LedgerWriter(connection, as: origin)
      var last: ConsentRecordID?
      for (stored, plain) in people {
        let key = try SubjectKey(hashing: plain, secret: secret)
        guard let person = try reader.person(stored: stored) else {
          throw StoreError.noSuchSubject
        }
        guard try reader.person(stored: key.stored) == nil else { throw StoreError.splitSubject }
        last = try writer.rekey(person, to: key, at: now)
      }
      if let check = try SubjectKey(hashing: "any", secret: secret).secretCheck {
        try writer.adopt(check, of: people.count, at: now)
      }
      if let last { try ConsentScrub(connection).remember(last, at: now) }
      return ConsentRekeying(replaced: people.count, forgotten: forgotten)
    }
    if commits { try scrub() }
    return rekeyed
  }
}

extension StoreError.Code {
  /// Not everybody whom the store holds is among the keys that were given.
  public static let keysMissing = Self(rawValue: "keysMissing")
  /// A person is held under two keys.
  public static let splitSubject = Self(rawValue: "splitSubject")
}

extension StoreError {
  fileprivate static func keysMissing(_ count: Int, of total: Int) -> StoreError {
    StoreError(
      .keysMissing,
      "the keys lack \(count) of the \(total.counted("person", "people")) in this store; nobody "
        + "could find them again, so no key was replaced")
  }

  fileprivate static let splitSubject = StoreError(
    .splitSubject,
    "somebody is held under the plain key and under its keyed hash, and two people of the ledger "
      + "cannot become one; no key was replaced")
}
