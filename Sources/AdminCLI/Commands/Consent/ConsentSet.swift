// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent set SUBJECT`.
enum ConsentSet {
  static let regulation = Option(
    "regulation", .regulation, "The law it was asked under.", defaultDescription: "gdpr")
  static let country = Option("country", .country, "The country that made this law apply.")
  static let gdprApplies = Option(
    "gdpr-applies", .yesOrNo, "What the platform says of it.", defaultDescription: "unknown")
  static let at = Option(
    "at", .time, "When it was answered.", defaultDescription: "now, or as the string says")
  static let expires = Option("expires", .expiry, "When it runs out, instead of by rule.")
  static let imported = Flag("imported", "Another system had collected it.")
  static let userID = Option(
    "user-id", .text, "The id that Didomi gave the person.", isPersonal: true)
  static let action = Option("action", .text, "What was pressed.")
  static let interface = Option("interface", .text, "Where it was pressed.")
  static let appBuild = Option("app-build", .text, "The build of the app.")
  static let domain = Option("source-domain", .text, "The app's bundle id or the web domain.")
  static let noticeID = Option("notice-id", .text, "The notice that was shown.")
  static let noticeVersion = Option("notice-version", .text, "Its version.")
  static let noticeLanguage = Option("notice-language", .text, "Its language.")
  static let noticeFile = Option(
    "notice-file", .file, "Its text or code, of which the SHA-256 is kept.")
  static let notice = Option(
    "notice", .noticeHash, "The hash of one that 'notice add' kept, in place of all these.")

  static let command = Command(
    "set", "Record what a person answered.",
    details: """
      Records are appended, never changed. What was answered last under a law holds, not what arrives \
      last: an answer older than one that is known, a copy of a string from before a withdrawal for \
      example, is kept as evidence and opens nothing; of two answers of one time, the more careful \
      one holds. A string of an earlier day than --at is no newer than its day. A yes holds under its \
      own law alone, and a no, an opt-out and Global Privacy Control hold under every law until they \
      are taken back under their own. Ids of purposes are Didomi's (cookies) or the TCF's (1), vendors \
      likewise (google, 755). Strings are kept byte for byte; one that is malformed is refused.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .changes, output: .keys(ConsentReport.keys), arguments: [ConsentOptions.subject],
    options: [ConsentOptions.subjectFile] + ConsentAnswer.options + [
      regulation, country, gdprApplies, at, expires, imported, userID, action, interface, appBuild,
      domain, noticeID, noticeVersion, noticeLanguage, noticeFile, notice,
    ] + OriginOptions.all + SettingOptions.expiry.options + SettingOptions.gate.options,
    examples: [
      Example("consent set user-17 --accept-all", "Everything accepted under the GDPR."),
      Example(
        "consent set user-17 --decline-all --expiry cnil", "All declined; asked again in 6 months."),
      Example(
        "consent set user-17 --enable-purposes cookies,select_basic_ads --enable-vendors google",
        "Only these."),
      Example("consent set user-17 --didomi status.json", "What Didomi's SDK says."),
      Example("consent set user-17 --us-privacy 1YYN --regulation cpra", "An opt-out of sale."),
      Example(
        "consent set user-17 --silent --regulation tdpsa --notice-id n1",
        "Told, and not heard: where people may opt out, ads load."),
    ]
  ) { run in
    let (outcome, judgement) = try run.withConsent(.readWrite, by: run.entryOrigin()) { consent in
      let subject = try run.subject(in: consent)
      let settings = try run.settings(
        in: consent.database, SettingOptions.expiry, SettingOptions.gate)
      let state = try consent.state(of: subject)
      let statement = try statement(
        run, after: state, rules: settings.expiry.rules, shown: shown(in: consent, run))
      let outcome = try consent.set(
        statement, for: subject, as: event(of: run.input), at: run.now,
        isSummary: run.input[ConsentAnswer.didomi] != nil, commits: !run.isDryRun)
      // Made of what was read before, for after the commit nothing may fail.
      return (outcome, outcome.judged(after: state, by: settings.gate, at: run.now))
    }
    try ConsentReport(outcome, deciding: judgement, run: run).print()
  }

  /// The statement that the options make; what does not change from answer to answer is taken
  /// over from the last record.
  private static func statement(
    _ run: CommandRun, after state: ConsentState, rules: ExpiryRules, shown: ConsentNotice?
  ) throws -> ConsentStatement {
    let input = run.input
    var statement = try ConsentAnswer.statement(run, rules: rules)
    if let regulation = input[regulation] { statement.regulation = regulation }
    let last = state.holding(under: statement.regulation, at: run.now)
    statement.country = input[country]
    statement.gpc = input[ConsentAnswer.gpc]
    statement.ageTreatment = input[ConsentAnswer.age]
    statement.gdprApplies = input[gdprApplies]
    if let time = run.time(at) {
      statement.updatedAt = time
      statement.createdAt = time
    }
    if let last { statement.createdAt = min(statement.createdAt, last.statement.createdAt) }
    statement.didomiUserID =
      input[userID] ?? statement.didomiUserID ?? last?.statement.didomiUserID
    statement.collection = try collection(run, of: statement.collection, shown: shown)
    statement.expiry = expiry(of: statement, typed: input[expires], rules: rules, at: run.now)
    return statement
  }

  /// The kept notice that was shown; nil where none is named.
  private static func shown(
    in consent: ConsentRepository, _ run: CommandRun
  ) throws -> ConsentNotice? {
    guard let hash = run.input[notice] else { return nil }
    let described = [noticeID, noticeVersion, noticeLanguage, noticeFile].contains {
      run.input[$0] != nil
    }
    guard !described else {
      throw Failure(
        .usage, "--notice excludes the options that describe a notice.",
        try: "adview-admin notice list")
    }
    guard let notice = try consent.shownNotice(hash) else {
      throw Failure(.notFound, "no such notice is kept.", try: "adview-admin notice list")
    }
    return notice.notice
  }

  private static func event(of input: Invocation) -> ConsentEvent? {
    input[ConsentAnswer.silent] ? .noticed : input[imported] ? .imported : nil
  }

  private static func expiry(
    of statement: ConsentStatement, typed: TypedExpiry?, rules: ExpiryRules, at now: Timestamp
  ) -> ConsentExpiry {
    if let typed {
      return ConsentExpiry(explicit: typed.time(from: statement.updatedAt, at: now))
    }
    return rules.expiry(
      under: statement.regulation, isRefusal: statement.choices.isRefusal,
      from: statement.updatedAt)
  }

  /// How the answer came about: what the options say, else what came with the answer.
  private static func collection(
    _ run: CommandRun, of told: ConsentCollection, shown: ConsentNotice?
  ) throws -> ConsentCollection {
    let input = run.input
    var action = input[action]
    if action == nil, input[ConsentAnswer.acceptAll] { action = "acceptAll" }
    if action == nil, input[ConsentAnswer.declineAll] { action = "declineAll" }
    var notice =
      shown
      ?? ConsentNotice(
        id: input[noticeID], version: input[noticeVersion], language: input[noticeLanguage])
    if let file = input[noticeFile] { notice.contentHash = ContentHasher.hash(try run.read(file)) }
    return ConsentCollection(
      action: action, interface: input[interface], appBuild: input[appBuild],
      sourceType: input[domain].map { _ in "app" } ?? told.sourceType,
      sourceDomain: input[domain] ?? told.sourceDomain,
      notice: notice == ConsentNotice() ? nil : notice)
  }
}
