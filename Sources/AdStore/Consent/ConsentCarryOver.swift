// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite

/// Carries over into a copy of a database what people said in the one in whose place it is put.
///
/// Both ledgers may have gone on from where they parted. Every withdrawal, refusal, opt-out and
/// erasure is carried over. A yes is left out, unless the rules ask for it, but where that could open
/// more than it did: where something older would hold in its place, and longer.
struct ConsentCarryOver {
  /// One of the two databases.
  private struct Side {
    let connection: Connection
    let reader: ConsentReader
    let ledger: LedgerReader

    init(_ connection: Connection) {
      self.connection = connection
      reader = ConsentReader(connection)
      ledger = LedgerReader(connection)
    }

    /// The person whose entries carry a commitment, where they are still held.
    func person(_ entries: [LedgerEntry]) throws -> ConsentPerson? {
      guard let record = entries.last(where: { $0.event.isRecord }) else { return nil }
      return try reader.person(ofRecord: record.sequence)
    }
  }

  /// A person of the new file, and what is to be appended.
  private struct Target {
    /// The person as the copy holds them; nil for one that is added.
    let known: ConsentPerson?
    let key: String
    /// The salt and the commitment that the replaced ledger has; nil for new ones.
    var identity: (salt: [UInt8], commitment: ContentHash)?
    var records: [Source] = []
    /// The entry that says last whether the records are held as evidence, where one does.
    var hold: LedgerEntry?
  }

  /// A record to append: as it was read, for it will be gone, or by its number in the replaced
  /// database.
  private enum Source {
    case read(CarriedRecord)
    case place(LedgerEntry)

    var time: Timestamp {
      switch self {
      case .read(let record): record.entry.time
      case .place(let entry): entry.time
      }
    }
  }

  private let place: Side
  private let copy: Side
  private let rules: CarryingRules
  private let now: Timestamp
  private let common: Int64
  /// Whether the same key stands for the same person in both.
  private let keysAgree: Bool
  /// The secret that the copy's keys are hashed with from here on, where it is another one.
  private let secret: ContentHash?

  /// Whether the replaced database hashed its keys after the copy was made, which the copy un-does.
  private let isRekeyed: Bool

  private var erased: [(person: ConsentPerson, by: LedgerEntry)] = []
  private var targets: [Target] = []
  private var targetOfKey: [String: Int] = [:]
  private var outcome = CarriedConsent()
  /// How many people are under keys that the copy cannot hold, and how many cannot be read.
  private var foreignKeys = 0
  private var unreadable = 0
  /// How many erasures are of people whom the copy does not hold by their commitment.
  private var unmatchedErasures = 0
  /// When the copy erased people whom the replaced database does not hold by their commitment, and of how
  /// many people nobody can tell whether they were among them.
  private var strangeErasures: [Timestamp] = []
  private var doubtful = 0

  /// Compares two databases.
  /// - Parameters:
  ///   - place: The database that will be replaced.
  ///   - copy: The one that takes its place, open for writing.
  init(
    from place: Connection, into copy: Connection, _ rules: CarryingRules, at now: Timestamp
  ) throws {
    (self.place, self.copy) = (Side(place), Side(copy))
    (self.rules, self.now) = (rules, now)
    common = try Self.common(self.place.ledger, self.copy.ledger)
    let isHolding = try copy.statement("SELECT 1 FROM consent_subjects LIMIT 1").first { _ in true }
    let secret = try SubjectSecret(place).checkValue()
    let known = try SubjectSecret(copy).checkValue()
    // Where the copy holds nobody, it takes the other's keys as they are; but never plain ones after
    // hashed ones.
    keysAgree = secret == known || isHolding == nil && secret != nil
    self.secret = keysAgree && secret != known ? secret : nil
    isRekeyed = !keysAgree && secret != nil
  }

  /// How many entries two ledgers begin with: each hash covers all entries before it.
  private static func common(_ left: LedgerReader, _ right: LedgerReader) throws -> Int64 {
    var (same, other) = (Int64(0), min(try left.size(), try right.size()) + 1)
    while other - same > 1 {
      let middle = same + (other - same) / 2
      let hash = try left.hash(of: middle)
      if hash != nil, hash == (try right.hash(of: middle)) { same = middle } else { other = middle }
    }
    return same
  }

