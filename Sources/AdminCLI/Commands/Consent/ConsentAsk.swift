// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent ask SUBJECT`.
enum ConsentAsk {
  static let law = Option(
    "regulation", .regulation, "The law that applies now.",
    defaultDescription: "the setting applicable-law, else gdpr")
  static let notice = Option("notice", .text, "The version of today's notice.")
  static let isOther = Flag(
    "changes-processing",
    "This version asks about considerably other processing, and not only in other words.")
  static let purposes = Option(
    "purposes", .items, "The purposes that it asks about.", repeats: true)
  static let vendors = Option("vendors", .items, "The vendors that it asks about.", repeats: true)
  static let days = Option(
    "days-before-vendors", .whole(in: 0...3650),
    "For how many days nobody is asked about new vendors alone.", defaultDescription: "0")
  static let policy = Option(
    "policy-of-new-bases", .whole(in: 2...63),
    "The TCF policy version for which legal bases must be established anew.")
  static let at = Option("at", .time, "The time to decide for.", defaultDescription: "now")
  static let check = Flag("check", "End with 77 unless the person must be asked, for scripts.")

  static let command = Command(
    answering: "ask", "Tell whether a person must, may or must not be asked, and until when.",
    details: """
      The first rule that applies decides: no law, an age at which the law bans profiles, a law that \
      lets people opt out (whoever did is left alone for 12 months), no answer under this law, a \
      refusal (not before 6 months, nor sooner than a yes would run out), something without an answer, \
      an answer that ran out, other processing, an invalid TC string, a new policy, new vendors. \
      Nobody is asked by opening the settings: there, a person may always answer anew. No legal advice.

      \(ConsentOptions.subjectKeys)
      """,
    effect: .reads, output: .keys(of: columns), arguments: [ConsentOptions.subject],
    options: [
      ConsentOptions.subjectFile, law, notice, isOther, purposes, vendors, days, policy, at, check,
    ] + SettingOptions.expiry.options,
    examples: [
      Example("consent ask user-17", "Whether what is on record still holds."),
      Example(
        "consent ask user-17 --notice 8 --changes-processing --vendors google,10",
        "For a new version of the notice."),
      Example(
        "consent ask user-17 --regulation cpra --format ndjson", "For a program, in California."),
    ]
  ) { run in
    let time = run.time(at) ?? run.now
    let (state, settings) = try run.withConsent(.readOnly) { consent in
      let state = try consent.state(of: run.subject(in: consent))
      return (
        run.input[at] == nil ? state : state.known(at: time),
        try run.settings(in: consent.database, SettingOptions.expiry)
      )
    }
    let advice = settings.gate.advice(
      on: state, under: run.input[law], about: asked(run.input), rules: settings.expiry.rules,
      at: time)
    try run.fields(advice, columns)
    return run.input[check] && advice.verdict != .ask ? .refused : .done
  }

  private static func asked(_ input: Invocation) -> AskedNotice {
    AskedNotice(
      version: input[notice], changesProcessing: input[isOther],
      purposes: input.all(purposes).flatMap { $0 }, vendors: input.all(vendors).flatMap { $0 },
      daysBeforeAskingAboutVendors: input[days] ?? 0, policyOfNewBases: input[policy])
  }

  private static let columns: [Column<AskAdvice>] = [
    Column("verdict", "Verdict", meaning: "What to do: ask, mayAsk or doNotAsk.") {
      $0.verdict.rawValue
    },
    Column("reason", "Reason", meaning: "The stable name of the reason.") { $0.reason.rawValue },
    Column("explanation", "Because", meaning: "The reason in words.") { $0.reason.explanation },
    Column("until", "Until", meaning: "Until when that holds; null where no date is known.") {
      $0.until
    },
    Column("regulation", "Law", meaning: "The law that it follows from.") { $0.law.rawValue },
    Column("consentRecord", "Record", meaning: "The record that it follows from.") {
      $0.record?.rawValue
    },
    Column("source", "Source", meaning: "Where the rule is from.") { $0.reason.source },
  ]
}
