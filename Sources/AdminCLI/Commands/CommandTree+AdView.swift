// SPDX-License-Identifier: MIT

extension CommandTree {
  /// Every command of `adview-admin`. A new command is one file and one line here, or one line in
  /// the list of its noun.
  package static let adview: CommandTree = CommandTree([
    .command("init") { InitCommand.command },
    .noun(MigrateNoun.noun),
    .noun(UnitNoun.noun),
    .noun(TargetingNoun.noun),
    .noun(PageNoun.noun),
    .noun(ExperimentNoun.noun),
    .command("log") { LogCommand.command },
    .command("diff") { DiffCommand.command },
    .command("revert") { RevertCommand.command },
    .noun(ConsentNoun.noun),
    .noun(NoticeNoun.noun),
    .noun(SettingsNoun.noun),
    .noun(DebugNoun.noun),
    .noun(ExportNoun.noun),
    .noun(ImportNoun.noun),
    .command("simulate") { SimulateCommand.command },
    .noun(HistoryNoun.noun),
    .noun(FleetNoun.noun),
    .noun(LayoutNoun.noun),
    .noun(PublishCommand.noun),
    .command("update") { UpdateCommand.command },
    .command("report") { ReportCommand.command },
    .command("query") { QueryCommand.command },
    .command("doctor") { DoctorCommand.command },
    .command("backup") { BackupCommand.command },
    .command("restore") { RestoreCommand.command },
    .command("completions") { CompletionsCommand.command },
    .command("version") { VersionCommand.command },
    .command("help") { HelpCommand.command },
  ])
}
