// SPDX-License-Identifier: MIT
import AdConsent
import AdStore

/// `consent list`.
enum ConsentList {
  static let regulation = Option("regulation", .regulation, "Only answers under this law.")
  static let event = Option<ConsentEvent>(
    "event", .choice("EVENT"), "Only people whose last record tells of this.")
  static let ads = Option<ConsentStanding>(
    "ads", .choice("ALLOWED"), "Only people for whom ads are allowed, or blocked.")
  static let since = Option("since", .time, "Only people who answered at this time or later.")
  static let until = Option("until", .time, "Only people who answered before this time.")
  static let expiring = Option(
    "expiring", .expiry, "Only people for whom ads load now, and not after this time: 30d.")

  static let command = Command(
    "list", "List everybody's current consent by the stored key.", effect: .reads,
    output: .keys(of: ConsentView.listColumns),
    options: [regulation, event, ads, since, until, expiring] + ListOptions.all
      + SettingOptions.gate.options,
    examples: [
      Example("consent list", "Everybody."),
      Example("consent list --ads blocked --format csv", "Whom nothing may be loaded for."),
      Example("consent list --event withdrawn", "Who took the consent back."),
      Example("consent list --expiring 30d", "Whom to ask again soon."),
    ]
  ) { run in
    var filter = ConsentFilter()
    filter.regulation = run.input[regulation]
    filter.event = run.input[event]
    filter.gate = run.input[ads]
    filter.answeredSince = run.time(since)
    filter.answeredBefore = run.time(until)
    filter.expiresBefore = run.input[expiring]?.time(from: run.now, at: run.now)
    let empty = "no consent records"
    var list = try ChosenList(ConsentView.listColumns, empty: empty, run)
    try run.withConsent(.readOnly) { consent in
      let gate = try run.gate(in: consent.database)
      try consent.forEach(matching: filter, limit: list.wanted, at: run.now, by: gate) {
        listing in
        try list.append(
          ConsentView(listing.record, deciding: listing.judgement, subject: listing.subject))
      }
    }
    try list.end()
  }
}
