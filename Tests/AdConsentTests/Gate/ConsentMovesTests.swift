// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

/// People who answer under one law and are under another later.
@Suite struct `A person who moves between laws` {
  static let now = `The consent gate`.time

  enum Says: Sendable {
    case yes, no, withdrawal, optOut, controlOn, controlOff, applies, notice, notedOptOut,
      inapplicable,
      unnoticed, child, teen, grown
  }

  /// What was said under which law, an hour after the one before it.
  struct Step: Sendable {
    let law: String
    let says: Says

    init(_ law: String, _ says: Says) { (self.law, self.says) = (law, says) }

    /// - Parameter received: When the store heard of it; nil for when it was said.
    func record(_ place: Int, received: Timestamp? = nil) throws -> ConsentRecord {
      let time = now.advanced(by: Int64(place - 100) * 3_600_000)
      let law = try Regulation(law)
      var statement = ConsentStatement(choices: .init(), regulation: law, at: time)
      var event: ConsentEvent?
      switch says {
      case .yes: statement = try ConsentStatement.all(.enabled, under: law, at: time)
      case .no: statement = try ConsentStatement.all(.disabled, under: law, at: time)
      case .withdrawal:
        var given = try ConsentStatement.all(.enabled, under: law, at: time)
        // What a person's last answer said besides.
        given.gpc = false
        given.ageTreatment = .unspecified
        statement = given.withdrawn(at: time)
        event = .withdrawn
      case .optOut: statement.strings.usPrivacy = "1YYN"
      case .inapplicable: statement.strings.usPrivacy = "1---"
      case .unnoticed: statement.strings.usPrivacy = "1NNN"
      case .controlOn: statement.gpc = true
      case .controlOff: statement.gpc = false
      case .child: statement.ageTreatment = .child
      case .teen: statement.ageTreatment = .teen
      case .grown: statement.ageTreatment = .unspecified
      case .applies: event = .noticed
      case .notedOptOut:
        event = .noticed
        statement.strings.usPrivacy = "1YYN"
      case .notice:
        event = .noticed
        statement.collection.notice = ConsentNotice(id: "n1")
      }
      return ConsentRecord(
        id: ConsentRecordID(Int64(place)),
        event: event ?? .answering(statement, after: nil, at: time), recordedAt: received ?? time,
        previous: nil, statement: statement)
    }
  }

  /// E is the EU, C California, T Texas, N nowhere, O Oklahoma before its law, M a law of no table.
  private static let laws: [Character: String] = [
    "E": "gdpr", "C": "cpra", "T": "tdpsa", "N": "none", "O": "okcdpa", "M": "martian",
  ]

  private static func step(_ text: Substring) -> Step {
    let law = laws[text.first ?? "E"] ?? "gdpr"
    switch text.dropFirst() {
    case "+": return Step(law, .yes)
    case "-": return Step(law, .no)
    case "x": return Step(law, .withdrawal)
    case "o": return Step(law, .optOut)
    case "g": return Step(law, .controlOn)
    case "h": return Step(law, .controlOff)
    case "a": return Step(law, .applies)
    case "k": return Step(law, .child)
    case "t": return Step(law, .teen)
    case "u": return Step(law, .grown)
    case "q": return Step(law, .notedOptOut)
    case "i": return Step(law, .inapplicable)
    case "j": return Step(law, .unnoticed)
    default: return Step(law, .notice)
    }
  }

