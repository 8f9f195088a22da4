// SPDX-License-Identifier: MIT
public import AdConsent
public import AdModel
import AdSQLite

/// A load in the history that its consent record did not allow.
public struct DisallowedLoad: Hashable, Sendable {
  /// The ad unit.
  public let unit: AdUnitID
  /// The session.
  public let session: SessionID
  /// When it was loaded.
  public let time: Timestamp
  /// The record that it names.
  public let record: ConsentRecordID
  /// The fault.
  public let fault: LoadCheck.Fault
}

/// The counts of a check of all loads.
public struct LoadReport: Hashable, Sendable {
  /// How many loads the history holds.
  public internal(set) var loads = 0
  /// How many of them name a record that was erased since, so that its answers are gone.
  public internal(set) var erased = 0
  /// How many were not allowed.
  public internal(set) var disallowed = 0
  /// How many were made while a record that would have stopped them was being stored.
  public internal(set) var crossed = 0
  /// How many were allowed by the rules of another version of the program, and would not be by those
  /// of this one.
  public internal(set) var otherRules = 0
}

/// By which rules loads are judged. These cases are all; none will be added.
public enum LoadRules: Hashable, Sendable {
  /// By those that they were allowed by; where these are not known, by the given ones.
  case theirOwn
  /// All by the given ones.
  case given
}

extension ConsentRepository {
  /// Checks every load of the history against the record that it names, as the record stood then.
  ///
  /// Simulated loads, which nobody saw, are not among them.
  /// A record that was erased since can no longer be asked what it allowed; its loads are counted
  /// apart, and still checked against the times and kinds of the entries that the ledger keeps.
  /// Loads that crossed a change being stored (`LoadCheck/reach`) are counted apart too, unless
  /// other loads of their session name another person's record.
  ///
  /// - Parameters:
  ///   - check: The rules of loads whose own are not known, and how long a record may take.
  ///   - rules: Whether loads are judged by the rules that they were allowed by.
  ///   - body: Takes each load that was not allowed, by record and time.
  /// - Throws: ``StoreError``, also `corrupt` where a record is not as it was appended; what
  ///   `body` throws.
  /// - Complexity: O(*n*) in the number of transitions.
  public func checkLoads(
    by check: LoadCheck = LoadCheck(), rules: LoadRules = .theirOwn,
    _ body: (DisallowedLoad) throws -> Void
  ) throws -> LoadReport {
    var report = LoadReport()
    try forEachLoad(of: nil, by: check, rules: rules) { load, isErased in
      report.loads += 1
      if isErased { report.erased += 1 }
      switch load.verdict {
      case .allowed: break
      case .crossed: report.crossed += 1
      case .allowedByOthers: report.otherRules += 1
      case .disallowed(let fault):
        report.disallowed += 1
        try body(
          DisallowedLoad(
            unit: load.unit, session: load.session, time: load.time, record: load.record,
            fault: fault))
      }
    }
    return report
  }

  /// Goes through every load of the history under the records of a person, judged as
  /// ``checkLoads(by:rules:_:)`` does, by record and time.
  ///
  /// Loads under records that were erased lead to nobody.
  /// - Throws: ``StoreError``; what `body` throws.
  /// - Complexity: O(*n*) in the number of transitions.
  package func forEachLoad(
    of subject: SubjectKey, by check: LoadCheck, rules: LoadRules = .theirOwn,
    _ body: (JudgedLoad) throws -> Void
  ) throws {
    try forEachLoad(of: Optional(subject), by: check, rules: rules) { load, _ in try body(load) }
  }

