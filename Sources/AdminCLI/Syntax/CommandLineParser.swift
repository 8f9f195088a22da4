// SPDX-License-Identifier: MIT
import AdModel

/// The request of a command line.
enum ParsedLine {
  /// Run a command.
  case run(Command, path: [String], Invocation)
  /// Show help for what the path names.
  case help(path: [String])
  /// Show the version.
  case version
  /// Show where to begin: no command was named, only a database perhaps.
  case start(Invocation)
}

/// Reads a command line from left to right against the tree.
struct CommandLineParser {
  private enum Place {
    case top
    case noun(Noun)
    case command(Command)
  }

  let tree: CommandTree
  let tokens: [String]
  private var place = Place.top
  private var path: [String] = []
  private var given = Invocation()
  private var words: [(text: String, index: Int)] = []
  private var index = 0

  init(tree: CommandTree, tokens: [String]) {
    self.tree = tree
    self.tokens = tokens
  }

  /// Reads the whole line.
  /// - Throws: ``UsageError`` for what is wrong first, unless help was asked for anywhere.
  mutating func parse() throws(UsageError) -> ParsedLine {
    do throws(UsageError) {
      return try parseStrictly()
    } catch {
      let beforeEnd = tokens.prefix { $0 != "--" }
      if beforeEnd.contains("--help") || beforeEnd.contains("-h") {
        return .help(path: path)
      }
      throw error
    }
  }

  private mutating func parseStrictly() throws(UsageError) -> ParsedLine {
    var optionsEnded = false
    while index < tokens.count {
      let token = tokens[index]
      if !optionsEnded, token == "--" {
        optionsEnded = true
        chooseOwnCommand()
      } else if !optionsEnded, token.looksLikeOption {
        try readOption(token)
      } else {
        try readWord(token)
      }
      index += 1
    }
    chooseOwnCommand()
    if given[GlobalOptions.help] { return .help(path: path) }
    if given[GlobalOptions.version] {
      if given.options[GlobalOptions.format.declaration.name] != nil {
        throw error(.formatWithoutMeaning("a line of text"))
      }
      return .version
    }
    switch place {
    case .top:
      guard given.options.names.allSatisfy({ $0 == GlobalOptions.database.declaration.name }) else {
        throw error(.noCommand)
      }
      return .start(given)
    case .noun(let noun): throw error(.noVerb(noun.commandNames))
    case .command(let command):
      try placeWords(for: command)
      try checkEffect(of: command)
      try checkFormat(of: command)
      given.declared = command.declaredNames
      return .run(command, path: path, given)
    }
  }

  /// Refuses a form that the command does not write. In front of the command it was read as the common
  /// option, whatever the command's own of that name takes.
  private func checkFormat(of command: Command) throws(UsageError) {
    let name = GlobalOptions.format.declaration.name
    guard let value = given.options[name]?.first else { return }
    if case .document(let form, _) = command.output { throw error(.formatWithoutMeaning(form)) }
    if let own = command.options.first(where: { $0.name == name }),
      (try? own.accepts(value)) != true
    {
      throw error(.badValue(own, value, nil))
    }
  }

  // MARK: Words

  private mutating func readWord(_ word: String) throws(UsageError) {
    switch place {
    case .top:
      let words = CommandWords(tree: tree)
      if tree.entry(word) != nil, let meaning = words.phrase(at: wordsFromHere) {
        throw error(meaning)
      }
      guard let entry = tree.entry(word) else {
        if let (noun, command) = words.verbFirst(wordsFromHere) {
          path += [noun.name, word]
          place = .command(command)
          index += 1
          return
        }
        if let meaning = words.meaning(of: wordsFromHere) { throw error(meaning) }
        throw error(.unknownCommand(word), candidates: tree.entries.map(\.name))
      }
      path.append(word)
      switch entry {
      case .noun(let noun): place = .noun(noun)
      case .command(_, let build): place = .command(build())
      }
    case .noun(let noun):
      guard let command = noun.command(word) else {
        if chooseOwnCommand() { return try readWord(word) }
        if let verb = CommandWords(tree: tree).verb(called: word, in: noun) {
          throw error(.unknownVerb(word, noun: noun.name), meaning: [verb])
        }
        // A file behind a noun with one verb: the verb is what is missing.
        if noun.commandNames.count == 1, word.contains(where: { "./".contains($0) }) {
          throw error(.unknownVerb(word, noun: noun.name), meaning: noun.commandNames + [word])
        }
        // 'remove' is no misspelling of 'remote'.
        throw error(
          .unknownVerb(word, noun: noun.name),
          candidates: CommandWords.isVerb(word) ? [] : noun.commandNames)
      }
      path.append(word)
      place = .command(command)
    case .command:
      words.append((word, index))
    }
  }

  /// Takes a noun for the command that it is itself, where it is one: no verb follows it.
  @discardableResult
  private mutating func chooseOwnCommand() -> Bool {
    guard case .noun(let noun) = place, let own = noun.ownCommand else { return false }
    place = .command(own)
    return true
  }

  private mutating func placeWords(for command: Command) throws(UsageError) {
    var waiting = words[...]
    for argument in command.arguments {
      let takesAll = argument.count == .many || argument.count == .any
      let taken = takesAll ? waiting : waiting.prefix(1)
      if taken.isEmpty, argument.count == .one || argument.count == .many {
        throw error(.missingArgument(argument))
      }
      for word in taken {
        do {
          guard try argument.accepts(word.text) else { throw Refusal() }
        } catch let refusal {
          throw error(.badArgument(argument, word.text, UsageError.reason(of: refusal)))
        }
      }
      given.arguments[argument.placeholder] = taken.map(\.text)
      for word in taken {
        given.places.append(
          .init(index: word.index, value: word.text, completion: argument.value.completion))
      }
      waiting = waiting.dropFirst(taken.count)
    }
    if let extra = waiting.first {
      index = extra.index
      throw unexpected(extra.text, of: command)
    }
  }

