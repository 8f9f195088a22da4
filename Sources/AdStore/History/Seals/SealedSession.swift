// SPDX-License-Identifier: MIT
import AdConsent
import AdLoading
import AdModel
import AdSQLite

/// What a session's seals commit to, taken as it is written or as it is read: `LoadSeal` says which bytes.
struct SealedSession: Sendable {
  /// The session's row, as far as every batch commits to it.
  let id: String
  let startedAt: Int64
  /// What its kinds mean.
  let kinds: SealedKinds
  /// The rules of its gate, by the sequence numbers that they hold from.
  private(set) var rules: [SealedRules] = []
  /// What its loads were told behind the last seal of a batch.
  private var told = SealedTold()
  /// How many loads are behind the last seal of a batch.
  private(set) var loads = 0
  /// The last sequence number that a transition has.
  private(set) var lastSequence: Int64 = 0
  /// How many events there are.
  private(set) var eventCount: Int64 = 0

  private var transitions = SealStream(.transitions)
  private var usedKinds: UInt64 = 0
  private var usedEntries: Set<Int64> = []
  private var lastEntry: Int64?
  private var batches = SealStream(.batches)
  private var events = SealStream(.events)
  private var usedEvents: UInt64 = 0
  private var geometry = SealStream(.geometry)
  private var track = SealStream(.track)

  init(id: String, startedAt: Int64, kinds: SealedKinds = .own) {
    self.id = id
    self.startedAt = startedAt
    self.kinds = kinds
  }

  /// Takes rules that hold from a sequence number on; those of the same one go.
  mutating func append(_ next: SealedRules) {
    if rules.last?.first == next.first { rules.removeLast() }
    rules.append(next)
  }

  /// Takes what loads are told from a sequence number on.
  mutating func append(_ next: SealedTold) { told.append(next) }

  /// Takes the next transition.
  mutating func append(
    _ sequence: Int64, unit: Int64, elapsed: Int64, kind: Int64, entry: Int64?
  ) {
    transitions.append(sequence)
    transitions.append(unit)
    transitions.append(elapsed)
    transitions.append(kind)
    transitions.append(entry)
    if 0..<64 ~= kind { usedKinds |= 1 << UInt64(kind) }
    if kind <= TransitionKind.lastOfLoads { loads += 1 }
    if let entry, entry != lastEntry {
      usedEntries.insert(entry)
      lastEntry = entry
    }
    lastSequence = sequence
  }

  /// Takes the next event.
  mutating func append(
    place: Int64, unit: Int64, elapsed: Int64, event: Int64, waited: Int64?, width: Double?,
    height: Double?
  ) {
    events.append(place)
    events.append(unit)
    events.append(elapsed)
    events.append(event)
    events.append(waited)
    events.append(width)
    events.append(height)
    if 0..<64 ~= event { usedEvents |= 1 << UInt64(event) }
    eventCount += 1
  }

  /// Takes where ad and viewport were, as eight numbers.
  mutating func append(geometryOf sequence: Int64, _ numbers: [Double]) {
    geometry.append(sequence)
    for number in numbers { geometry.append(number) }
  }

  /// Takes bytes of the track's last chunk.
  mutating func append(track bytes: [UInt8]) { track.append(bytes) }

  /// Takes that a chunk of the track is full, or is the last one.
  mutating func endChunk(_ number: Int64, count: Int) {
    track.append(whole: number)
    track.append(whole: Int64(count))
  }

  /// Forgets the track, which is not kept any more.
  mutating func dropTrack() { track = SealStream(.track) }

  /// Closes a batch behind its last transition.
  /// - Parameter end: The last sequence number that its seal covers.
  /// - Returns: Its digest.
  mutating func closeBatch(through end: Int64, _ connection: Connection) throws -> ContentHash {
    let digest = try batch(through: end, connection)
    batches.append(digest.bytes)
    told.drop(through: end)
    transitions = SealStream(.transitions)
    (usedKinds, usedEntries, lastEntry, loads) = (0, [], nil, 0)
    return digest
  }

  private func batch(through end: Int64, _ connection: Connection) throws -> ContentHash {
    var digest = SealDigest(.batch)
    digest.append(id)
    digest.append(startedAt)
    digest.append(transitions.finish().bytes)
    digest.append(kinds.meanings(of: usedKinds))
    for entry in usedEntries.sorted() {
      digest.append(entry)
      let hash = try connection.statement("SELECT hash FROM consent_entries WHERE sequence = ?1")
        .first(entry) { $0.blob(0) }
      digest.append(hash ?? [])
    }
    digest.append(Int64(usedEntries.count))
    var count: Int64 = 0
    for rules in rules where rules.first <= end {
      rules.append(to: &digest)
      count += 1
    }
    digest.append(count)
    told.append(through: end, to: &digest)
    return digest.finish()
  }

  /// The digest of the session as it is now.
  /// - Parameters:
  ///   - digest: A digest that has taken the session's row.
  ///   - chunk: The track's last chunk where that is not full, and how many bytes it has.
  func finish(
    _ digest: SealDigest, chunk: (number: Int64, count: Int)?, _ connection: Connection
  ) throws -> ContentHash {
    var digest = digest
    var track = track
    if let chunk {
      track.append(whole: chunk.number)
      track.append(whole: Int64(chunk.count))
    }
    digest.append(batches.finish().bytes)
    digest.append(try batch(through: .max, connection).bytes)
    digest.append(events.finish().bytes)
    var count: Int64 = 0
    for event in Int64(0)..<64 where usedEvents >> UInt64(event) & 1 == 1 {
      digest.append(event)
      digest.append(kinds.events[event] ?? "")
      count += 1
    }
    digest.append(count)
    digest.append(geometry.finish().bytes)
    digest.append(track.finish().bytes)
    return digest.finish()
  }
}

/// The rules of a session's gate from a sequence number on, as seals commit to them.
struct SealedRules: Sendable {
  /// The sequence number that they hold from.
  let first: Int64
  /// Policy, limited ads since, applicable law, silence, version, table of laws; none where the history
  /// has no such rules.
  let fields: (String, Int64, String, String, Int64, Int64)?

  init(_ rules: GateRules, from first: Int64) {
    self.first = first
    let gate = rules.gate
    fields = (
      gate.policy.rawValue, gate.limitedAds.disclosureSufficesFrom.milliseconds,
      gate.applicableLaw?.rawValue ?? "", gate.silence.rawValue, Int64(rules.versions[0]),
      Int64(rules.versions[1])
    )
  }

  /// All of a session, as the file has them.
  static func all(of session: Int64, _ connection: Connection) throws -> [SealedRules] {
    try connection.statement(
      """
      SELECT n.first_sequence, r.policy, r.limited_ads_since, r.applicable_law, r.silence, r.version,
        r.law_table
      FROM session_rules AS n LEFT JOIN gate_rules AS r ON r.rules = n.rules
      WHERE n.session = ?1 ORDER BY n.first_sequence
      """
    ).all(session) { SealedRules($0) }
  }

  private init(_ row: borrowing Row) {
    first = row.int64(0)
    fields =
      row.isNull(1)
      ? nil
      : (row.text(1), row.int64(2), row.text(3), row.text(4), row.int64(5), row.int64(6))
  }

  fileprivate func append(to digest: inout SealDigest) {
    digest.append(first)
    guard let fields else {
      for _ in 0..<6 { digest.append([]) }
      return
    }
    digest.append(fields.0)
    digest.append(fields.1)
    digest.append(fields.2)
    digest.append(fields.3)
    digest.append(fields.4)
    digest.append(fields.5)
  }
}
