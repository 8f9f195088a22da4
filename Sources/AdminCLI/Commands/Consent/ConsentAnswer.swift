// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// The options that describe an answer, and the statement that they make.
enum ConsentAnswer {
  static let acceptAll = Flag("accept-all", "Everything that is asked for was accepted.")
  static let declineAll = Flag("decline-all", "Everything that is asked for was declined.")
  static let askPurposes = Option(
    "ask-purposes", .items, "The purposes that are asked for, for --accept-all and --decline-all.",
    defaultDescription: "the purposes of the TCF", repeats: true)
  static let askVendors = Option(
    "ask-vendors", .items, "The vendors that are asked for, for --accept-all and --decline-all.",
    defaultDescription: "google", repeats: true)
  static let enablePurposes = Option(
    "enable-purposes", .items, "Purposes that were agreed to; li:ID for legitimate interest.",
    repeats: true)
  static let disablePurposes = Option(
    "disable-purposes", .items, "Purposes that were refused or objected to.", repeats: true)
  static let openPurposes = Option(
    "open-purposes", .items, "Purposes that are asked for and have no answer yet.", repeats: true)
  static let enableVendors = Option(
    "enable-vendors", .items, "Vendors that were agreed to; li:ID for legitimate interest.",
    repeats: true)
  static let disableVendors = Option(
    "disable-vendors", .items, "Vendors that were refused or objected to.", repeats: true)
  static let openVendors = Option(
    "open-vendors", .items, "Vendors that are asked for and have no answer yet.", repeats: true)
  static let tcString = Option(
    "tc-string", .consentString, "The TCF's string; also gives the answers where none are given.",
    isPersonal: true)
  static let tcFile = Option(
    "tc-file", .file,
    "A file whose first line is the TC string, in place of --tc-string; - for standard input.")
  static let acString = Option(
    "ac-string", .consentString, "Google's Additional Consent string.", isPersonal: true)
  static let gpp = Option(
    "gpp", .consentString, "The GPP string; its TC string gives the answers likewise.",
    isPersonal: true)
  static let usPrivacy = Option(
    "us-privacy", .consentString, "The US Privacy string.", isPersonal: true)
  static let didomi = Option(
    "didomi", .file, "A Didomi user status as JSON, either shape; - for standard input.")

  static let gpc = Option(
    "gpc", .yesOrNo, "Whether the device or the browser sends Global Privacy Control.",
    defaultDescription: "unknown")
  static let age = Option(
    "age", ValueKind<AgeTreatment>.choice("AGE"),
    "How the person's age restricts the ads; unspecified takes back what was told before.",
    defaultDescription: "as told before")
  static let silent = Flag(
    "silent",
    "Nothing was answered: the law applied, and the notice was given where one is named.")

  static let options: [any DeclaresOption] = [
    acceptAll, declineAll, askPurposes, askVendors, enablePurposes, disablePurposes, openPurposes,
    enableVendors, disableVendors, openVendors, tcString, tcFile, acString, gpp, usPrivacy, didomi,
    gpc, age, silent,
  ]

  /// Makes the statement that the options describe, under a law and with rules of expiry.
  static func statement(_ run: CommandRun, rules: ExpiryRules) throws -> ConsentStatement {
    let tc = try tcText(run)
    let base = try base(run, tc: tc, rules: rules)
    var statement = base ?? ConsentStatement(choices: .init(), regulation: .gdpr, at: run.now)
    statement.choices = try choices(run, from: statement.choices)
    try noteUnknown(run)
    takeStrings(run, tc: tc, into: &statement)
    guard
      base != nil || !statement.choices.isUnanswered || statement.choices.isPartial
        || !statement.strings.isEmpty || run.input[gpc] != nil
        || run.input[age] != nil || run.input[silent]
    else {
      throw Failure(
        .usage, "nothing says what the answer was.",
        try: "--accept-all, --decline-all, --enable-purposes, --tc-string or --didomi; see "
          + "'adview-admin consent set --help'")
    }
    return statement
  }

  /// A purpose of the publisher's own and a vendor of Didomi's list may have any name, so what is
  /// none of the TCF's is recorded all the same, and pointed out with the nearest that is.
  private static func noteUnknown(_ run: CommandRun) throws {
    let purposes = [enablePurposes, disablePurposes, openPurposes, askPurposes]
    let known = TCFPurpose.allCases.map(\.didomiName) + SpecialFeature.allCases.map(\.didomiName)
    try note(purposes.flatMap { run.input.all($0).joined() }, "purpose", run, known) { number in
      TCFPurpose(rawValue: number) != nil
    }
    let vendors = [enableVendors, disableVendors, openVendors, askVendors]
    let google = [GoogleVendor.didomiID.description]
    try note(vendors.flatMap { run.input.all($0).joined() }, "vendor", run, google) { number in
      VendorSet.idRange.contains(number)
    }
  }

  private static func note(
    _ ids: [ConsentItemID], _ what: String, _ run: CommandRun, _ known: [String],
    isKnown: (Int) -> Bool
  ) throws {
    var noted: Set<ConsentItemID> = []
    for id in ids {
      let text = id.description
      let item = ConsentItemID(text.hasPrefix("li:") ? String(text.dropFirst(3)) : text)
      let name = item.description
      if case .number(let number) = item, isKnown(number) { continue }
      // Didomi marks a publisher's own vendors so.
      guard !known.contains(name), !name.hasPrefix("c:"), noted.insert(item).inserted else {
        continue
      }
      let hint =
        Spelling.nearest(to: name, in: known).map { "Did you mean '\($0)'?" }
        ?? "It is recorded as the publisher's own."
      try run.note("note: \(what) \(name.quotedForDisplay) is not one of the TCF's. \(hint)")
    }
  }

