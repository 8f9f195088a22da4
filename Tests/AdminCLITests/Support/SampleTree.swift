// SPDX-License-Identifier: MIT
import AdModel
import AdminCLI

/// A small tree of commands that use every feature of the core, so that the core can be tested
/// without a database.
enum SampleTree {
  enum Colour: String, CaseIterable {
    case red, green, blue
  }

  static let shelf = Argument(
    ValueKind<PageID>("SHELF", expected: "the name of a shelf") { try PageID($0) }, "The shelf.")
  static let items = Argument(
    ValueKind<String>("ITEM", expected: "an item") { $0.isEmpty ? nil : $0 }, "What to put there.",
    count: .many)
  static let person = Argument(
    ValueKind<String>("PERSON", expected: "a name of 1 to 8 bytes") {
      (1...8).contains($0.utf8.count) ? $0 : nil
    }, "Who borrows.", isPersonal: true)
  static let limit = Option(
    "limit", .whole(in: 1...100), "How many at most.", defaultDescription: "10")
  static let colour = Option<Colour>("colour", .choice("COLOUR"), "Only this colour.")
  static let tag = Option("tag", .text, "A tag.", repeats: true)
  static let width = Option("width", .points(in: 0...500), "The shelf's width.")
  static let deep = Flag("deep", "Look into boxes.")

  static let tree = CommandTree([
    .noun(
      Noun(
        "shelf", "Shelves and what is on them.",
        ["list": { list }, "put": { put }, "clear": { clear }, "lend": { lend }])),
    .noun(Noun("box", "Boxes.", ["open": { open }], own: { box })),
    .command("version") { version },
  ])

  static let box = Command(
    "box", "Name a box.", effect: .changes, output: .words, arguments: [shelf], options: [colour],
    examples: [Example("box small", "A small one.")]
  ) { run in
    try run.print("a \(run.input[colour]?.rawValue ?? "plain") box \(run.input[shelf])\n")
  }

  static let open = Command(
    "open", "Open a box.", effect: .reads, output: .words, arguments: [shelf],
    examples: [Example("box open small", "The small one.")]
  ) { run in try run.print("open \(run.input[shelf])\n") }

  static let version = Command(
    "version", "Show the version.", effect: .reads, output: .words,
    examples: [Example("version", "The version.")]
  ) { run in try run.print("1\n") }

  static let list = Command(
    "list", "List shelves.", effect: .reads, output: .keys([OutputKey("given", "What was given.")]),
    options: [limit, colour, tag, width, deep],
    examples: [Example("shelf list --limit 3", "Three shelves.")]
  ) { run in
    try run.list(
      [
        "limit=\(run.input[limit].map(String.init) ?? "-")",
        "colour=\(run.input[colour]?.rawValue ?? "-")",
        "tags=\(run.input.all(tag))",
        "width=\(run.input[width]?.formatted ?? "-")",
        "deep=\(run.input[deep])",
      ], [Column("given", "Given", meaning: "What was given.") { $0 }])
  }

  static let put = Command(
    "put", "Put items on a shelf.", effect: .changes, output: .words, arguments: [shelf, items],
    examples: [Example("shelf put top cup", "A cup on top.")]
  ) { run in
    let items = run.input.all(items).joined(separator: "+")
    try run.print("\(run.isDryRun ? "would put" : "put") \(items) on \(run.input[shelf])\n")
  }

  static let clear = Command(
    "clear", "Clear a shelf.", effect: .destroys, output: .words, arguments: [shelf],
    examples: [Example("shelf clear top --yes", "Nothing left on top.")]
  ) { run in
    try run.confirm("Clear shelf '\(run.input[shelf])'?")
    try run.print("cleared \(run.input[shelf])\n")
  }

  static let lend = Command(
    "lend", "Lend a shelf to a person.", effect: .changes, output: .words, arguments: [person],
    examples: [Example("shelf lend ann", "To Ann.")]
  ) { run in try run.print("lent\n") }
}