  private func forEachLoad(
    of subject: SubjectKey?, by check: LoadCheck, rules: LoadRules,
    _ body: (JudgedLoad, _ isErased: Bool) throws -> Void
  ) throws {
    try database.read { connection in
      let reader = ConsentReader(connection)
      var units = UnitNames(connection)
      var evidence = LoadEvidence.none
      var people = SessionPeople()
      let known = rules == .theirOwn ? try GateRules.all(connection) : [:]
      // Joined in this order, so that no statistics can choose a way that is not linear.
      var loads = try connection.statement(
        """
        SELECT t.consent, s.started_at, t.elapsed, t.kind, t.unit, t.session, (
          SELECT r.rules FROM session_rules AS r
          WHERE r.session = t.session AND r.first_sequence <= t.sequence
          ORDER BY r.first_sequence DESC LIMIT 1), t.sequence
        FROM session_transitions AS t CROSS JOIN sessions AS s ON s.session = t.session
        WHERE t.kind <= ?1 AND s.simulated = 0 AND (?2 IS NULL OR t.consent IN (
          SELECT c.sequence FROM consent_subjects AS p
          JOIN consent_contents AS c ON c.subject = p.subject WHERE p.key = ?2))
        ORDER BY t.consent, s.started_at + t.elapsed, t.session, t.sequence
        """
      ).query(TransitionKind.lastOfLoads, subject?.stored)
      while try loads.next() {
        let record = ConsentRecordID(loads.row.int64(0))
        let time = Timestamp(milliseconds: loads.row.int64(1)).advanced(by: loads.row.int64(2))
        if evidence.record != record { evidence = try reader.evidence(for: record) }
        let mode = try TransitionKind(databaseValue: loads.row.int64(3)).mode
        let session = loads.row.int64(5)
        let stranger = people.stranger(besides: evidence, in: session)
        let own = known[loads.row.int64(6)]
        var ownCheck = check
        if let own { ownCheck.gate = own.gate }
        let fault = evidence.fault(at: time, mode: mode, by: ownCheck)
        let load = JudgedLoad(
          unit: try units.name(of: loads.row.int64(4)),
          session: try SessionID(numbered: session, connection), time: time, record: record,
          mode: mode,
          verdict: JudgedLoad.Verdict(
            fault, stranger: stranger, isOfOtherProgram: own?.isOfOtherProgram == true),
          told: subject == nil
            ? nil
            : try ToldHashes(
              connection, in: session, unit: loads.row.int64(4), at: loads.row.int64(7)))
        try body(load, evidence.isErased)
      }
    }
  }
}

/// A load with its consent record, judged.
package struct JudgedLoad: Hashable, Sendable {
  /// What is to be said of it.
  package enum Verdict: Hashable, Sendable {
    /// The record allowed it.
    case allowed
    /// A record that forbids it was being stored.
    case crossed
    /// The rules of another version of the program allowed it, and those of this one would not.
    case allowedByOthers
    /// It was not allowed.
    case disallowed(LoadCheck.Fault)

    fileprivate init(
      _ fault: LoadCheck.Fault?, stranger: LoadCheck.Fault?, isOfOtherProgram: Bool
    ) {
      switch fault {
      // What was being stored excuses nobody who loaded under another person's record.
      case .crossed: self = stranger.map { .disallowed($0) } ?? .crossed
      case .some(let fault):
        self =
          stranger == nil && isOfOtherProgram && fault.isOfRules
          ? .allowedByOthers : .disallowed(fault)
      case nil: self = stranger.map { .disallowed($0) } ?? .allowed
      }
    }
  }

  /// The ad unit.
  package let unit: AdUnitID
  /// The session.
  package let session: SessionID
  /// When it was loaded.
  package let time: Timestamp
  /// The record that it names.
  package let record: ConsentRecordID
  /// The mode that it was served in; nil where that is not known.
  package let mode: ServingMode?
  /// What is to be said of it.
  package let verdict: Verdict
  /// What its page was told; nil where loads of everybody are gone through.
  package let told: ToldHashes?
}

