// SPDX-License-Identifier: MIT

/// The completion script for zsh.
enum ZshCompletions {
  static func script(for tree: CommandTree) -> String {
    var script = """
      #compdef adview-admin
      # zsh completion for adview-admin; load it with: source <(adview-admin completions zsh)
      _adview_admin_ids() {
        local -a ids
        ids=(${(f)"$(adview-admin $1 list --format csv 2>/dev/null \\
          | sed -e 1d -e 's/,.*//' -e '/"/d')"})
        compadd -a ids
      }

      """
    for place in CompletionPlace.all(in: tree) {
      script += function(for: place)
    }
    script += """
      if [ "$funcstack[1]" = _adview-admin ]; then
        _adview_admin
      else
        compdef _adview_admin adview-admin
      fi

      """
    return script
  }

  private static func name(_ path: [String]) -> String {
    (["_adview_admin"] + path).joined(separator: "_")
  }

  private static func function(for place: CompletionPlace) -> String {
    var lines = ["\(name(place.path))() {"]
    var specifications = place.allOptions.map(specification)
    if place.words.isEmpty {
      for argument in place.arguments {
        let isOpen = argument.count == .many || argument.count == .any
        let position = isOpen ? "*" : argument.count == .optional ? ":" : ""
        let action = self.action(argument.value.completion)
        specifications.append("'\(position):\(argument.placeholder):\(action)'")
      }
      lines.append("  _arguments -s \\")
      lines += specifications.dropLast().map { "    \($0) \\" }
      lines += specifications.suffix(1).map { "    \($0)" }
    } else {
      specifications += ["'1: :->word'", "'*:: :->rest'"]
      lines += ["  local line state", "  local -a words_here", "  _arguments -C -s \\"]
      lines += specifications.dropLast().map { "    \($0) \\" }
      lines += specifications.suffix(1).map { "    \($0)" }
      lines.append("  case $state in")
      lines.append("    word)")
      lines.append("      words_here=(")
      lines += place.words.map { "        '\($0.name):\(escaped($0.summary, colon: false))'" }
      lines += ["      )", "      _describe command words_here ;;", "    rest)"]
      lines.append("      case $line[1] in")
      lines += place.words.map { "        \($0.name)) \(name(place.path + [$0.name])) ;;" }
      lines += ["      esac ;;", "  esac"]
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func specification(of option: OptionDeclaration) -> String {
    let star = option.repeats ? "*" : ""
    let summary = escaped(option.summary, colon: true)
    guard let value = option.value else { return "'\(star)\(option.formatted)[\(summary)]'" }
    let rest = "\(value.placeholder):\(action(value.completion))"
    return "'\(star)\(option.formatted)=[\(summary)]:\(rest)'"
  }

  private static func action(_ completion: Completion) -> String {
    switch completion {
    case .none: ""
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .folder: "_files -/"
    case .units: "_adview_admin_ids unit"
    case .pages: "_adview_admin_ids page"
    }
  }

  private static func escaped(_ text: String, colon: Bool) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":": result += (character != ":" || colon) ? "\\\(character)" : ":"
      default: result.append(character)
      }
    }
    return result
  }
}