  /// What was said (+ yes, - no, x withdrawn, o opted out, g and h GPC on and off, a the law applies,
  /// n and a notice was given, q and a platform noted an opt-out, k a child, t a teenager, u neither,
  /// i and j a string that says that the law does not apply, or that nobody gave notice),
  /// where the person is (? is anywhere), and what loads.
  static let moves: [(String, Character, String)] = [
    ("", "E", "noRecord"), ("", "C", "noRecord"), ("", "?", "noRecord"), ("", "M", "noRecord"),
    // A refusal goes along, and nothing gives it back but its own law.
    ("E-", "E", "limited"), ("E- Ca", "C", "restricted"), ("E- Ta", "T", "restricted"),
    ("E- Na", "N", "restricted"), ("E- N+", "N", "restricted"), ("E- C+", "C", "restricted"),
    ("E- N+", "E", "limited"), ("E- C+", "E", "limited"), ("E- C+", "?", "limited"),
    ("E- E+", "E", "personalized"), ("E- E+ Ca Cn", "C", "restricted"),
    // A yes does not, and is not lost by a journey.
    ("E+ Ca", "C", "restricted"), ("E+ Cn", "C", "restricted"), ("E+ Co", "C", "restricted"),
    ("E+ Tg Ta", "T", "restricted"), ("E+ N+", "E", "personalized"), ("C+", "E", "noRecord"),
    ("N+", "E", "noRecord"), ("E+", "C", "noRecord"), ("E+", "M", "noRecord"),
    ("M+", "M", "personalized"), ("M+", "E", "noRecord"), ("M- E+", "E", "restricted"),
    // Silence.
    ("Ca", "C", "restricted"), ("Cn", "C", "restricted"), ("Na", "N", "restricted"),
    ("Ea", "E", "noRecord"), ("Oa", "O", "restricted"), ("O+", "O", "personalized"),
    ("O-", "O", "restricted"),
    // Opt-outs hold until they are taken back under their own law.
    ("Co", "C", "restricted"), ("Co Ta", "T", "restricted"), ("Co Na", "N", "restricted"),
    ("Co N+", "N", "restricted"), ("Co", "E", "noRecord"), ("Co E+", "E", "restricted"),
    ("Co E+", "C", "restricted"), ("Co C+ E+", "E", "personalized"), ("Co C+", "C", "personalized"),
    ("Eo", "E", "restricted limited"), ("Eo E+", "E", "restricted"),
    ("Eo E+ C+", "E", "personalized"), ("Eo E+ T+", "E", "restricted"),
    // One that was only noted counts under its own law too.
    ("C+ Cq", "C", "restricted"), ("Cq C+", "C", "personalized"), ("Cq", "C", "restricted"),
    ("Cq E+", "E", "restricted"), ("Cq C+ E+", "E", "personalized"),
    // A string that tells no answer is neither a yes nor a no, and takes nothing back.
    ("Ci", "C", "restricted"), ("Cj", "C", "restricted"), ("C+ Ci", "C", "personalized"),
    ("Co Cj", "C", "restricted"), ("Cj E+", "E", "personalized"), ("Cx Cj", "C", "withdrawn"),
    ("Cg Ci", "C", "restricted"), ("Ci", "?", "restricted"), ("Eo Cj E+", "E", "restricted"),
    // A withdrawal closes everything, until its own law's next yes.
    ("E+ Ex", "E", "withdrawn"), ("E+ Ex Ca", "C", "withdrawn"), ("E+ Ex C+", "C", "withdrawn"),
    ("E+ Ex E+", "E", "personalized"), ("E+ Ex E+ C+", "C", "personalized"),
    ("Ex", "E", "withdrawn"), ("Ex", "N", "withdrawn"), ("Ex N+", "?", "withdrawn"),
    // Global Privacy Control yields to no yes.
    ("Cg", "C", "restricted"), ("Cg C+", "C", "restricted"), ("Cg C+ Ch", "C", "personalized"),
    ("Cg T+", "T", "restricted"), ("Cg E+", "E", "restricted"), ("Cg E+ Th", "E", "restricted"),
    ("Cg E+ Ch", "E", "personalized"), ("E+ Eg", "E", "restricted"),
    ("E+ Eg E+", "E", "restricted"), ("E+ Eg Eh", "E", "personalized"), ("Eg", "E", "noRecord"),
    // Whoever is known to be a child is one under every law, until that is taken back.
    ("E+ Ek", "E", "nonPersonalized"), ("Ek E+", "E", "nonPersonalized"),
    ("Et E+", "E", "nonPersonalized"), ("Ck E+", "E", "nonPersonalized"),
    ("E+ Ek Eu", "E", "personalized"), ("E+ Eu Ek", "E", "nonPersonalized"),
    ("Ck Nu E+", "E", "personalized"), ("E- Ek", "E", "limited"), ("Ek", "E", "noRecord"),
    ("C+ Ck", "C", "nonPersonalized"), ("Ck", "C", "restricted"), ("E+ Ek Ex", "E", "withdrawn"),
    ("Ek E+ Ex E+", "E", "nonPersonalized"),
    // A withdrawal repeats nothing that was taken back or set since.
    ("C+ Ch Cg Cx C+", "C", "restricted"),
    // Where nobody says, the most careful of all that were given.
    ("E+ C+", "?", "personalized"), ("E+ Co", "?", "restricted"), ("E- C+ N+", "?", "limited"),
    ("E+ Ca", "?", "personalized"), ("Ca", "?", "restricted"),
  ]