  // MARK: Finding out

  /// Finds out what is to be done; changes nothing.
  /// - Parameter check: Asked before each person; what it throws ends the work.
  mutating func plan(_ check: () throws -> Void) throws {
    strangeErasures = try erasuresOfStrangers()
    var seen: Set<ContentHash> = []
    try place.ledger.forEachEntry(after: common) { entry in
      guard !entry.event.isOfNobody, seen.insert(entry.subject).inserted else { return }
      try check()
      do {
        try plan(entry.subject)
      } catch let error as StoreError where error.code == .corrupt {
        unreadable += 1
      }
    }
    try noteLosses()
  }

  /// Finds out what is to be done for the person whose entries carry a commitment.
  private mutating func plan(_ subject: ContentHash) throws {
    let entries = try place.ledger.entries(of: subject)
    let known = try copy.ledger.entries(of: subject)
    if let erasure = entries.last, erasure.event == .erased {
      return try plan(erasure, known)
    }
    guard let person = try place.person(entries) else {
      guard let lost = entries.first(where: { $0.event.isRecord }) else { return }
      throw StoreError.altered(lost.sequence)
    }
    var held = try place.reader.records(of: person).filter { $0.entry.sequence > common }
    var identity: (salt: [UInt8], commitment: ContentHash)?
    var match: ConsentPerson?
    if let erasure = known.last, erasure.event == .erased {
      // The erasure was of everything that had been said until then.
      held.removeAll { $0.entry.time <= erasure.time }
    } else {
      match = try copy.person(known)
      identity = (try salt(of: person), person.commitment)
    }
    // Whether the records are held as evidence, as the replaced ledger said last.
    let hold = entries.last { $0.sequence > common && ($0.event == .held || $0.event == .released) }
    guard !held.isEmpty || hold != nil else { return }
    if match == nil {
      guard keysAgree else {
        foreignKeys += 1
        return
      }
      match = try copy.reader.person(stored: person.key)
      if let found = match, erased.contains(where: { $0.person.row == found.row }) { match = nil }
    }
    let had = try match.map { try copy.reader.records(of: $0) } ?? []
    let payloads = Set(had.map(\.entry.payload))
    let ofTime = Dictionary(grouping: had, by: \.record.statement.updatedAt)
    held.removeAll { held in
      payloads.contains(held.entry.payload)
        || ofTime[held.record.statement.updatedAt]?.contains {
          $0.record.isCopied(by: held.record.statement, as: held.record.event)
        } == true
    }
    if hold?.event != .held {
      let omitted = omitted(from: held, besides: had)
      outcome.leftOut += omitted.count
      held.removeAll { omitted.contains($0.entry.sequence) }
    }
    guard !held.isEmpty || match != nil && hold != nil else { return }
    if known.isEmpty, isDoubtful(held, besides: had) { doubtful += 1 }
    for record in held { count(record.record) }
    let target = target(match, key: person.key, identity)
    targets[target].records += held.map { .place($0.entry) }
    targets[target].hold = hold
  }

  /// When the copy erased, since the two parted, whom the replaced ledger does not hold by that commitment:
  /// it never heard of it, or erased it before, and whoever came back since has another.
  private func erasuresOfStrangers() throws -> [Timestamp] {
    var erasures: [Timestamp] = []
    try copy.ledger.forEachEntry(after: common) { entry in
      guard entry.event == .erased else { return }
      if let last = try place.ledger.entries(of: entry.subject).last {
        guard Self.mayBeBack(last, by: entry) else { return }
      }
      erasures.append(entry.time)
    }
    return erasures
  }

  /// Whether somebody whom one ledger erased may have come back there, under another commitment, before the
  /// other erased them.
  private static func mayBeBack(_ last: LedgerEntry, by erasure: LedgerEntry) -> Bool {
    last.event == .erased && last.time < erasure.time
  }

  /// Whether the copy may have erased the person of whom something is held: what was said before one of
  /// its erasures is there, and nothing in the copy is as old, which that would have taken away.
  private func isDoubtful(_ held: [HeldRecord], besides had: [HeldRecord]) -> Bool {
    guard let first = held.map(\.entry.time).min() else { return false }
    let oldest = had.map(\.entry.time).min()
    return strangeErasures.contains { erasure in
      first <= erasure && oldest.map { $0 > erasure } ?? true
    }
  }

