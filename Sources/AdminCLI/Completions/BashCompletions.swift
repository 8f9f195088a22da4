// SPDX-License-Identifier: MIT

/// The completion script for bash.
enum BashCompletions {
  static func script(for tree: CommandTree) -> String {
    let places = CompletionPlace.all(in: tree)
    var script = """
      # bash completion for adview-admin; load it with: source <(adview-admin completions bash)
      _adview_admin_ids() {
        adview-admin "$1" list --format csv 2>/dev/null | sed -e 1d -e 's/,.*//' -e '/"/d'
      }
      _adview_admin() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local path= count=0 words= i
        for ((i = 1; i < COMP_CWORD; i++)); do
          case ${COMP_WORDS[i]} in
            \(CompletionPlace.namesWithValue(in: places).joined(separator: "|"))) ((i++)) ;;
            -*) ;;
            *) ((count++ < 2)) && path="$path ${COMP_WORDS[i]}" ;;
          esac
        done
        COMPREPLY=()
        case "$path $previous" in

      """
    for place in places {
      for option in place.options where option.value != nil {
        script += "    '\(prefix(place.path)) \(option.formatted)') \(reply(option)); return ;;\n"
      }
    }
    for option in GlobalOptions.everywhere where option.value != nil {
      script += "    *' \(option.formatted)') \(reply(option)); return ;;\n"
    }
    script += """
        esac
        case "$path" in

      """
    for place in places {
      let names = place.words.map(\.name) + place.allOptions.map(\.formatted)
      var line = "words='\(names.joined(separator: " "))'"
      switch place.arguments.first?.value.completion {
      case .words(let choices): line = "words='\((choices + names).joined(separator: " "))'"
      case .units: line += #"; [[ $current == -* ]] || words=$(_adview_admin_ids unit)"#
      case .pages: line += #"; [[ $current == -* ]] || words=$(_adview_admin_ids page)"#
      case .file, .folder: line += "; compopt -o default"
      case .some(.none), nil: break
      }
      script += "    '\(prefix(place.path))') \(line) ;;\n"
      if place.path.count == 1, !place.words.isEmpty { continue }
      if place.path.count == 1 { script += "    '\(prefix(place.path)) '*) \(line) ;;\n" }
    }
    script += """
        esac
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      }
      complete -F _adview_admin adview-admin

      """
    return script
  }

  private static func prefix(_ path: [String]) -> String {
    path.map { " \($0)" }.joined()
  }

  private static func reply(_ option: OptionDeclaration) -> String {
    switch option.value?.completion {
    case .some(.none), nil: ":"
    case .words(let words):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    case .file: "compopt -o default"
    case .folder: "compopt -o default -o dirnames"
    case .units: "COMPREPLY=($(compgen -W \"$(_adview_admin_ids unit)\" -- \"$current\"))"
    case .pages: "COMPREPLY=($(compgen -W \"$(_adview_admin_ids page)\" -- \"$current\"))"
    }
  }
}
