// SPDX-License-Identifier: MIT

extension CommandTree {
  /// Every command of `adview-admin`. A new command is one file and one line here.
  package static let adview = CommandTree([
    .command(CompletionsCommand.command),
    .command(VersionCommand.command),
    .command(HelpCommand.command),
  ])
}
