// SPDX-License-Identifier: MIT

/// The scripts by which shells ask what may be typed; see ``CompletionLine``.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The script.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// Works in bash 3.2, too. Bash breaks words at `=` and `:`, so they are put together first, and of
  /// each answer only what stands behind the last break is handed back.
  private static let bashText = #"""
    # bash completion for adview-admin; load it with: source <(adview-admin completions bash)
    _adview_admin() {
      local words word last=0 glued= i
      for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if ((i > 0)) && [[ $word =~ ^[=:]+$ ]]; then
          words[last]+=$word
          glued=1
        elif [[ $glued ]]; then
          words[last]+=$word
          glued=
        else
          ((i > 0)) && ((last++))
          words[last]=$word
        fi
      done
      for ((i = 1; i <= last; i++)); do
        case ${words[i]} in
          "~/"*) words[i]=$HOME/${words[i]#"~/"} ;;
          \"*) words[i]=${words[i]#\"}; words[i]=${words[i]%\"} ;;
          \'*) words[i]=${words[i]#\'}; words[i]=${words[i]%\'} ;;
          *\\*) words[i]=${words[i]//\\/} ;;
        esac
      done
      local piece=${COMP_WORDS[COMP_CWORD]}
      [[ $piece =~ ^[=:]+$ ]] && piece=
      piece=${piece#[\"\']}
      local typed=${words[last]} before line
      before=${typed%"${piece//\\/}"}
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          :files) compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$piece")) ;;
          :folders)
            compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$piece")) ;;
          :words) ;;
          *)
            line=${line%%$'\t'*}
            case $line in *=) compopt -o nospace 2>/dev/null ;; esac
            [[ $line =~ ^[a-zA-Z0-9_.,:=/@%+-]*$ || ${COMP_WORDS[COMP_CWORD]} == [\"\']* ]] \
              || printf -v line %q "$line"
            COMPREPLY+=("${line#"$before"}") ;;
        esac
      done < <(adview-admin __complete "${words[@]:1:last}" 2>/dev/null)
    }
    complete -F _adview_admin adview-admin

    """#

  private static let zshText = #"""
    #compdef adview-admin
    # zsh completion for adview-admin; load it with: source <(adview-admin completions zsh)
    _adview_admin() {
      local -a lines whole open
      local line text
      lines=("${(@f)$(adview-admin __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" \
        2>/dev/null)}")
      case $lines[1] in
        :files)
          compset -P '--[a-z-]#='
          _files
          return ;;
        :folders)
          compset -P '--[a-z-]#='
          _files -/
          return ;;
      esac
      for line in ${lines[2,-1]}; do
        text=${${line%%$'\t'*}//:/\\:}
        [[ -n ${line#*$'\t'} ]] && text+=:${line#*$'\t'}
        if [[ ${line%%$'\t'*} == *= ]]; then open+=($text); else whole+=($text); fi
      done
      (( $#whole )) && _describe -V 'adview-admin' whole
      (( $#open )) && _describe -V 'adview-admin' open -S ''
    }
    if [ "$funcstack[1]" = _adview-admin ]; then
      _adview_admin
    else
      compdef _adview_admin adview-admin
    fi

    """#

  private static let fishText = #"""
    # fish completion for adview-admin; load it with: adview-admin completions fish | source
    function __adview_admin_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      set -l lines (adview-admin __complete $words[2..-1] "$current" 2>/dev/null)
      set -l option (string match -r -- '^--[a-z-]+=' "$current")
      set -l path (string replace -r -- '^--[a-z-]+=' '' "$current")
      switch "$lines[1]"
        case ':files'
          for file in (__fish_complete_path "$path")
            echo "$option$file"
          end
        case ':folders'
          for folder in (__fish_complete_directories "$path")
            echo "$option$folder"
          end
        case '*'
          printf '%s\n' $lines[2..-1]
      end
    end
    complete -c adview-admin -f -k -a '(__adview_admin_complete)'

    """#
}
