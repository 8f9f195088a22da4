// SPDX-License-Identifier: MIT
import AdModel
import AdStore

/// A command line that somebody is typing, and what may stand at its end.
///
/// The scripts of the shells hand over the words so far and show what comes back, so that all shells
/// offer the same, and what they offer follows from the command tree and the database.
struct CompletionLine {
  /// The word by which the scripts ask; no command of people's.
  static let command = "__complete"

  /// One thing that may be typed.
  struct Candidate: Equatable {
    let text: String
    /// What it is, where a shell can show that.
    var summary = ""
  }

  /// What may stand at the end.
  enum Offer: Equatable {
    case words([Candidate])
    case files
    case folders
  }

  private let tree: CommandTree
  private let host: Host
  /// The word that is being typed, as far as it is.
  private let current: String
  private var place = Place.top
  /// What stands behind the command by position.
  private var positional: [String] = []
  private var given = ParsedOptions()
  /// The option whose value is being typed.
  private var waiting: OptionDeclaration?
  private var optionsEnded = false

  private enum Place {
    case top
    case noun(Noun)
    case command(Command)
    case nowhere
  }

  /// Reads a line.
  /// - Parameters:
  ///   - words: The words behind the program's name; the last is the one that is being typed.
  ///   - host: Where the database is named.
  init(tree: CommandTree, words: [String], host: Host) {
    self.tree = tree
    self.host = host
    current = words.last ?? ""
    for word in words.dropLast() { read(word) }
  }

  /// The answer for a script: a line with the kind of the offer, then each word, a tab, and what it
  /// is.
  var text: String {
    switch offer {
    case .files: ":files\n"
    case .folders: ":folders\n"
    case .words(let candidates):
      ":words\n" + candidates.map { "\($0.text)\t\($0.summary)\n" }.joined()
    }
  }

  /// What may stand at the end of the line.
  var offer: Offer {
    if let waiting, let value = waiting.value {
      return offer(of: value.completion, excluding: [], behind: "")
    }
    if !optionsEnded, current.hasPrefix("-") {
      if let equals = current.firstIndex(of: "="),
        let option = known.first(where: { $0.formatted == current[..<equals] }),
        let value = option.value
      {
        return offer(of: value.completion, excluding: [], behind: "\(option.formatted)=")
      }
      return .words(fitting(options))
    }
    switch place {
    case .nowhere: return .words([])
    case .top:
      return .words(fitting(tree.entries.map { Candidate(text: $0.name, summary: $0.summary) }))
    case .noun(let noun):
      let verbs = fitting(Self.verbs(of: noun))
      if verbs.isEmpty, let argument = noun.ownCommand.flatMap(argument(of:)) {
        return offer(of: argument.value.completion, excluding: [], behind: "")
      }
      return .words(verbs)
    case .command(let command):
      guard let argument = argument(of: command) else { return .words(fitting(options)) }
      let isOpen = argument.count == .many || argument.count == .any
      let offer = offer(
        of: argument.value.completion, excluding: isOpen ? positional : [], behind: "")
      return offer == .words([]) && current.isEmpty ? .words(options) : offer
    }
  }

  // MARK: Reading

  private mutating func read(_ word: String) {
    if let option = waiting {
      given.add(word, to: option.name)
      waiting = nil
    } else if !optionsEnded, word == "--" {
      optionsEnded = true
    } else if !optionsEnded, word.hasPrefix("-"), word.utf8.count > 1, Double(word) == nil {
      let name = word.prefix { $0 != "=" }
      guard let option = known.first(where: { $0.name == name.dropFirst(2) }) else { return }
      if option.value == nil {
        given[option.name] = []
      } else if name.utf8.count < word.utf8.count {
        given.add(String(word.dropFirst(name.count + 1)), to: option.name)
      } else {
        waiting = option
      }
    } else {
      readPlain(word)
    }
  }

  private mutating func readPlain(_ word: String) {
    switch place {
    case .top:
      switch tree.entry(word) {
      case .noun(let noun)?: place = .noun(noun)
      case .command(_, let build)?: place = .command(build())
      case nil: place = .nowhere
      }
    case .noun(let noun):
      if let command = noun.command(word) {
        place = .command(command)
      } else if let own = noun.ownCommand {
        place = .command(own)
        positional.append(word)
      } else {
        place = .nowhere
      }
    case .command: positional.append(word)
    case .nowhere: break
    }
  }

  private func argument(of command: Command) -> ArgumentDeclaration? {
    if command.arguments.indices.contains(positional.count) {
      return command.arguments[positional.count]
    }
    guard let last = command.arguments.last, last.count == .many || last.count == .any else {
      return nil
    }
    return last
  }

  // MARK: Offering

  /// The options that may stand here; --format where it means something.
  private var known: [OptionDeclaration] {
    guard case .command(let command) = place else { return GlobalOptions.everywhere }
    let names = command.options.map(\.name)
    var common = GlobalOptions.everywhere.filter { !names.contains($0.name) }
    if case .document = command.output {
      common.removeAll { $0.name == GlobalOptions.format.declaration.name }
    }
    return command.options + common
  }