/// The hashes of the scripts that a load's web view was made with, as `export bundle` has them.
package struct ToldHashes: Hashable, Sendable {
  /// That of the script that told of consent; nil where none was kept, and after an erasure.
  package let consent: String?
  /// Of each of the others its name, a space and its hash; empty where none were kept.
  package let others: [String]

  fileprivate init(
    _ connection: Connection, in session: Int64, unit: Int64, at sequence: Int64
  ) throws {
    let script = try connection.statement(
      """
      SELECT script FROM session_consents WHERE session = ?1 AND first_sequence <= ?2
      ORDER BY first_sequence DESC LIMIT 1
      """
    ).first(session, sequence) { $0.blob(0) }
    consent = script.flatMap { ContentHash(bytes: $0)?.hex }
    let scripts = try connection.statement(
      """
      SELECT content FROM told_scripts WHERE scripts = coalesce(
        (
          SELECT scripts FROM session_scripts
          WHERE session = ?1 AND unit = ?2 AND first_sequence <= ?3
          ORDER BY first_sequence DESC LIMIT 1
        ),
        (
          SELECT scripts FROM session_units
          WHERE session = ?1 AND unit = ?2 AND scripts_from <= ?3
        ))
      """
    ).first(session, unit, sequence) { $0.text(0) }
    others = scripts?.split(separator: "\n").map(String.init) ?? []
  }
}

/// What is known of a record that loads name.
private enum LoadEvidence {
  case none
  /// The record, with all that the same person said and what the ledger knows them by.
  case kept(ConsentRecord, of: [ConsentRecord], person: ContentHash)
  /// The record was erased: what its entry tells, and the same person's entries up to the erasure.
  case erased(LedgerEntry, later: [LedgerEntry])
  /// There is no such record, and no erasure accounts for it.
  case missing(ConsentRecordID)

  var record: ConsentRecordID? {
    switch self {
    case .none: nil
    case .kept(let record, _, _): record.id
    case .erased(let entry, _): ConsentRecordID(entry.sequence)
    case .missing(let id): id
    }
  }

  var isErased: Bool {
    if case .erased = self { true } else { false }
  }

  func fault(at time: Timestamp, mode: ServingMode?, by check: LoadCheck) -> LoadCheck.Fault? {
    switch self {
    case .none, .missing: .blocked(.noRecord)
    case .erased(let entry, let later):
      check.fault(at: time, underErased: entry, followedBy: later)
    case .kept(let record, let history, _):
      check.fault(at: time, mode: mode, under: record, of: history)
    }
  }
}

/// Whose records the loads of each session name. A session shows ads to one person, so a second one
/// tells that a load was pointed at somebody else's consent. Who was erased and came back is another
/// person to the ledger, so erased records are passed over.
private struct SessionPeople {
  private var known: [Int64: (person: ContentHash, record: ConsentRecordID)] = [:]

  mutating func stranger(
    besides evidence: LoadEvidence, in session: Int64
  ) -> LoadCheck.Fault? {
    guard case .kept(let record, _, let person) = evidence else { return nil }
    guard let first = known[session] else {
      known[session] = (person, record.id)
      return nil
    }
    return first.person == person ? nil : .otherPerson(than: first.record)
  }
}

extension SessionID {
  /// What the session of that number is called.
  fileprivate init(numbered number: Int64, _ connection: Connection) throws {
    let name = try connection.statement("SELECT id FROM sessions WHERE session = ?1")
      .first(number) { $0.text(0) }
    self.init(validated: name ?? "")
  }
}

extension ConsentReader {
  fileprivate func evidence(for id: ConsentRecordID) throws -> LoadEvidence {
    if let person = try person(ofRecord: id.rawValue) {
      let history = try records(of: person).map(\.record)
      guard let record = history.first(where: { $0.id == id }) else { return .missing(id) }
      return .kept(record, of: history, person: person.commitment)
    }
    let entries = try entries(ofErased: id)
    guard let entry = entries.first else { return .missing(id) }
    return .erased(entry, later: Array(entries.dropFirst()))
  }
}
