// SPDX-License-Identifier: MIT
package import AdModel

/// What the gate made of everything that a person said.
package struct GateJudgement: Hashable, Sendable {
  /// The decision with everything that it rests on.
  package let explanation: GateExplanation
  /// The record that decides, also where it opens nothing; nil where there is none.
  package let record: ConsentRecord?
  /// The law that it was asked under.
  package let law: Regulation?
  /// The record's strings, as far as they were decoded for it.
  var signals: ConsentSignals?
  /// Until when it holds, unless something is said before.
  package var end: Timestamp?
  /// Whether the page must be told to restrict data processing; nil where the record says it.
  var restricts: Bool?
  /// How the person's age restricts the ads, by everything that was told of it.
  package var ageTreatment = AgeTreatment.unspecified

  /// How much is allowed; 0 for nothing.
  var freedom: Int { explanation.decision.freedom }
}

extension ConsentGate {
  /// Decides by everything that a person said.
  ///
  /// The law that applies is the gate's ``applicableLaw``; where nobody says, the most careful
  /// decision of all laws under which something was answered.
  /// - Complexity: O(*n*) in the person's records.
  package func judge(_ state: ConsentState, at time: Timestamp) -> GateJudgement {
    if let applicableLaw { return judge(state, under: applicableLaw, at: time) }
    let laws = state.laws.isEmpty ? state.noticedLaws : state.laws
    let judgements = laws.map { judge(state, under: $0, at: time) }
    guard var judgement = Self.mostCareful(of: judgements) else {
      return GateJudgement(explanation: .noRecord, record: nil, law: nil)
    }
    guard judgement.freedom > 0 else { return judgement }
    // What ends under another law before may leave less than is allowed until then.
    var (moment, later) = (time, judgements)
    while let end = later.compactMap(\.end).filter({ $0 > moment }).min(),
      judgement.end.map({ end < $0 }) ?? true
    {
      (moment, later) = (end, laws.map { judge(state, under: $0, at: end) })
      guard Self.mostCareful(of: later)?.explanation.decision == judgement.explanation.decision
      else {
        judgement.end = end
        break
      }
    }
    return judgement
  }

  /// The judgement that allows the least; of those that allow alike, the newest.
  private static func mostCareful(of judgements: [GateJudgement]) -> GateJudgement? {
    judgements.min {
      ($0.freedom, $1.record.map(\.statement.updatedAt.milliseconds) ?? 0)
        < ($1.freedom, $0.record.map(\.statement.updatedAt.milliseconds) ?? 0)
    }
  }

  /// Decides by the answers under a law, and by what was refused under others: a yes never crosses
  /// from one law to another, and a no does.
  package func judge(
    _ state: ConsentState, under law: Regulation, at time: Timestamp
  ) -> GateJudgement {
    if let closed = withdrawal(in: state, under: law, at: time) { return closed }
    let model = law.model(at: time)
    let newest = newest(in: state, under: law, at: time)
    // Where silence opens, what ran out is silence again, and an opt-out does not run out.
    let standing = newest.filter {
      model == .optIn || !$0.hasExpired(at: time) || !isYes($0, at: time)
    }
    guard let own = mostCareful(standing, at: time, under: model, age: state.ageTreatment) else {
      let last = newest.first ?? state.newest(under: law).first?.record
      return silence(under: law, model, in: state, after: last, at: time)
        .ending(by: change(ofLawsIn: state, and: law, after: time))
    }
    guard own.explanation.decision.isAllowed else { return own }
    return own.adding(carried(into: law, from: state, at: time))
      .ending(by: change(ofLawsIn: state, and: law, after: time))
  }

  /// The day on which a law begins to ask, or asks otherwise: of those under which something was said,
  /// and of the one that applies.
  private func change(
    ofLawsIn state: ConsentState, and law: Regulation, after time: Timestamp
  ) -> Timestamp? {
    (state.laws + state.noticedLaws + [law]).compactMap { $0.modelChange(after: time) }.min()
  }

