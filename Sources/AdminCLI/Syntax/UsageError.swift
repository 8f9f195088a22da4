// SPDX-License-Identifier: MIT
import AdModel

/// A command line that cannot be understood, with what it would take to mend it.
struct UsageError: Error {
  /// The fault.
  enum Problem {
    case noCommand
    case noVerb([String])
    case unknownCommand(String)
    case unknownVerb(String, noun: String)
    case unknownOption(String)
    case optionTwice(OptionDeclaration)
    case optionWithoutMeaning(OptionDeclaration)
    case formatWithoutMeaning(String)
    case flagWithValue(OptionDeclaration)
    case missingValue(OptionDeclaration)
    case badValue(OptionDeclaration, String, String?)
    case missingArgument(ArgumentDeclaration)
    case badArgument(ArgumentDeclaration, String, String?)
    case unexpectedArgument(String)
  }

  let problem: Problem
  /// The noun and the verb, as far as they were understood.
  let path: [String]
  let command: Command?
  /// The word that was probably meant.
  let suggestion: String?
  /// The whole line with that word in it.
  let corrected: [String]?

  /// What a value's reader said, where its words may be shown.
  static func reason(of error: any Error) -> String? {
    (error as? InvalidValue)?.reason
  }

  /// What is wrong, as people see it.
  var message: String {
    let name = (["adview-admin"] + path).joined(separator: " ")
    let guess = suggestion.map { " Did you mean '\($0)'?" } ?? ""
    switch problem {
    case .noCommand:
      return "no command given."
    case .noVerb(let verbs):
      return "'\(name)' needs a verb: \(verbs.joinedWithOr)."
    case .unknownCommand(let word):
      return "unknown command \(word.quotedForDisplay).\(guess)"
    case .unknownVerb(let word, let noun):
      return "'\(noun)' has no verb \(word.quotedForDisplay).\(guess)"
    case .unknownOption(let word):
      // What begins with a dash may be a person's key; an option is known by what it is like.
      if command?.takesPersonalValues == true, suggestion == nil {
        return "'\(name)' has no option like one of those given; before a value that begins with a "
          + "dash, write --."
      }
      return "unknown option \(word.quotedForDisplay) of '\(name)'.\(guess)"
    case .optionTwice(let option):
      return "\(option.formatted) is given twice; give it once."
    case .optionWithoutMeaning(let option):
      return "'\(name)' takes no \(option.formatted): there is nothing that it could do."
    case .formatWithoutMeaning(let form):
      return "'\(name)' takes no --format: it always writes \(form)."
    case .flagWithValue(let option):
      return "\(option.formatted) is a flag and takes no value."
    case .missingValue(let option):
      return "\(option.formatted) needs a value: \(option.value?.expected ?? "")."
    case .badValue(let option, let text, let reason):
      return bad(
        option.formatted, option.value, text, reason: reason, isPersonal: option.isPersonal)
    case .missingArgument(let argument):
      return "'\(name)' needs \(argument.placeholder): \(argument.value.expected)."
    case .badArgument(let argument, let text, let reason):
      return bad(
        argument.placeholder, argument.value, text, reason: reason,
        isPersonal: argument.isPersonal)
    case .unexpectedArgument(let word):
      let shown = command?.takesPersonalValues == false ? " \(word.quotedForDisplay)" : ""
      return "unexpected argument\(shown): '\(name)' takes \(arguments)."
    }
  }

  private var arguments: String {
    let taken = command?.arguments.map(\.formatted) ?? []
    return taken.isEmpty ? "none" : "only \(taken.joined(separator: " "))"
  }

  private func bad(
    _ place: String, _ shape: ValueShape?, _ text: String, reason: String?, isPersonal: Bool
  ) -> String {
    if isPersonal {
      return "the value of \(place) is not \(shape?.expected ?? "valid")."
    }
    if let reason {
      return "\(place): \(reason)."
    }
    var words: [String] = []
    if case .words(let choices) = shape?.completion { words = choices }
    let guess = Spelling.nearest(to: text, in: words).map { " Did you mean '\($0)'?" } ?? ""
    return "\(place): \(text.quotedForDisplay) is not \(shape?.expected ?? "valid").\(guess)"
  }
}