  @Test(arguments: moves)
  func `keeps every no, and takes no yes along`(
    said: String, place: Character, expected: String
  ) throws {
    let steps = said.split(separator: " ").enumerated()
    var gate = ConsentGate()
    if place != "?" { gate.applicableLaw = try Regulation(Self.laws[place] ?? "") }
    for order in [Array(steps), steps.reversed()] {
      let state = ConsentState(
        try order.enumerated().map { arrival, step in
          try Self.step(step.element).record(
            step.offset + 1, received: Self.now.advanced(by: Int64(arrival)))
        })
      let answer = gate.answer(state, at: Self.now)
      switch answer.decision {
      case .blocked(let reason): #expect(reason.rawValue == expected)
      case .allowed(let permit):
        let restricts = answer.relayed?.restrictsDataProcessing == true
        let ads =
          switch permit.mode {
          case .personalized: "personalized"
          case .nonPersonalized: restricts ? "restricted" : "nonPersonalized"
          case .limited: restricts ? "restricted limited" : "limited"
          }
        #expect(ads == expected)
        // The page is told, whatever says it.
        #expect(restricts == expected.hasPrefix("restricted"))
      }
    }
  }

  @Test(arguments: [
    ("Cn", SilenceRule.personalized, ServingMode.personalized),
    ("Ca", .personalized, .nonPersonalized), ("Cn Ca", .personalized, .personalized),
    ("Cn", .restricted, .nonPersonalized), ("Cn Cg", .personalized, .nonPersonalized),
    ("Cn E-", .personalized, .nonPersonalized), ("Cq Cn", .personalized, .nonPersonalized),
    ("Cn Cq", .personalized, .nonPersonalized),
  ])
  func `is shown what the setting says after a notice, unless something was refused`(
    said: String, rule: SilenceRule, mode: ServingMode
  ) throws {
    let records = try said.split(separator: " ").enumerated().map {
      try Self.step($0.element).record($0.offset + 1)
    }
    let gate = ConsentGate(applicableLaw: .cpra, silence: rule)
    let answer = gate.answer(ConsentState(records), at: Self.now)
    #expect(answer.decision.permit?.mode == mode)
    #expect(answer.record?.event == .noticed)
    #expect(answer.relayed?.restrictsDataProcessing == (mode != .personalized))
  }

