// SPDX-License-Identifier: MIT

/// `completions SHELL`: a script that completes command lines, made of the command tree.
enum CompletionsCommand {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let shell = Argument<Shell>(.choice("SHELL"), "The shell: bash, zsh or fish.")

  static let command: Command = Command(
    "completions", "Print a script that completes command lines in a shell.", effect: .reads,
    output: .document("a script"),
    arguments: [shell],
    examples: [
      Example("completions bash > adview-admin.bash", "For bash: source the file."),
      Example("completions zsh > ~/.zfunc/_adview-admin", "For zsh, with ~/.zfunc in fpath."),
      Example("completions fish > ~/.config/fish/completions/adview-admin.fish", "For fish."),
    ]
  ) { run in
    let script =
      switch run.input[shell] {
      case .bash: BashCompletions.script(for: CommandTree.adview)
      case .zsh: ZshCompletions.script(for: CommandTree.adview)
      case .fish: FishCompletions.script(for: CommandTree.adview)
      }
    try run.print(script)
  }
}