  /// The error of a word too many; the name of an option without its dashes becomes that option.
  private func unexpected(_ word: String, of command: Command) -> UsageError {
    let name = word.prefix { $0 != "=" }
    guard command.options.contains(where: { $0.name == name }) else {
      return error(.unexpectedArgument(word))
    }
    var line = tokens
    line[index] = "--\(word)"
    return UsageError(
      problem: .unexpectedArgument(word), path: path, command: command, suggestion: nil,
      corrected: line)
  }

  // MARK: Options

  private mutating func readOption(_ token: String) throws(UsageError) {
    let (name, inline) = token.splitOption
    // What only its own command takes tells that the noun has no verb.
    if !known.contains(where: { $0.name == name }) { chooseOwnCommand() }
    guard let option = known.first(where: { $0.name == name }) else {
      throw error(
        .unknownOption(token.hasPrefix("--") ? "--\(name)" : token),
        candidates: known.map(\.formatted), keeping: inline)
    }
    guard option.value != nil else {
      guard inline == nil else { throw error(.flagWithValue(option)) }
      given.options[option.name] = []
      return
    }
    if given.options[option.name] != nil, !option.repeats {
      throw error(.optionTwice(option))
    }
    let value: String
    if let inline {
      value = inline
    } else {
      guard index + 1 < tokens.count, !tokens[index + 1].hasPrefix("--") else {
        throw error(.missingValue(option))
      }
      index += 1
      value = tokens[index]
    }
    do {
      guard try option.accepts(value) else { throw Refusal() }
    } catch let refusal {
      throw error(.badValue(option, value, UsageError.reason(of: refusal)))
    }
    given.options.add(value, to: option.name)
    if let shape = option.value {
      given.places.append(.init(index: index, value: value, completion: shape.completion))
    }
  }

  /// The options that may stand here, a command's own first, so that it may give a common name a
  /// meaning of its own. Those that only a change understands are read everywhere, so
  /// that a command that changes nothing can say why it does not take them.
  private var known: [OptionDeclaration] {
    let everywhere = GlobalOptions.everywhere + GlobalOptions.declarations(for: .destroys)
    switch place {
    case .top, .noun: return everywhere
    case .command(let command): return command.options + everywhere
    }
  }

  /// Refuses what the command could not do anything with; a change that asks nothing takes --yes,
  /// so that a script may give it to all.
  private func checkEffect(of command: Command) throws(UsageError) {
    for option in GlobalOptions.declarations(for: .destroys)
    where given.options[option.name] != nil
      && !command.options.contains(where: { $0.name == option.name })
      && !(command.effect != .reads && option.name == GlobalOptions.yes.declaration.name)
    {
      throw error(.optionWithoutMeaning(option))
    }
  }

  // MARK: Errors

  /// A value that its kind refused without saying why.
  private struct Refusal: Error {}

  /// The words from here to the next option.
  private var wordsFromHere: ArraySlice<String> {
    tokens[index...].prefix { !$0.hasPrefix("-") }
  }

  /// Words that mean a command, but not in our grammar.
  private func error(_ meaning: CommandWords.Meaning) -> UsageError {
    error(
      .unknownCommand(meaning.typed.joined(separator: " ")), meaning: meaning.meant,
      replacing: meaning.typed.count)
  }

  /// An error where it is known what was meant by the words here.
  private func error(
    _ problem: UsageError.Problem, meaning words: [String], replacing count: Int = 1
  ) -> UsageError {
    var line = tokens
    line.replaceSubrange(index..<index + count, with: words)
    return UsageError(
      problem: problem, path: path, command: nil, suggestion: words.joined(separator: " "),
      corrected: line)
  }

  private func error(
    _ problem: UsageError.Problem, candidates: [String] = [], keeping inline: String? = nil
  ) -> UsageError {
    var corrected: [String]?
    var suggestion: String?
    if index < tokens.count, !candidates.isEmpty {
      let typed = inline == nil ? tokens[index] : String(tokens[index].prefix { $0 != "=" })
      // Dashes are no letters: they would make everything look alike.
      let dashes = typed.prefix { $0 == "-" }
      suggestion = Spelling.nearest(
        to: String(typed.dropFirst(dashes.count)),
        in: candidates.map { String($0.drop { $0 == "-" }) })
      if case .unknownOption = problem { suggestion = suggestion.map { "--\($0)" } }
      if let suggestion {
        var line = tokens
        line[index] = inline.map { "\(suggestion)=\($0)" } ?? suggestion
        corrected = line
      }
    }
    var command: Command?
    if case .command(let found) = place { command = found }
    return UsageError(
      problem: problem, path: path, command: command, suggestion: suggestion,
      corrected: corrected)
  }
}

extension String {
  /// Whether the token is an option: a dash and more, unless it is a negative number.
  fileprivate var looksLikeOption: Bool {
    guard hasPrefix("-"), utf8.count > 1 else { return false }
    return Double(self) == nil
  }

  /// The option's name without dashes, and what follows an equals sign. `-h` is `--help`.
  fileprivate var splitOption: (name: String, inline: String?) {
    if self == "-h" { return ("help", nil) }
    let text = hasPrefix("--") ? dropFirst(2) : self[...]
    guard let equals = text.firstIndex(of: "=") else { return (String(text), nil) }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }
}
