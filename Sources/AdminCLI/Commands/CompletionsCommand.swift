// SPDX-License-Identifier: MIT

/// `completions SHELL`: a script by which a shell completes command lines.
enum CompletionsCommand {
  static let shell = Argument<CompletionScript>(
    .choice("SHELL"), "The shell: bash, zsh or fish.")

  static let command: Command = Command(
    "completions", "Print a script that completes command lines in a shell.",
    details: """
      It completes commands, options, values, and what is in the database that the line names: \
      units that a verb can take, pages, sessions, targeting. scripts/install puts the scripts in \
      place.
      """, effect: .reads,
    output: .document("a script"),
    arguments: [shell],
    examples: [
      Example("completions bash > adview-admin.bash", "For bash: source the file."),
      Example("completions zsh > ~/.zfunc/_adview-admin", "For zsh, with ~/.zfunc in fpath."),
      Example("completions fish > ~/.config/fish/completions/adview-admin.fish", "For fish."),
    ]
  ) { run in try run.print(run.input[shell].text) }
}
