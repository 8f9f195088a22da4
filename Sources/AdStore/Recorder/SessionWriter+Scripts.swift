// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

extension SessionWriter {
  /// Keeps what the loads that follow are told, where it is something else than before.
  mutating func store(
    _ told: [AdUnitID: ToldScripts], in number: Int64, _ connection: Connection
  ) throws {
    for (id, told) in told {
      if let consent = told.consent, consent != scripts.consent {
        try store(consent, in: number, connection)
      }
      let last = scripts.others[id]
      let hash = told.others.hash
      guard last?.hash != hash else { continue }
      let index = try index(of: id, connection)
      let unit = units[index].number
      let content = try scripts.numbers[hash] ?? Self.number(of: told.others, connection)
      let first = last?.first ?? nextSequence
      try keep(content, of: index, isFirst: first == nextSequence, in: number, connection)
      sealed?.append(SealedTold(hash, to: unit, from: nextSequence))
      scripts.others[id] = LastScripts.Told(first: first, hash: hash)
      scripts.numbers[hash] = content
    }
  }

  private mutating func keep(
    _ scripts: Int64, of index: Int, isFirst: Bool, in number: Int64, _ connection: Connection
  ) throws {
    let statement: StaticString =
      isFirst
      ? """
      INSERT INTO session_units (session, unit, scripts_from, scripts) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (session, unit) DO UPDATE SET scripts_from = excluded.scripts_from,
        scripts = excluded.scripts
      """
      : """
      INSERT INTO session_scripts (session, unit, first_sequence, scripts) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (session, unit, first_sequence) DO UPDATE SET scripts = excluded.scripts
      """
    try connection.statement(statement).run(number, units[index].number, nextSequence, scripts)
    units[index].isListed = true
  }

  private mutating func store(
    _ consent: ToldScripts.Consent, in number: Int64, _ connection: Connection
  ) throws {
    let salt = LedgerWriter.salt()
    let commitment = SealDigest.commitment(to: consent.script, salt: salt)
    try connection.statement(
      """
      INSERT INTO session_consents (session, first_sequence, record, script, salt, commitment)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (session, first_sequence) DO UPDATE SET record = excluded.record,
        script = excluded.script, salt = excluded.salt, commitment = excluded.commitment
      """
    ).run(
      number, nextSequence, consent.record.rawValue, consent.script.bytes, salt, commitment.bytes)
    sealed?.append(SealedTold(commitment, of: consent.record, from: nextSequence))
    scripts.consent = consent
  }

  private static func number(
    of scripts: ToldScripts.Others, _ connection: Connection
  ) throws -> Int64 {
    let hash = scripts.hash.bytes
    let known = try connection.statement("SELECT scripts FROM told_scripts WHERE hash = ?1")
      .first(hash) { $0.int64(0) }
    if let known { return known }
    try connection.statement("INSERT INTO told_scripts (hash, content) VALUES (?1, ?2)")
      .run(hash, scripts.lines)
    return connection.lastInsertedRow
  }
}