  /// The record that allows the least at a time; of those that allow alike, the one that ends first.
  func mostCareful(
    _ records: [ConsentRecord], at time: Timestamp, under model: ConsentModel = .optIn,
    age: AgeTreatment? = nil
  ) -> GateJudgement? {
    let judgements = records.map { record in
      let (explanation, signals) = evaluate(
        record, at: time, mayRunOut: mayRunOut(record, under: model, at: time), age: age)
      var judgement = GateJudgement(
        explanation: explanation, record: record, law: record.statement.regulation)
      judgement.signals = signals
      judgement.ageTreatment = age ?? .unspecified
      judgement.end =
        model == .optIn || explanation.decision.freedom == 3 ? record.statement.expiry.at : nil
      return judgement
    }
    guard judgements.count > 1 else { return judgements.first }
    // Of one answer that was written anew, as where a segment joined the string, the form that allows
    // the most is looked at.
    let answers = Dictionary(grouping: judgements) { AnswerForm(of: $0.record) }.flatMap {
      form, judgements in
      let most = judgements.map(\.freedom).max() ?? 0
      return form == nil ? judgements : judgements.filter { $0.freedom == most }
    }
    var own = answers.map { (key: CarefulOrder($0), judgement: $0) }.min { $0.key < $1.key }?
      .judgement
    // Where an answer is asked for, each of them has to hold.
    if model == .optIn { own?.end = answers.compactMap(\.end).min() }
    return own
  }

  /// Whether a record personalises by itself, whatever became of it since.
  func isYes(_ record: ConsentRecord, at time: Timestamp) -> Bool {
    guard record.event != .withdrawn, record.event != .erased,
      let signals = try? ConsentSignals(record.statement.strings)
    else { return false }
    return serving(under: record.statement, signals, at: time).allSatisfy {
      $0.holds || !$0.effect.concerns(.personalized)
    }
  }

  /// The answers under a law of which none is known to be older than another. Strings that tell no
  /// answer are passed over: what was said before holds.
  func newest(
    in state: ConsentState, under law: Regulation, at time: Timestamp
  ) -> [ConsentRecord] {
    ConsentState.newest(among: said(in: state, under: law, at: time)).map(\.record)
  }

  private func said(
    in state: ConsentState, under law: Regulation, at time: Timestamp
  ) -> [ConsentState.Answer] {
    (state.answers[law] ?? []).filter { !isSilent($0.record, at: time) }
  }

  /// Whether a record of a law of opting out holds strings alone, and these tell no answer: that the law
  /// does not apply, that no notice was given, or what another law is told.
  private func isSilent(_ record: ConsentRecord, at time: Timestamp) -> Bool {
    let statement = record.statement
    guard record.event != .withdrawn, record.event != .erased, statement.choices.isUnanswered,
      !statement.choices.isPartial, statement.gpc != true, !statement.strings.isEmpty,
      statement.regulation.model(at: time) == .optOut
    else { return false }
    return (try? ConsentSignals(statement.strings))?.areSilent(under: statement.regulation) ?? false
  }

  /// Whether something of a record holds until the person takes it back, whenever the record itself runs out:
  /// an opt-out, under its law or by a signal; and that the person is a child or a teenager.
  package func holdsForGood(_ record: ConsentRecord, at time: Timestamp) -> Bool {
    let statement = record.statement
    let signals = try? ConsentSignals(statement.strings)
    if statement.gpc == true || signals?.optsOut == true { return true }
    if statement.ageTreatment(with: signals) != .unspecified { return true }
    return !record.isNotice
      && !mayRunOut(record, under: statement.regulation.model(at: time), at: time)
  }

  /// Whether a record ends by itself: where people opt out, only what they allowed does.
  private func mayRunOut(
    _ record: ConsentRecord, under model: ConsentModel, at time: Timestamp
  ) -> Bool {
    model == .optIn || isYes(record, at: time)
  }

  /// The judgement of a consent that was taken back under any law, and not given again under it.
  private func withdrawal(
    in state: ConsentState, under law: Regulation, at time: Timestamp
  ) -> GateJudgement? {
    for other in [law] + state.laws.filter({ $0 != law }) {
      let newest = newest(in: state, under: other, at: time)
      guard let record = newest.last(where: { $0.event == .withdrawn || $0.event == .erased })
      else { continue }
      return GateJudgement(
        explanation: evaluate(record, at: time).explanation, record: record, law: law)
    }
    return nil
  }

