// SPDX-License-Identifier: MIT
package import AdModel

/// Everything that one person said, in whatever order it arrived.
///
/// What holds follows from the set of answers alone: under each law the one that was said last.
package struct ConsentState: Hashable, Sendable {
  /// When something was said, as far as it is known: not before the one end and not after the other.
  ///
  /// An answer that was heard as it was given has one moment. A TC string that tells only its day
  /// counts from the beginning of it, so that whatever was heard on that day comes after it. A string
  /// of an earlier day than the answer that it came with was found: what it says may be as old as
  /// its day, and as new as the answer.
  struct Span: Hashable, Sendable {
    var earliest: Timestamp
    var latest: Timestamp
    /// Whether somebody heard it, which outranks a string that begins at the same moment.
    var isHeard: Bool

    /// Whether it is said later for sure.
    func follows(_ other: Span) -> Bool {
      if earliest != other.latest { return earliest > other.latest }
      return isHeard && !other.isHeard
    }
  }

  /// One answer, and when it was said.
  struct Answer: Hashable, Sendable {
    let record: ConsentRecord
    let span: Span
  }

  /// All records, in the order of the ledger.
  package private(set) var records: [ConsentRecord]
  /// The answers under each law.
  private(set) var answers: [Regulation: [Answer]]
  /// What was noted about people who did not answer, under each law.
  private(set) var notices: [Regulation: [Answer]]

  /// Nothing was said.
  package static let empty = ConsentState([])

  /// Takes all records of one person.
  ///
  /// An answer was given at the time that it states, and yet no later than it was received, nor than
  /// anything that was received after it under an earlier time: so an answer that a clock dated
  /// ahead does not outlive the next one. A second copy of an answer is as old as the first.
  /// - Parameter records: The records, in the order of the ledger.
  /// - Complexity: O(*n*).
  package init(_ records: [ConsentRecord]) {
    self.records = records
    let saidAt = Dictionary(
      records.map { ($0.statement.updatedAt, 1) }, uniquingKeysWith: { $0 + $1 })
    var first: [ConsentStatement: Timestamp] = [:]
    var received: [Timestamp] = []
    for record in records.reversed() {
      var time = record.recordedAt
      if let following = received.last, following < time { time = following.advanced(by: -1) }
      received.append(time)
      // An earlier copy of the same answer comes later here, and counts. It was said when the copy was, so
      // that an answer of a moment of its own, as most are, is not hashed.
      if saidAt[record.statement.updatedAt] != 1 { first[record.statement] = time }
    }
    let told = zip(records, received.reversed()).map { record, time in
      Answer(
        record: record, span: record.statement.span(receivedBy: first[record.statement] ?? time))
    }
    notices = Dictionary(
      grouping: told.filter(\.record.isNotice), by: \.record.statement.regulation)
    answers = Dictionary(
      grouping: told.filter { !$0.record.isNotice }, by: \.record.statement.regulation)
  }

  /// The same with one more record.
  package func adding(_ record: ConsentRecord) -> ConsentState {
    var state = self
    state.append(record)
    return state
  }

  /// Takes one more record, the last of the ledger.
  /// - Complexity: O(*n*) in the answers under its law; only one that was received before the last,
  ///   by a clock that was set back, has everything looked at again.
  package mutating func append(_ record: ConsentRecord) {
    if let last = records.last, record.recordedAt < last.recordedAt {
      self = ConsentState(records + [record])
      return
    }
    records.append(record)
    let law = record.statement.regulation
    let known = (answers[law] ?? []) + (notices[law] ?? [])
    // A copy is as old as the first.
    let copy = known.first { $0.record.statement == record.statement }
    let answer = Answer(
      record: record, span: copy?.span ?? record.statement.span(receivedBy: record.recordedAt))
    if record.isNotice {
      notices[law, default: []].append(answer)
    } else {
      answers[law, default: []].append(answer)
    }
  }

  /// What had been received by a time.
  package func known(at time: Timestamp) -> ConsentState {
    ConsentState(records.filter { $0.recordedAt <= time })
  }

  /// The laws under which something was answered, by id.
  package var laws: [Regulation] { answers.keys.sorted() }

  /// The answers under a law of which none is known to be older than another: mostly one.
  func newest(under law: Regulation) -> [Answer] { Self.newest(among: answers[law] ?? []) }

  static func newest(among answers: [Answer]) -> [Answer] {
    guard answers.count > 1 else { return answers }
    // Whatever the one that surely began last follows is older; the others may be as new.
    guard
      let last = answers.map(\.span).max(by: {
        ($0.earliest, $0.isHeard ? 1 : 0) < ($1.earliest, $1.isHeard ? 1 : 0)
      })
    else { return [] }
    return answers.filter { !last.follows($0.span) }
  }

  /// The record that holds under a law: the one that was answered last, and of several that may be
  /// the last the one that allows the least.
  /// - Complexity: O(*n*).
  package func holding(under law: Regulation, at time: Timestamp) -> ConsentRecord? {
    let newest = newest(under: law).map(\.record)
    return newest.count > 1 ? ConsentGate().mostCareful(newest, at: time)?.record : newest.first
  }

  /// The record that was answered last under any law; nil where nothing was.
  package func newest(at time: Timestamp) -> ConsentRecord? {
    let newest = Self.newest(among: laws.flatMap { self.newest(under: $0) })
    return newest.count > 1
      ? ConsentGate().mostCareful(newest.map(\.record), at: time)?.record : newest.first?.record
  }

  /// The newest entry that says that a law applied; one that names the notice comes first.
  package func notice(under law: Regulation) -> ConsentRecord? {
    notices[law]?.map(\.record).max { left, right in
      let (a, b) = (left.statement, right.statement)
      let isNamed = (a.collection.notice != nil, b.collection.notice != nil)
      if isNamed.0 != isNamed.1 { return isNamed.1 }
      return (a.updatedAt, left.id.rawValue) < (b.updatedAt, right.id.rawValue)
    }
  }

  /// How the person's age restricts the ads: by the most careful of all that was told of it, by whom
  /// and under which law soever. Only an entry that says `unspecified` takes back what was told
  /// before it; no answer does.
  /// - Complexity: O(*n*) in the records.
  var ageTreatment: AgeTreatment {
    let told = answers.values.joined() + Array(notices.values.joined())
    let corrections = told.filter { $0.record.statement.ageTreatment == .unspecified }
    return told.reduce(.unspecified) { most, answer in
      let statement = answer.record.statement
      let treatment = statement.ageTreatment(with: try? ConsentSignals(statement.strings))
      let isTakenBack = corrections.contains { $0.span.follows(answer.span) }
      return isTakenBack ? most : max(most, treatment)
    }
  }

  /// What is left of the answers under each law, or under one, once they are taken back: at least one
  /// statement, that of the newest answer last.
  ///
  /// - Parameters:
  ///   - applicable: The law where nothing was answered.
  ///   - time: When they are taken back.
  ///   - now: The time of day.
  package func withdrawn(
    under law: Regulation? = nil, orElse applicable: Regulation = .gdpr, at time: Timestamp,
    known now: Timestamp, rules: ExpiryRules = .standard
  ) -> [ConsentStatement] {
    let newest = newest(at: now)?.statement.regulation
    let all = laws.filter { $0 != newest } + [newest ?? applicable]
    return (law.map { [$0] } ?? all).map { law in
      let last =
        holding(under: law, at: now)?.statement
        ?? ConsentStatement(choices: ConsentChoices(), regulation: law, at: time)
      var statement = last.withdrawn(at: time, rules: rules)
      statement.createdAt = min(statement.createdAt, time)
      return statement
    }
  }

  /// The laws under which only notice was given.
  var noticedLaws: [Regulation] { notices.keys.sorted() }
}

extension ConsentStatement {
  /// When it was said, where it was received by a time.
  fileprivate func span(receivedBy received: Timestamp) -> ConsentState.Span {
    let said = min(updatedAt, received)
    guard let told = projection?.lastUpdated else {
      return ConsentState.Span(earliest: said, latest: said, isHeard: true)
    }
    let day: Int64 = 86_400_000
    let isDay = told.milliseconds % day == 0
    if isDay, updatedAt == told {
      return ConsentState.Span(earliest: said, latest: said, isHeard: false)
    }
    let start = told.milliseconds - (told.milliseconds % day + day) % day
    let isOlder = updatedAt.milliseconds >= start + day
    return ConsentState.Span(
      earliest: isOlder ? min(told, said) : said, latest: said, isHeard: !isOlder)
  }
}