  @Test func `is not asked again by an opt-out that ran out, and by a yes only as by silence`()
    throws
  {
    let gate = ConsentGate(applicableLaw: .cpra)
    let late = Self.now.advanced(by: 500 * 86_400_000)
    for said in ["C-", "Co", "C+"] {
      let state = ConsentState([try Self.step(Substring(said)).record(1)])
      #expect(gate.answer(state, at: late).decision.permit?.mode == .nonPersonalized)
    }
    #expect(
      ConsentGate(applicableLaw: .gdpr).answer(
        ConsentState([try Self.step("E+").record(1)]), at: late
      )
      .decision == .blocked(.expired))
  }

  /// India's law asks from 2027-05-13 on, Oklahoma's lets people opt out from 2027-01-01 on.
  @Test(
    arguments: [
      ("indpdp", "indpdp", .noticed, "2027-05-13", "noRecord"),
      ("okcdpa", "okcdpa", .noticed, "2027-01-01", "nonPersonalized"),
      ("okcdpa", "okcdpa", .given, "2027-01-01", "personalized"),
      ("none", "okcdpa", .given, "2027-01-01", "personalized"),
      ("cpra", "cpra", .noticed, nil, "nonPersonalized"),
    ] as [(String, String, ConsentEvent, String?, String)])
  func `is asked about again on the day that a law begins`(
    applicable: String, law: String, event: ConsentEvent, day: String?, then: String
  ) throws {
    let step = Step(law, event == .noticed ? .applies : .yes)
    var records = [try step.record(1)]
    if applicable != law { records.append(try Step(applicable, .applies).record(2)) }
    let (gate, state) = (
      ConsentGate(applicableLaw: try Regulation(applicable)), ConsentState(records)
    )
    let answer = gate.answer(state, at: Self.now)
    let end = try day.map { try Timestamp($0 + "T00:00:00Z") }
    #expect(answer.decision.isAllowed && answer.expiresAt == end)
    let later = gate.answer(state, at: end ?? Self.now).decision
    switch later {
    case .blocked(let reason): #expect(reason.rawValue == then)
    case .allowed(let permit): #expect(permit.mode.rawValue == then || applicable == "none")
    }
  }

  @Test func `needs no answer before her law begins, and is not restricted by it`() throws {
    var partial = try ConsentStatement.all(.enabled, under: Regulation("okcdpa"), at: Self.now)
    partial.choices.vendors.consent = try ChoiceList(
      enabled: [.name("google")], notAsked: [.number(1)])
    let begin = try Timestamp("2027-01-01T00:00:00Z")
    let gate = ConsentGate(applicableLaw: partial.regulation)
    let state = ConsentState([.wrapping(partial)])
    let answer = gate.answer(state, at: Self.now)
    #expect(answer.decision.permit?.mode == .personalized)
    #expect(answer.relayed?.restrictsDataProcessing == false && answer.expiresAt == begin)
    #expect(gate.answer(state, at: begin).decision == .blocked(.partial))
    var told = ConsentStatement(choices: .init(), regulation: partial.regulation, at: Self.now)
    told.strings.additionalConsent = "1~1"
    for (time, restricts) in [(Self.now, false), (begin, true)] {
      let answer = gate.answer(ConsentState([.wrapping(told)]), at: time)
      #expect(answer.decision.permit?.mode == (restricts ? .nonPersonalized : .personalized))
      #expect(answer.relayed?.restrictsDataProcessing == restricts)
    }
  }

  @Test func `names what is carried over when the gate explains itself`() throws {
    let state = ConsentState([
      try Self.step("E-").record(1), try Self.step("Co").record(2), try Self.step("Tg").record(3),
      try Self.step("N+").record(4),
    ])
    let judgement = ConsentGate(applicableLaw: Regulation.none).judge(state, at: Self.now)
    #expect(
      judgement.explanation.requirements.filter { !$0.holds }.map(\.text) == [
        "no Global Privacy Control under tdpsa holds: record 3",
        "no refusal under cpra holds: record 2", "no refusal under gdpr holds: record 1",
      ])
  }
}

extension ConsentStatement {
  /// Everything answered alike, at a time.
  static func all(
    _ choice: ConsentChoice, under regulation: Regulation, at time: Timestamp
  ) throws -> Self {
    Self(
      choices: try ConsentChoices(choice, for: .googleAds), regulation: regulation, at: time)
  }
}