  /// Nothing was said under a law: an opt-in is missing, and an opt-out was not made use of.
  private func silence(
    under law: Regulation, _ model: ConsentModel, in state: ConsentState,
    after lapsed: ConsentRecord?, at time: Timestamp
  ) -> GateJudgement {
    let entries = [state.notice(under: law), lapsed].compactMap { $0 }
    guard model != .optIn,
      let entry = entries.max(by: { $0.statement.updatedAt < $1.statement.updatedAt })
    else {
      return GateJudgement(explanation: .noRecord, record: nil, law: law)
    }
    let requirements = [
      GateRequirement(
        "\(law) lets people opt out, and this person was not heard", holds: true,
        effect: .gate(.noRecord), source: RuleSource.silence),
      GateRequirement(
        "the answer is not dated in the future", holds: !entry.isDated(after: time),
        effect: .gate(.invalid), source: RuleSource.dates),
      GateRequirement(
        "a notice is on record",
        holds: entries.contains { $0.statement.collection.notice != nil },
        effect: .modes([.personalized]), source: RuleSource.silence),
      GateRequirement(
        "the setting takes silence after a notice for leave", holds: silence == .personalized,
        effect: .modes([.personalized]), source: RuleSource.silence),
    ]
    let explanation =
      GateExplanation(closedBy: requirements)
      ?? GateExplanation(
        of: entry,
        requirements + carried(into: law, from: state, at: time) + Self.age(state.ageTreatment))
    var judgement = GateJudgement(explanation: explanation, record: entry, law: law)
    judgement.signals = try? ConsentSignals(entry.statement.strings)
    judgement.restricts = judgement.freedom < 3
    judgement.ageTreatment = state.ageTreatment
    return judgement
  }

  /// What was refused under other laws, and every opt-out and Global Privacy Control that was not
  /// taken back under the law that it was said under.
  private func carried(
    into law: Regulation, from state: ConsentState, at time: Timestamp
  ) -> [GateRequirement] {
    carriedNos(into: law, from: state, at: time).map { no in
      GateRequirement(
        "no \(no.kind.rawValue) under \(no.law) holds: record \(no.record.id)", holds: false,
        effect: .modes([.personalized]), source: RuleSource.otherLaw)
    }
    .sorted { $0.text < $1.text }
  }

  /// A no that holds under other laws than its own.
  struct CarriedNo {
    enum Kind: String {
      case refusal
      case optOut = "opt-out"
      case control = "Global Privacy Control"
    }

    let kind: Kind
    /// The law that it was said under, and can be taken back under.
    let law: Regulation
    let record: ConsentRecord
  }

  /// Every no that holds beside what was answered under a law.
  func carriedNos(
    into law: Regulation, from state: ConsentState, at time: Timestamp
  ) -> [CarriedNo] {
    var carried = state.laws.filter { $0 != law }.flatMap { other in
      newest(in: state, under: other, at: time).filter { !isYes($0, at: time) }
        .map { CarriedNo(kind: .refusal, law: other, record: $0) }
    }
    var sections: [Regulation: [(ConsentState.Answer, isSet: Bool)]] = [:]
    var controls: [Regulation: [(ConsentState.Answer, isSet: Bool)]] = [:]
    for (told, answers) in state.answers.merging(state.notices, uniquingKeysWith: +) {
      for answer in answers {
        guard let signals = try? ConsentSignals(answer.record.statement.strings) else { continue }
        // An answer of the law itself holds or has been replaced, and what is only noted has not.
        for other in signals.optOutLaws(toldUnder: told)
        where other != told || answer.record.isNotice {
          sections[other, default: []].append((answer, true))
        }
        for (other, isSet) in signals.controls(toldUnder: told, answer.record.statement.gpc) {
          controls[other, default: []].append((answer, isSet))
        }
      }
    }
    for (other, answers) in sections {
      let own = said(in: state, under: other, at: time)
        .map { ($0, isSet: !isYes($0.record, at: time)) }
      if let record = Self.standing(among: answers + own) {
        carried.append(CarriedNo(kind: .optOut, law: other, record: record))
      }
    }
    for (other, answers) in controls {
      if let record = Self.standing(among: answers) {
        carried.append(CarriedNo(kind: .control, law: other, record: record))
      }
    }
    return carried
  }

