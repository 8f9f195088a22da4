// SPDX-License-Identifier: MIT

/// The completion script for fish.
enum FishCompletions {
  static func script(for tree: CommandTree) -> String {
    let places = CompletionPlace.all(in: tree)
    var script = """
      # fish completion for adview-admin; load it with: adview-admin completions fish | source
      function __adview_admin_ids
        adview-admin $argv[1] list --format csv 2>/dev/null | sed -e 1d -e 's/,.*//' -e '/"/d'
      end
      function __adview_admin_path
        set -l skips 0
        for word in (commandline -opc)[2..]
          if test $skips = 1
            set skips 0
            continue
          end
          switch $word
            case \(CompletionPlace.namesWithValue(in: places).joined(separator: " "))
              set skips 1
            case '-*'
            case '*'
              echo $word
          end
        end
      end
      function __adview_admin_at
        set -l path (__adview_admin_path)
        test (count $path) -ge (count $argv)
        and test "$path[1..(count $argv)]" = "$argv"
      end
      function __adview_admin_exactly
        set -l path (__adview_admin_path)
        test "$path" = "$argv"
      end
      complete -c adview-admin -f

      """
    for option in GlobalOptions.everywhere {
      script += line(for: option, condition: nil)
    }
    for place in places {
      let path = place.path.joined(separator: " ")
      for (name, summary) in place.words {
        let condition = (["__adview_admin_exactly"] + place.path).joined(separator: " ")
        script += "complete -c adview-admin -n '\(condition)' -a \(name)"
        script += " -d '\(escaped(summary))'\n"
      }
      for option in place.options {
        script += line(for: option, condition: "__adview_admin_at \(path)")
      }
      if let values = place.arguments.first.map({ words(for: $0.value.completion) }) {
        script += "complete -c adview-admin -n '__adview_admin_at \(path)'\(values)\n"
      }
    }
    return script
  }

  private static func line(for option: OptionDeclaration, condition: String?) -> String {
    var line = "complete -c adview-admin"
    if let condition { line += " -n '\(condition)'" }
    line += " -l \(option.name)"
    if let value = option.value { line += " -r\(words(for: value.completion))" }
    return line + " -d '\(escaped(option.summary))'\n"
  }

  private static func words(for completion: Completion) -> String {
    switch completion {
    case .none: ""
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    case .file: " -F"
    case .folder: " -a '(__fish_complete_directories)'"
    case .units: " -a '(__adview_admin_ids unit)'"
    case .pages: " -a '(__adview_admin_ids page)'"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
  }
}