  private var options: [Candidate] {
    known.filter { $0.repeats || given[$0.name] == nil }
      .map { Candidate(text: $0.formatted, summary: $0.summary) }
  }

  private static func verbs(of noun: Noun) -> [Candidate] {
    noun.commands.map { Candidate(text: $0.name, summary: $0.summary) }
  }

  /// The candidates that go on from what is typed, without what would break a line in two.
  private func fitting(_ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { candidate in
      candidate.text.hasPrefix(current)
        && !candidate.text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
  }

  private func offer(
    of completion: Completion, excluding taken: [String], behind prefix: String
  ) -> Offer {
    let words: [Candidate]
    switch completion {
    case .file, .writtenFile: return .files
    case .folder, .writtenFolder: return .folders
    case .none: words = []
    case .words(let choices): words = choices.map { Candidate(text: $0) }
    case .commands: words = commands
    case .keys(let areMany): words = keys(areMany: areMany, from: current.dropFirst(prefix.count))
    case .targeting: words = targeting(from: current.dropFirst(prefix.count))
    case .units(let statuses):
      words = stored { inventory in
        try inventory.units(matching: InventoryFilter(statuses: statuses)).map { unit in
          Candidate(
            text: unit.id.rawValue, summary: unit.page.map { "on page \($0)" } ?? "on no page")
        }
      }
    case .experiments:
      words = stored { try $0.experiments().map { Candidate(text: $0.id.rawValue) } }
    case .pages:
      words = stored { try $0.pages().map { Candidate(text: $0.page.id.rawValue) } }
    case .sessions:
      words = read { database in
        try [false, true].flatMap { try HistoryRepository(database).sessions(simulated: $0) }
          .map { session in
            Candidate(text: session.id.rawValue, summary: "\(session.page), \(session.startedAt)")
          }
      }
    }
    let offered = words.filter { !taken.contains($0.text) }.map { candidate in
      Candidate(text: prefix + candidate.text, summary: candidate.summary)
    }
    return .words(fitting(offered))
  }

  /// What may stand behind `help`.
  private var commands: [Candidate] {
    let isAboutFormats = positional.first == "formats"
    let path = isAboutFormats ? positional.dropFirst() : positional[...]
    let entries = tree.entries.map { Candidate(text: $0.name, summary: $0.summary) }
    guard let first = path.first else {
      return entries
        + (isAboutFormats ? [] : [Candidate(text: "formats", summary: "What commands write.")])
    }
    guard path.count == 1, case .noun(let noun)? = tree.entry(first) else { return [] }
    return Self.verbs(of: noun)
  }

  /// The keys of what the command writes, behind those that were typed and a comma.
  private func keys(areMany: Bool, from typed: Substring) -> [Candidate] {
    guard case .command(let command) = place else { return [] }
    let keys: [OutputKey]
    switch command.output {
    case .keys(let own): keys = own
    case .changes: keys = ChangeReport.keys
    case .words, .forms, .foreign, .document: return []
    }
    let before = areMany ? typed.lastIndex(of: ",").map { typed[...$0] } ?? "" : ""
    let downwards = !areMany && typed.hasPrefix("-") ? "-" : ""
    let taken = before.split(separator: ",").map(String.init)
    return keys.filter { !$0.key.contains("[]") && !taken.contains($0.key) }.map { key in
      Candidate(text: "\(before)\(downwards)\(key.key)", summary: key.meaning)
    }
  }

  /// The targeting keys of the database with an equals sign, or the values of the key before one.
  private func targeting(from typed: Substring) -> [Candidate] {
    let entries = stored { inventory in
      var entries = try inventory.targeting(of: .app).entries
      entries += try inventory.targeting(of: .debug).entries
      for page in try inventory.pages() {
        entries += try inventory.targeting(of: .page(page.page.id)).entries
      }
      try inventory.forEachEntry(matching: InventoryFilter(statuses: InventoryUnit.Status.allCases))
      {
        entries += $0.targeting.entries
      }
      return entries
    }
    var seen: Set<String> = []
    let texts = typed.firstIndex(of: "=").map { equals in
      let key = String(typed[..<equals])
      return entries.filter { $0.key == key }.flatMap(\.values).map { "\(key)=\($0)" }
    }
    return (texts ?? entries.map { "\($0.key)=" }).filter { seen.insert($0).inserted }
      .map { Candidate(text: $0) }
  }

  // MARK: The database

  private func stored<Element: Sendable>(
    _ body: (borrowing InventorySnapshot) throws -> [Element]
  ) -> [Element] {
    read { try InventoryRepository($0).read(body) }
  }

  /// Reads from the database that the line names, else the usual one; nothing where that fails.
  private func read<Element>(_ body: (AdDatabase) throws -> [Element]) -> [Element] {
    let named = given[GlobalOptions.database.declaration.name]?.last
    let usual = try? host.variable("ADVIEW_DB")
    let path = named ?? usual.flatMap { $0.isEmpty ? nil : $0 } ?? "adview.sqlite"
    guard let database = try? AdDatabase(path: path, access: .readOnly, busyTimeout: 200) else {
      return []
    }
    let found = try? body(database)
    try? database.close()
    return found ?? []
  }
}
