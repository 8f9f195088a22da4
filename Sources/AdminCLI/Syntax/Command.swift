// SPDX-License-Identifier: MIT

/// One command, as data: parsing, help, completion and messages all come from it.
///
/// To add a command, write one file with its declaration and what it does, and name it in the list
/// of its noun, or in `CommandTree+AdView.swift` where it has none:
///
///     enum UnitShow {
///       static let unit = Argument(.unit, "The ad unit.")
///
///       static let command = Command(
///         "show", "Show one ad unit with all of its settings.", effect: .reads,
///         output: .keys(of: UnitColumns.list), arguments: [unit],
///         examples: [Example("unit show div-gpt-ad-mobile_1", "One unit.")]
///       ) { run in
///         let entry = try run.readInventory { try $0.entry(run.input[unit]) }
///         try run.fields(entry, UnitColumns.list)
///       }
///     }
package struct Command: Sendable {
  /// A command's effect on the database, which decides about `--dry-run` and `--yes`.
  package enum Effect: Sendable {
    /// It changes nothing.
    case reads
    /// It changes something that a later command can change back: accepts `--dry-run`.
    case changes
    /// It takes something away: accepts `--dry-run`, asks on a terminal, needs `--yes` elsewhere.
    case destroys
  }

  /// The verb, or the whole name of a command without a noun.
  package let name: String
  /// One sentence.
  package let summary: String
  /// The details: paragraphs separated by empty lines.
  package let details: String?
  /// Its effect on the database.
  package let effect: Effect
  /// Its output for programs.
  package let output: CommandOutput
  package let arguments: [ArgumentDeclaration]
  package let options: [OptionDeclaration]
  package let examples: [Example]
  package let run: @Sendable (CommandRun) throws -> ExitCode

  /// Declares a command that ends with `done` or an error, with the parameters of one whose answer can be no.
  package init(
    _ name: String, _ summary: String, details: String? = nil, effect: Effect,
    output: CommandOutput, arguments: [any DeclaresArgument] = [],
    options: [any DeclaresOption] = [],
    examples: [Example], run: @escaping @Sendable (CommandRun) throws -> Void
  ) {
    self.init(
      answering: name, summary, details: details, effect: effect, output: output,
      arguments: arguments, options: options, examples: examples
    ) { context in
      try run(context)
      return .done
    }
  }

  /// Declares a command whose answer can be no.
  /// - Parameters:
  ///   - name: The verb, or the whole name of a command without a noun.
  ///   - summary: One sentence.
  ///   - details: What else there is to know.
  ///   - arguments: What it takes by position, in order.
  ///   - options: What it takes by name, in the order of help.
  ///   - examples: At least one command line to copy.
  ///   - run: What it does, and its exit code: `done`, `answerIsNo`, or `badData` where
  ///     it did what the data allowed.
  package init(
    answering name: String, _ summary: String, details: String? = nil, effect: Effect,
    output: CommandOutput, arguments: [any DeclaresArgument] = [],
    options: [any DeclaresOption] = [],
    examples: [Example], run: @escaping @Sendable (CommandRun) throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.effect = effect
    self.output = output
    self.arguments = arguments.map(\.declaration)
    let own = options.map(\.declaration) + GlobalOptions.declarations(for: output)
    self.options =
      own + GlobalOptions.declarations(forWritingWith: own)
      + GlobalOptions.declarations(for: effect)
    self.examples = examples
    self.run = run
  }

  /// Whether what it prints can go into a file by `--out`: a document, and what declares that option.
  var goesIntoFile: Bool {
    let out = GlobalOptions.out.declaration
    return options.contains {
      $0.name == out.name && $0.value?.placeholder == out.value?.placeholder
    }
  }

  /// The names of everything that may be read while it runs.
  var declaredNames: [String] {
    arguments.map(\.placeholder) + options.map(\.name) + GlobalOptions.everywhere.map(\.name)
      + GlobalOptions.declarations(for: .destroys).map(\.name)
  }

  /// Whether a value on its command line may name a person, so that messages must not repeat it.
  var takesPersonalValues: Bool {
    arguments.contains(where: \.isPersonal) || options.contains(where: \.isPersonal)
  }
}

/// A command line that help shows.
package struct Example: Sendable {
  /// The words behind `adview-admin `.
  package let line: String
  /// Its purpose in a few words.
  package let purpose: String

  /// Writes an example.
  package init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

extension GlobalOptions {
  /// What the output of a command adds to its options: a document can go into a file, and what is
  /// logged can say why.
  static func declarations(for output: CommandOutput) -> [OptionDeclaration] {
    switch output {
    case .document: [out.declaration]
    case .changes: [message.declaration]
    case .forms(let forms): forms.flatMap { declarations(for: $0.output) }
    case .words, .keys, .foreign: []
    }
  }

  /// What options that name a file or folder to write add.
  static func declarations(
    forWritingWith options: [OptionDeclaration]
  ) -> [OptionDeclaration] {
    options.contains { $0.value?.completion.isWritten == true } ? [force.declaration] : []
  }

  /// What the effect of a command adds to its options.
  static func declarations(for effect: Command.Effect) -> [OptionDeclaration] {
    switch effect {
    case .reads: []
    case .changes: [dryRun.declaration]
    case .destroys: [dryRun.declaration, yes.declaration]
    }
  }
}
