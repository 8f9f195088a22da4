// SPDX-License-Identifier: MIT

extension CommandTree {
  /// Every command of `adview-admin`. A new command is one file and one line here.
  package static let adview: CommandTree = CommandTree([
    .command("init") { InitCommand.command },
    .noun(.migrate),
    .noun(.unit),
    .noun(.targeting),
    .noun(.page),
    .noun(.experiment),
    .command("log") { LogCommand.command },
    .command("diff") { DiffCommand.command },
    .command("revert") { RevertCommand.command },
    .noun(.consent),
    .noun(.notice),
    .noun(.settings),
    .noun(.debug),
    .noun(.exports),
    .noun(.imports),
    .command("simulate") { SimulateCommand.command },
    .noun(.history),
    .noun(.fleet),
    .noun(.layout),
    .noun(.publish),
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

extension Noun {
  fileprivate static let migrate = Noun(
    "migrate", "The database's schema: what has run, what is pending.",
    [
      "status": { MigrateStatus.command }, "up": { MigrateUp.command },
      "accept": { MigrateAccept.command },
    ])

  fileprivate static let unit = Noun(
    "unit", "Ad units: what they are called, how large they may be.",
    [
      "add": { UnitAdd.command }, "list": { UnitList.command }, "show": { UnitShow.command },
      "set": { UnitSet.command }, "copy": { UnitCopy.command },
      "rename": { UnitRename.command },
      "activate": { UnitStatus.activate }, "pause": { UnitStatus.pause },
      "archive": { UnitStatus.archive }, "restore": { UnitStatus.restore },
      "remove": { UnitRemove.command }, "log": { UnitLog.command },
      "lint": { UnitLint.command },
    ])

  fileprivate static let targeting = Noun(
    "targeting",
    "Keys and values that units send: per unit, per page, for the app, for debugging.",
    [
      "set": { TargetingChange.set }, "add": { TargetingChange.add },
      "remove": { TargetingRemove.command }, "list": { TargetingList.command },
    ])

  fileprivate static let page = Noun(
    "page", "Pages: when the ads of each are fetched, displayed, unloaded.",
    [
      "list": { PageList.command }, "show": { PageShow.command }, "set": { PageSet.command },
      "remote": { PageRemote.command }, "rename": { PageRename.command },
      "remove": { PageRemove.command },
    ])

  fileprivate static let experiment = Noun(
    "experiment", "Experiments: thresholds that some of the phones try.",
    [
      "add": { ExperimentAdd.command }, "list": { ExperimentList.command },
      "show": { ExperimentShow.command }, "set": { ExperimentSet.command },
      "start": { ExperimentStart.command }, "stop": { ExperimentStop.command },
      "adopt": { ExperimentAdopt.command }, "remove": { ExperimentRemove.command },
    ])

  fileprivate static let consent = Noun(
    "consent", "What people agreed to, whether ads may load, and the proof.",
    [
      "set": { ConsentSet.command }, "import": { ConsentImport.command },
      "show": { ConsentShow.command }, "ask": { ConsentAsk.command },
      "list": { ConsentList.command },
      "history": { ConsentHistory.command }, "withdraw": { ConsentWithdraw.command },
      "erase": { ConsentErase.command }, "decode": { ConsentDecode.command },
      "head": { ConsentHead.command }, "stamp": { ConsentStamp.command },
      "verify": { ConsentVerify.command },
      "export": { ConsentExport.command }, "laws": { ConsentLaws.command },
      "loads": { ConsentLoads.command },
      "stats": { ConsentStats.command },
      "evidence": { ConsentEvidence.command }, "publish": { ConsentPublish.command },
      "rekey": { ConsentRekey.command },
      "prune": { ConsentPrune.command },
      "hold": { ConsentHold.hold }, "release": { ConsentHold.release },
      "accept": { ConsentAccept.command },
      "enroll": { ConsentEnroll.command },
    ])

  fileprivate static let notice = Noun(
    "notice", "The notices of consent as people saw them, which records name.",
    [
      "add": { NoticeAdd.command }, "list": { NoticeList.command },
      "show": { NoticeShow.command },
    ])

  fileprivate static let settings = Noun(
    "settings", "Settings: what holds for every page, every export and every app.",
    [
      "list": { SettingsList.command }, "show": { SettingsShow.command },
      "set": { SettingsSet.command }, "reset": { SettingsReset.command },
    ])

  fileprivate static let debug = Noun(
    "debug", "Debugging: the debug log, the debug panel, debug targeting.",
    [
      "on": { DebugSwitch.on }, "off": { DebugSwitch.off }, "show": { DebugSwitch.show },
    ])

  fileprivate static let exports = Noun(
    "export",
    "What others need: scripts and bundles for web views, the inventory as a document.",
    [
      "targeting": { ExportTargeting.command }, "bundle": { ExportBundle.command },
      "script": { ExportScript.command }, "preview": { ExportPreview.command },
      "inventory": { ExportInventory.command }, "schema": { ExportSchema.command },
      "parameters": { ExportParameters.command }, "openrtb": { ExportOpenRTB.command },
      "gam-csv": { ExportAdManagerSheet.command }, "prebid": { ExportStoredImps.command },
    ])

  fileprivate static let imports = Noun(
    "import", "Take over an inventory document, as 'export' writes it.",
    [
      "inventory": { ImportInventory.command }
    ])

  fileprivate static let history = Noun(
    "history", "What the ads of recorded sessions did, and when, and why.",
    [
      "list": { HistoryList.command }, "loads": { HistoryLoads.command },
      "sessions": { HistorySessions.command },
      "stats": { HistoryStats.command }, "compare": { HistoryCompare.command },
      "timeline": { HistoryTimeline.command },
      "replay": { HistoryReplay.command }, "prune": { HistoryPrune.command },
      "export": { HistoryExportCommand.command }, "report": { HistoryReportCommand.command },
    ])

  fileprivate static let fleet = Noun(
    "fleet", "Tables, statistics and checks in SQL for the exports of many devices.",
    [
      "clickhouse": { FleetClickHouse.command }, "duckdb": { FleetDuckDB.command },
      "postgres": { FleetPostgres.command },
    ])

  fileprivate static let layout = Noun(
    "layout", "Where ads stand: in a masonry grid, in a growing feed, on a page.",
    [
      "masonry": { LayoutMasonry.command }, "feed": { LayoutFeed.command },
      "page": { LayoutPage.command },
    ])

  fileprivate static let publish = Noun(
    "publish", "The publication that apps follow: publish to it, look at it, go back.",
    [
      "status": { PublishStatus.command }, "verify": { PublishVerify.command },
      "revoke": { PublishRevoke.command }, "rollback": { PublishRollback.command },
    ], own: { PublishCommand.command })
}
