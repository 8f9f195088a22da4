// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore

/// `consent accept FIRST [LAST]`.
enum ConsentAccept {
  static let first = Argument(
    .whole(in: 1...Int.max, "FIRST"), "The first entry that is accounted for.")
  static let last = Argument(
    .whole(in: 1...Int.max, "LAST"), "The last one, where there are several.", count: .optional)

  static let command = Command(
    "accept", "Account for entries with impossible times, or that the device did not sign.",
    details: """
      'consent verify' names entries that are dated before the one before them, or after now. Where a \
      clock was wrong and somebody has looked into it, an entry says so, with a reason; 'consent verify' \
      then counts them as accepted. The same goes for entries that were appended without the device's key \
      while that could not be used; such an acceptance counts only where it is signed itself \
      ($\(LedgerKeyFile.variable)). Nothing else can be accepted: what was altered stays so.
      """,
    effect: .changes, output: .keys(of: columns, .dryRun), arguments: [first, last],
    options: OriginOptions.all,
    examples: [
      Example("consent accept 4 7 --reason 'phone without network time'", "Entries 4 to 7.")
    ]
  ) { run in
    let (first, last) = (run.input[first], run.input.optional(last) ?? run.input[first])
    guard first <= last else {
      throw Failure(
        .usage, "entry \(last) is before entry \(first).",
        try: "adview-admin consent accept \(last) \(first)")
    }
    let accepted = try run.withConsent(.readWrite, by: run.entryOrigin()) { consent in
      try consent.accept(
        Int64(first)...Int64(last), at: run.now, by: LedgerKeyFile.verifier(for: consent),
        commits: !run.isDryRun)
    }
    guard run.format == .table else {
      return try run.fields(accepted, columns + run.dryRunColumns())
    }
    let verb = run.isDryRun ? "would accept" : "accepted"
    try run.print("\(verb) \(accepted.times.counted("time")), as ledger entry \(accepted.entry)\n")
  }

  private static let columns: [Column<(entry: ConsentRecordID, times: Int)>] = [
    Column("entry", meaning: "The number of the entry in the ledger.") { $0.entry.rawValue },
    Column("times", meaning: "How many times of entries it accounts for.") { $0.times },
  ]
}
