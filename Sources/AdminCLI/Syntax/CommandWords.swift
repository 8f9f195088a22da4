// SPDX-License-Identifier: MIT

/// The words of people who have not read the help: the verb first, plurals, what other tools call
/// things, and what the work is called. The verb before its noun does what it says; all else leads to the
/// command, and is no second name for it.
struct CommandWords {
  /// What was probably meant by some words of a line.
  struct Meaning: Equatable {
    /// The words as they were typed.
    let typed: [String]
    /// What to write instead.
    let meant: [String]
  }

  let tree: CommandTree

  /// What the words at the place of the noun mean; nil where they mean nothing that is known.
  /// - Parameter words: The noun's word and those behind it, up to the first option.
  /// - Returns: What to write instead.
  func meaning(of words: ArraySlice<String>) -> Meaning? {
    guard let first = words.first else { return nil }
    if let phrase = phrase(at: words), phrase.typed.count > 1 { return phrase }
    let second = words.dropFirst().first
    if tree.entry(first) == nil, let second, let noun = noun(called: second),
      let verb = verb(called: first, in: noun)
    {
      return Meaning(typed: [first, second], meant: [noun.name, verb])
    }
    if tree.entry(first) == nil, let noun = noun(called: first) {
      guard let second, let verb = verb(called: second, in: noun) else {
        return Meaning(typed: [first], meant: [noun.name])
      }
      return Meaning(typed: [first, second], meant: [noun.name, verb])
    }
    guard tree.entry(first) == nil else { return nil }
    if let phrase = phrase(at: words) { return phrase }
    for case .noun(let noun) in tree.entries where noun.name != "migrate" {
      if let verb = verb(called: first, in: noun) {
        return Meaning(typed: [first], meant: [noun.name, verb])
      }
    }
    return nil
  }

  /// The command of a verb before its noun, as one says it: `add unit`, `list units`.
  /// - Parameter words: As ``meaning(of:)`` takes them.
  /// - Returns: Nil where they are not a verb of ours and its noun, or its plural.
  func verbFirst(_ words: ArraySlice<String>) -> (noun: Noun, command: Command)? {
    guard let verb = words.first, let name = words.dropFirst().first, tree.entry(verb) == nil else {
      return nil
    }
    return noun(named: name).flatMap { noun in noun.command(verb).map { (noun, $0) } }
  }

  /// The verb of a noun that a word means; nil where it means none.
  func verb(called word: String, in noun: Noun) -> String? {
    let names = noun.commandNames
    let word = word.lowercased()
    return ([word] + (Self.verbs[word] ?? [])).first { names.contains($0) }
  }

  /// Whether a word is a verb of our own or of other tools, and so no misspelling of another.
  static func isVerb(_ word: String) -> Bool { verbs[word.lowercased()] != nil }

  /// Words with a meaning of their own, the longest that fit.
  func phrase(at words: ArraySlice<String>) -> Meaning? {
    let typed = words.map { $0.lowercased() }
    for (phrase, meant) in Self.phrases
    where typed.starts(with: phrase) && tree.entry(meant[0]) != nil {
      return Meaning(typed: Array(words.prefix(phrase.count)), meant: meant)
    }
    return nil
  }

  private func noun(called word: String) -> Noun? {
    let word = word.lowercased()
    return noun(named: word) ?? Self.nouns[word.withoutPlural].flatMap(noun(named:))
  }

  /// The noun of a name, or of its plural.
  private func noun(named word: String) -> Noun? {
    for name in [word, word.withoutPlural] {
      if case .noun(let noun)? = tree.entry(name) { return noun }
    }
    return nil
  }

  private static let nouns = [
    "ad": "unit", "adunit": "unit", "ad-unit": "unit", "slot": "unit", "placement": "unit",
    "target": "targeting", "kv": "targeting", "key-value": "targeting", "screen": "page",
    "consent-record": "consent", "transition": "history", "migration": "migrate",
    "debugging": "debug", "config": "settings", "configuration": "settings", "setting": "settings",
    "option": "settings", "ab": "experiment", "ab-test": "experiment", "test": "experiment",
  ]