  /// The TC string on the command line or in the file named there.
  private static func tcText(_ run: CommandRun) throws -> String? {
    guard let file = run.input[tcFile] else { return run.input[tcString] }
    guard run.input[tcString] == nil else {
      throw Failure(.usage, "give either --tc-string or --tc-file.")
    }
    return try run.firstLine(of: file)
  }

  private static func base(
    _ run: CommandRun, tc: String?, rules: ExpiryRules
  ) throws -> ConsentStatement? {
    if let file = run.input[didomi] {
      let status = try JSONReader.read(run.read(file))
      return try DidomiStatus(reading: JSONNode(status))
        .statement(received: run.now, rules: rules)
    }
    if let text = tc {
      return try ConsentStatement(tcString: text, rules: rules)
    }
    return try run.input[gpp].flatMap { try ConsentStatement(gpp: $0, rules: rules) }
  }

  private static func choices(
    _ run: CommandRun, from base: ConsentChoices
  ) throws -> ConsentChoices {
    let input = run.input
    if input[acceptAll], input[declineAll] {
      throw Failure(.usage, "--accept-all and --decline-all exclude one another.")
    }
    var choices = base
    if input[acceptAll] || input[declineAll] {
      var scope = ConsentScope.googleAds
      let purposes = input.all(askPurposes).flatMap { $0 }
      if !purposes.isEmpty {
        scope.consentPurposes = purposes
        scope.legitimateInterestPurposes = purposes.filter {
          TCFPurpose($0)?.mayRestOnLegitimateInterest ?? false
        }
      }
      let vendors = input.all(askVendors).flatMap { $0 }
      if !vendors.isEmpty {
        scope.consentVendors = vendors
        scope.legitimateInterestVendors = vendors
      }
      choices = try ConsentChoices(input[acceptAll] ? .enabled : .disabled, for: scope)
    }
    var purposes = ChoiceDraft(choices.purposes, of: .purposes)
    try purposes.set(.enabled, input.all(enablePurposes))
    try purposes.set(.disabled, input.all(disablePurposes))
    try purposes.set(.notAsked, input.all(openPurposes))
    var vendors = ChoiceDraft(choices.vendors, of: .vendors)
    try vendors.set(.enabled, input.all(enableVendors))
    try vendors.set(.disabled, input.all(disableVendors))
    try vendors.set(.notAsked, input.all(openVendors))
    return ConsentChoices(purposes: try purposes.choices(), vendors: try vendors.choices())
  }

  private static func takeStrings(
    _ run: CommandRun, tc: String?, into statement: inout ConsentStatement
  ) {
    var strings = statement.strings
    strings.tc = tc ?? strings.tc
    strings.additionalConsent = run.input[acString] ?? strings.additionalConsent
    strings.gpp = run.input[gpp] ?? strings.gpp
    strings.usPrivacy = run.input[usPrivacy] ?? strings.usPrivacy
    statement.strings = strings
  }
}

/// Answers that are being put together: what is listed replaces what all were given, under any
/// spelling of the id.
private struct ChoiceDraft {
  private typealias Pairs = [(id: ConsentItemID, choice: ConsentChoice)]

  private let kind: ConsentItemKind
  private var answers: [LegalBasis: Pairs]
  private var listed: [LegalBasis: [ConsentItemID: ConsentChoice]] = [:]

  init(_ choices: ChoicesByBasis, of kind: ConsentItemKind) {
    self.kind = kind
    answers = [
      .consent: choices.consent.pairs, .legitimateInterest: choices.legitimateInterest.pairs,
    ]
  }

  mutating func set(_ choice: ConsentChoice, _ lists: [[ConsentItemID]]) throws {
    for id in lists.joined() {
      if case .name(let name) = id, name.hasPrefix("li:") {
        try set(choice, ConsentItemID(String(name.dropFirst(3))), on: .legitimateInterest)
      } else {
        try set(choice, id, on: .consent)
      }
    }
  }

  func choices() throws -> ChoicesByBasis {
    ChoicesByBasis(
      consent: try Self.list(answers[.consent] ?? []),
      legitimateInterest: try Self.list(answers[.legitimateInterest] ?? []))
  }

  private mutating func set(
    _ choice: ConsentChoice, _ id: ConsentItemID, on basis: LegalBasis
  ) throws {
    let kind = kind
    let key = kind.normalized(id)
    switch listed[basis, default: [:]].updateValue(choice, forKey: key) {
    case nil:
      answers[basis, default: []].removeAll { kind.normalized($0.id) == key }
      answers[basis, default: []].append((id, choice))
    case choice: break
    case .some:
      throw Failure(
        .usage,
        "\(id.description.quotedForDisplay) has two different answers among the \(kind.rawValue).",
        try: "name each id once, under one of its spellings")
    }
  }

  private static func list(_ pairs: Pairs) throws -> ChoiceList {
    func ids(_ choice: ConsentChoice) -> [ConsentItemID] {
      pairs.filter { $0.choice == choice }.map(\.id)
    }
    return try ChoiceList(
      enabled: ids(.enabled), disabled: ids(.disabled), notAsked: ids(.notAsked))
  }
}

extension ChoiceList {
  /// The ids with their answers.
  var pairs: [(id: ConsentItemID, choice: ConsentChoice)] {
    enabled.map { ($0, .enabled) } + disabled.map { ($0, .disabled) }
      + notAsked.map { ($0, .notAsked) }
  }
}