  /// Finds out what an erasure in the replaced database means for the copy.
  private mutating func plan(_ erasure: LedgerEntry, _ known: [LedgerEntry]) throws {
    guard let last = known.last else {
      unmatchedErasures += 1
      return
    }
    if Self.mayBeBack(last, by: erasure) { unmatchedErasures += 1 }
    guard last.event != .erased, let person = try copy.person(known) else { return }
    erased.append((person, erasure))
    outcome.erasures += 1
    // What was said after it was said by somebody who came back.
    let later = try copy.reader.records(of: person).filter { $0.entry.time > erasure.time }
    guard !later.isEmpty else { return }
    let target = target(nil, key: person.key, nil)
    for held in later {
      targets[target].records.append(.read(try Self.record(held.entry, on: copy.connection)))
    }
  }

  /// The place of a person among those to whom something is appended.
  private mutating func target(
    _ known: ConsentPerson?, key: String, _ identity: (salt: [UInt8], commitment: ContentHash)?
  ) -> Int {
    if let target = targetOfKey[key] { return target }
    targetOfKey[key] = targets.count
    targets.append(Target(known: known, key: key, identity: identity))
    return targets.count - 1
  }

  private func salt(of person: ConsentPerson) throws -> [UInt8] {
    try place.connection.statement("SELECT salt FROM consent_subjects WHERE subject = ?1")
      .first(person.row) { $0.blob(0) } ?? []
  }

  private static func record(
    _ entry: LedgerEntry, on connection: Connection
  ) throws -> CarriedRecord {
    let record = try connection.statement(
      "SELECT salt, content FROM consent_contents WHERE sequence = ?1"
    ).first(entry.sequence) { row in
      CarriedRecord(entry: entry, salt: row.blob(0), content: row.text(1))
    }
    guard let record else { throw StoreError.altered(entry.sequence) }
    return record
  }

  private mutating func noteLosses() throws {
    if unreadable > 0 {
      outcome.losses.append(
        "the records of \(unreadable.counted("person", "people")) cannot be read")
    }
    if isRekeyed {
      outcome.losses.append(
        "the keys of the database were hashed since with a secret, and would be as the backup has them: "
          + "rekey the backup first")
    }
    if foreignKeys > 0 {
      outcome.losses.append(
        "\(foreignKeys.counted("person", "people")) cannot be matched, because the keys of the two "
          + "are not hashed with the same secret: rekey the backup first")
    }
    if doubtful > 0 {
      outcome.losses.append(
        "\(strangeErasures.count.counted("erasure")) in the backup, of people whose keys are gone: whether they "
          + "are among \(doubtful.counted("person", "people")) of the database cannot be told")
    }
    let strangers = unmatchedErasures > 0 ? try strangers() : 0
    if strangers > 0 {
      outcome.losses.append(
        "\(unmatchedErasures.counted("erasure")) of people whose keys are gone: whether they are among "
          + "\(strangers.counted("person", "people")) whom only the backup knows cannot be told")
    }
  }

  /// How many people the copy holds of whom the replaced ledger never heard.
  private func strangers() throws -> Int {
    var strangers: Set<ContentHash> = []
    try copy.ledger.forEachEntry(after: common) { entry in
      guard entry.event.isRecord, !strangers.contains(entry.subject),
        try place.ledger.entries(of: entry.subject).isEmpty, try copy.person([entry]) != nil
      else { return }
      strangers.insert(entry.subject)
    }
    return strangers.count
  }

  // MARK: What is left out

  /// The records that may be left out without opening more than was open.
  ///
  /// A person of whom nothing else is held is then not known, and is asked again. Where something is,
  /// it holds in place of what is left out, under the same law: so only under a law that asks for an
  /// opt-in, and where nothing that stays ends later. Under other laws, and where nothing was said
  /// under the law but this, silence would not be the same as an answer that has run out.
  private func omitted(from held: [HeldRecord], besides had: [HeldRecord]) -> Set<Int64> {
    guard !rules.takesPermissions else { return [] }
    let rest = (had + held.filter { !isPermission($0.record) }).map(\.record)
    if rest.isEmpty { return Set(held.map(\.entry.sequence)) }
    var omitted: Set<Int64> = []
    let permissions = held.filter { isPermission($0.record) && !$0.record.isNotice }
    for (law, permissions) in Dictionary(grouping: permissions, by: \.record.statement.regulation) {
      let stays = rest.filter { $0.statement.regulation == law && !$0.isNotice }
      guard law.model(at: now) == .optIn, !stays.isEmpty else { continue }
      let end = stays.filter { $0.event != .withdrawn }.map(\.statement.expiry.at).max()
      for held in permissions where end.map({ held.record.statement.expiry.at >= $0 }) ?? true {
        omitted.insert(held.entry.sequence)
      }
    }
    return omitted
  }