  /// What verbs mean, the likeliest first.
  private static let verbs: [String: [String]] = [
    "add": ["set", "on"], "new": ["add"], "create": ["add", "set"], "insert": ["add"],
    "put": ["set"], "list": ["show", "status"], "ls": ["list"], "all": ["list"],
    "show": ["list", "status"], "get": ["show", "list"], "describe": ["show"], "view": ["show"],
    "cat": ["show"], "info": ["show"], "status": ["show", "stats"], "find": ["list"],
    "query": ["list"], "search": ["list"], "set": ["add", "up"], "edit": ["set"],
    "update": ["set", "up"], "change": ["set"], "modify": ["set"], "rm": ["remove", "erase"],
    "remove": ["erase", "prune"], "delete": ["remove", "erase", "prune"],
    "del": ["remove", "erase"], "drop": ["remove"], "unset": ["remove"], "rename": [],
    "mv": ["rename"], "move": ["rename"], "enable": ["activate", "on"], "resume": ["activate"],
    "unpause": ["activate"], "start": ["activate", "on"], "disable": ["pause", "off"],
    "stop": ["pause", "off"], "unarchive": ["restore"], "undelete": ["restore"],
    "check": ["lint", "verify"], "validate": ["lint", "verify"], "audit": ["verify", "log"],
    "changes": ["log"], "revoke": ["withdraw"], "forget": ["erase"], "give": ["set"],
    "grant": ["set"], "run": ["up"], "apply": ["up"], "up": [], "statistics": ["stats"],
    "grid": ["masonry"], "cp": ["copy"], "duplicate": ["copy"], "clone": ["copy"], "copy": [],
    "restore": [], "archive": [], "activate": [], "pause": [],
  ]

  private static let phrases: [(phrase: [String], meant: [String])] = [
    (["audit", "log"], ["log"]),
    (["query", "transition", "history"], ["history", "list"]),
    (["query", "transitions"], ["history", "list"]),
    (["query", "history"], ["history", "list"]),
    (["query", "units"], ["unit", "list"]),
    (["transition", "history"], ["history", "list"]),
    (["list", "transitions"], ["history", "list"]),
    (["list", "sessions"], ["history", "sessions"]),
    (["sessions"], ["history", "sessions"]),
    (["export", "injection", "scripts"], ["export", "bundle"]),
    (["export", "injection-scripts"], ["export", "bundle"]),
    (["export", "injection"], ["export", "bundle"]),
    (["export", "scripts"], ["export", "bundle"]),
    (["export", "units"], ["export", "inventory"]),
    (["export", "csv"], ["unit", "list", "--status", "all", "--format", "csv"]),
    (["import", "units"], ["import", "inventory"]),
    (["import", "csv"], ["import", "inventory"]),
    (["inventory"], ["export", "inventory"]),
    (["dump"], ["export", "inventory"]),
    (["sql"], ["query"]),
    (["changes"], ["log"]),
    (["audit"], ["log"]),
    (["get", "units"], ["unit", "list"]),
    (["show", "units"], ["unit", "list"]),
    (["get", "pages"], ["page", "list"]),
    (["unit", "history"], ["unit", "log"]),
    (["unit", "changes"], ["unit", "log"]),
    (["unit", "undo"], ["revert"]),
    (["unit", "revert"], ["revert"]),
    (["unit", "export"], ["export", "inventory"]),
    (["unit", "import"], ["import", "inventory"]),
    (["consent", "log"], ["consent", "history"]),
    (["consent", "report"], ["consent", "stats"]),
    (["export", "consent"], ["consent", "export"]),
    (["import", "consent"], ["consent", "import"]),
    (["export", "history"], ["history", "export"]),
    (["export", "gam"], ["export", "gam-csv"]),
    (["plan"], ["diff"]),
    (["apply"], ["import", "inventory"]),
    (["undo"], ["revert"]),
    (["rollback"], ["revert"]),
    (["compare"], ["diff"]),
    (["restore", "unit"], ["unit", "restore"]),
    (["restore", "backup"], ["restore"]),
    (["check"], ["doctor"]),
    (["status"], ["doctor"]),
    (["create"], ["init"]),
  ]
}

extension String {
  /// A word without the ending of most plurals.
  fileprivate var withoutPlural: String { hasSuffix("s") ? String(dropLast()) : self }
}
