// SPDX-License-Identifier: MIT
import AdConsent
import AdModel

/// `consent laws`.
enum ConsentLaws {
  static let place = Option(
    "place", .text, "Only the law of a country (DK) or of a state or province (US-CA, CA-QC).")

  static let command = Command(
    "laws", "List the laws that the gate knows, with the days from which they hold.",
    details: """
      A row holds until the next one of the same id. Under a law of optIn nothing loads before it was \
      agreed to; under one of optOut ads load until somebody opts out. A law that is not in force yet \
      asks for nothing, and one that the table does not have is taken for optIn. No legal advice: \
      whether a law is meant for a publisher is the publisher's to know.
      """,
    effect: .reads, output: .keys(of: columns), options: [place] + ListOptions.all,
    examples: [
      Example("consent laws", "All of them."),
      Example("consent laws --place US-TX", "What applies in Texas."),
    ]
  ) { run in
    let id = run.input[place].map { Law.of(place: $0) ?? Regulation.gdpr }
    try run.listChosen(Law.all.filter { id == nil || $0.id == id }, columns, empty: "no law")
  }

  private static let columns: [Column<Law>] = [
    Column("id", "Id", meaning: "The id, as --regulation takes it.") { $0.id.rawValue },
    Column("name", "Name", meaning: "What it is called, and where it holds.") { $0.name },
    Column("since", "Since", meaning: "From when the row holds.") { $0.since }
      .showing { .text(String($0.since.description.prefix(10))) },
    Column("model", "Model", meaning: "How silence is taken: optIn, optOut or unregulated.") {
      $0.model.rawValue
    },
    Column("gppSection", "GPP", .trailing, meaning: "The section of a GPP string that answers it.")
    { $0.section.map { Int64($0.rawValue) } },
    Column(
      "bannedBelow", "No profiles below", .trailing,
      meaning: "The age below which no ads are personalised, whatever was agreed."
    ) { $0.bannedBelow },
    Column("places", meaning: "The countries, states and provinces.") { $0.places },
  ]
}
