// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// What loads of a session were told, as seals commit to it: `LoadSeal` says which bytes.
struct SealedTold: Sendable {
  private struct Scripts: Sendable {
    let first: Int64
    let unit: Int64
    /// That of their lines; nothing where the file's lines are not what it says.
    let hash: [UInt8]
  }
  private struct Consent: Sendable {
    let first: Int64
    let record: Int64
    let commitment: [UInt8]
  }

  private var scripts: [Scripts] = []
  private var consents: [Consent] = []

  init() {}

  /// Scripts of a unit from a sequence number on.
  init(_ hash: ContentHash, to unit: Int64, from first: Int64) {
    scripts = [Scripts(first: first, unit: unit, hash: hash.bytes)]
  }

  /// What was told of consent from a sequence number on.
  init(_ commitment: ContentHash, of record: ConsentRecordID, from first: Int64) {
    consents = [Consent(first: first, record: record.rawValue, commitment: commitment.bytes)]
  }

  /// All of a session, as the file has it.
  static func all(of session: Int64, _ connection: Connection) throws -> SealedTold {
    var told = SealedTold()
    told.scripts = try connection.statement(
      """
      SELECT s.first_sequence, s.unit, t.hash, t.content
      FROM (
        SELECT scripts_from AS first_sequence, unit, scripts FROM session_units
        WHERE session = ?1 AND scripts IS NOT NULL
        UNION ALL SELECT first_sequence, unit, scripts FROM session_scripts WHERE session = ?1
      ) AS s LEFT JOIN told_scripts AS t ON t.scripts = s.scripts
      ORDER BY s.first_sequence, s.unit
      """
    ).all(session) {
      let hash = $0.isNull(2) ? [] : $0.blob(2)
      let isWhole = ContentHasher.hash($0.optionalText(3) ?? "").bytes == hash
      return Scripts(first: $0.int64(0), unit: $0.int64(1), hash: isWhole ? hash : [])
    }
    told.consents = try connection.statement(
      """
      SELECT first_sequence, record, commitment FROM session_consents
      WHERE session = ?1 ORDER BY first_sequence
      """
    ).all(session) {
      Consent(first: $0.int64(0), record: $0.int64(1), commitment: $0.blob(2))
    }
    return told
  }

  /// From which sequence number on what a page was told of consent is not what its commitment says, or is
  /// gone although nobody was erased; nil where all is as it was.
  static func alteredConsent(of session: Int64, _ connection: Connection) throws -> Int64? {
    try connection.statement(
      """
      SELECT first_sequence, script, salt, commitment,
        EXISTS (SELECT 1 FROM consent_contents AS c WHERE c.sequence = n.record)
      FROM session_consents AS n WHERE n.session = ?1 ORDER BY first_sequence
      """
    ).all(session) { row -> Int64? in
      let first = row.int64(0)
      guard !row.isNull(1) else { return row.bool(4) ? first : nil }
      let script = ContentHash(bytes: row.blob(1))
      let commitment = script.map { SealDigest.commitment(to: $0, salt: row.blob(2)) }
      return commitment?.bytes == row.blob(3) ? nil : first
    }.lazy.compactMap(\.self).first
  }

  /// Takes what comes behind it, from the same sequence number or a later one; of the same number and unit the
  /// last one holds. Costs as much as there is of that number.
  mutating func append(_ next: SealedTold) {
    if scripts.isEmpty, consents.isEmpty {
      self = next
      return
    }
    for next in next.scripts {
      if let held = scripts.indices.reversed().prefix(while: { scripts[$0].first == next.first })
        .first(where: { scripts[$0].unit == next.unit })
      {
        scripts.remove(at: held)
      }
      scripts.append(next)
    }
    for next in next.consents {
      if consents.last?.first == next.first { consents.removeLast() }
      consents.append(next)
    }
  }

  /// Gives a digest what holds from a sequence number up to the last one covered.
  func append(through end: Int64, to digest: inout SealDigest) {
    let scripts = scripts.filter { $0.first <= end }
      .sorted { ($0.first, $0.unit) < ($1.first, $1.unit) }
    for told in scripts {
      digest.append(told.first)
      digest.append(told.unit)
      digest.append(told.hash)
    }
    digest.append(Int64(scripts.count))
    let consents = consents.filter { $0.first <= end }
    for told in consents {
      digest.append(told.first)
      digest.append(told.record)
      digest.append(told.commitment)
    }
    digest.append(Int64(consents.count))
  }

  /// Forgets what the seal of a batch is over.
  mutating func drop(through end: Int64) {
    scripts.removeAll { $0.first <= end }
    consents.removeAll { $0.first <= end }
  }
}
