// SPDX-License-Identifier: MIT

extension CommandTree {
  /// Every command of `adview-admin`. A new command is one file and one line here, or one line in
  /// the list of its noun.
  package static let adview = CommandTree([
    .command(InitCommand.command),
    .noun(MigrateNoun.noun),
    .noun(UnitNoun.noun),
    .noun(TargetingNoun.noun),
    .noun(PageNoun.noun),
    .noun(ConsentNoun.noun),
    .noun(DebugNoun.noun),
    .noun(ExportNoun.noun),
    .noun(ImportNoun.noun),
    .command(SimulateCommand.command),
    .noun(HistoryNoun.noun),
    .noun(LayoutNoun.noun),
    .command(PublishCommand.command),
    .command(QueryCommand.command),
    .command(DoctorCommand.command),
    .command(BackupCommand.command),
    .command(CompletionsCommand.command),
    .command(VersionCommand.command),
    .command(HelpCommand.command),
  ])
}