  /// The record that still says so, where the newest of them does.
  private static func standing(
    among answers: [(ConsentState.Answer, isSet: Bool)]
  ) -> ConsentRecord? {
    let newest = Set(ConsentState.newest(among: answers.map(\.0)))
    return answers.last { $0.isSet && newest.contains($0.0) }?.0.record
  }
}

extension GateJudgement {
  /// The same, which holds no longer than until a day.
  fileprivate func ending(by day: Timestamp?) -> GateJudgement {
    guard let day else { return self }
    var judgement = self
    judgement.end = min(end ?? day, day)
    return judgement
  }

  /// The same under more requirements.
  fileprivate func adding(_ requirements: [GateRequirement]) -> GateJudgement {
    guard let record, !requirements.isEmpty else { return self }
    var judgement = GateJudgement(
      explanation: GateExplanation(of: record, explanation.requirements + requirements),
      record: record, law: law)
    judgement.signals = signals
    judgement.end = end
    judgement.restricts = true
    judgement.ageTreatment = ageTreatment
    return judgement
  }
}

/// What strings have in common that were made of one answer: the same choices of the same day.
private struct AnswerForm: Hashable {
  private let choices: ConsentChoices
  private let lastUpdated: Timestamp
  private let updatedAt: Timestamp
  private let isWithdrawal: Bool

  /// - Returns: Nil for an answer that came without a TC string.
  init?(of record: ConsentRecord?) {
    guard let record, let told = record.statement.projection?.lastUpdated else { return nil }
    choices = record.statement.choices.sorted
    lastUpdated = told
    updatedAt = record.statement.updatedAt
    isWithdrawal = record.event == .withdrawn
  }
}

/// The more careful first: by what is allowed, then by its end, then by what was said.
private struct CarefulOrder: Comparable {
  private let freedom: Int
  private let end: Timestamp
  private let text: String
  private let id: Int64

  init(_ judgement: GateJudgement) {
    freedom = judgement.freedom
    let statement = judgement.record?.statement
    end = statement?.expiry.at ?? Timestamp(milliseconds: .max)
    text = (try? statement?.json.text()) ?? ""
    id = judgement.record?.id.rawValue ?? 0
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.freedom, left.end, left.text, right.id) < (right.freedom, right.end, right.text, left.id)
  }
}

extension ConsentSignals {
  /// The laws under which the strings say that the person opted out.
  ///
  /// A state's section is that state's; what is told nationally is of the law that the answer was
  /// given under.
  func optOutLaws(toldUnder law: Regulation) -> [Regulation] {
    let national = law.model == .optOut ? law : Regulation(known: "usnat")
    return unitedStates.filter { !$0.optOuts.isEmpty }.map { $0.id.law ?? national }
      + allUSPrivacy.filter { $0.optedOutOfSale == .yes }
      .map { _ in law.model == .optOut ? law : .cpra }
  }

  /// What is told of Global Privacy Control, under which law; a section of another law only counts
  /// where it is set.
  func controls(toldUnder law: Regulation, _ stated: Bool?) -> [(Regulation, isSet: Bool)] {
    let national = law.model == .optOut ? law : Regulation(known: "usnat")
    return (stated.map { [(law, isSet: $0)] } ?? [])
      + unitedStates.compactMap { section in
        guard case .flag(let isSet) = section["Gpc"] else { return nil }
        let other = section.id.law ?? national
        return isSet || other == law ? (other, isSet: isSet) : nil
      }
  }
}

extension GPPSectionID {
  /// The state's law whose section it is; nil for the national one and for others.
  fileprivate var law: Regulation? {
    self == .usNational ? nil : Law.all.first { $0.section == self && $0.model == .optOut }?.id
  }
}