  /// Whether a record allows everything that can be allowed; or, of who said nothing, that a law
  /// applied.
  private func isPermission(_ record: ConsentRecord) -> Bool {
    let statement = record.statement
    if record.isNotice {
      return statement.gpc != true && statement.strings.isEmpty
        && statement.ageTreatment ?? .unspecified == .unspecified
    }
    guard record.event != .expired, record.event != .withdrawn else { return false }
    // By the rules of then and of now; what has run out since opens nothing.
    return [min(statement.updatedAt, now), now].allSatisfy { time in
      switch ConsentGate().decide(record, at: time) {
      case .allowed(let permit): permit.mode == .personalized
      case .blocked(let reason): reason == .expired && time == now
      }
    }
  }

  private mutating func count(_ record: ConsentRecord) {
    if record.event == .withdrawn {
      outcome.withdrawals += 1
    } else if isPermission(record) {
      outcome.permissions += 1
    } else if record.statement.choices.isRefusal {
      outcome.refusals += 1
    } else {
      outcome.restrictions += 1
    }
  }

  // MARK: Doing it

  /// What was found out.
  var found: CarriedConsent { outcome }

  /// Whether there is nothing to carry over.
  var isEmpty: Bool { erased.isEmpty && targets.isEmpty }

  /// The entry that says what is restored in place of what.
  func restoring() throws -> LedgerRestoring {
    let added = targets.filter { target in
      guard target.known == nil, let identity = target.identity else { return false }
      return identity.commitment
        != LedgerCommitment.subject(Array(target.key.utf8), salt: identity.salt)
    }
    return LedgerRestoring(
      copy: try copy.ledger.head(at: now), replaced: try place.ledger.head(at: now), common: common,
      carried: Int64(
        (changesSecret ? 1 : 0) + erased.count + added.count
          + targets.reduce(0) { $0 + $1.records.count + ($1.hold == nil ? 0 : 1) }),
      leftOut: Int64(outcome.leftOut))
  }

  /// Whether the copy's keys are hashed with another secret from here on.
  private var changesSecret: Bool { secret != nil && !targets.isEmpty }

  /// Appends everything inside a write transaction, behind the entry that says so.
  /// - Parameter origin: Who restores, and why; what others had appended keeps its own.
  func carry(as origin: EntryOrigin) throws {
    let writer = LedgerWriter(copy.connection, as: origin)
    if changesSecret, let secret { try writer.adopt(secret, of: 0, at: now) }
    if keysAgree {
      try ErasedPeople(copy.connection).take(over: ErasedPeople(place.connection))
    }
    try ConsentRepository.copyNotices(from: place.connection, to: copy.connection)
    for (person, erasure) in erased {
      let entry = try writer.erase(person, at: erasure.time, by: erasure.origin).entry
      try ConsentScrub(copy.connection).remember(entry, at: now)
    }
    for target in targets {
      var records = target.records
      // In the order of the ledger, but where two ledgers are joined.
      if records.contains(where: { if case .read = $0 { true } else { false } }) {
        records = records.enumerated().sorted {
          ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
      }
      guard let time = records.first?.time ?? target.hold?.time else { continue }
      let person =
        try target.known
        ?? writer.add(
          key: target.key, salt: target.identity?.salt, commitment: target.identity?.commitment,
          at: time)
      for source in records {
        switch source {
        case .read(let record): try writer.append(record, of: person)
        case .place(let entry):
          try writer.append(Self.record(entry, on: place.connection), of: person)
        }
      }
      if let hold = target.hold {
        try writer.append(hold.event, of: person, at: hold.time, by: hold.origin)
      }
    }
  }
}
