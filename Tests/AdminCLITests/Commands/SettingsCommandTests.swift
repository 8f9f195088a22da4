// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdStore
import Testing

@testable import AdminCLI

@Suite struct SettingsCommandTests {
  let workspace: Workspace
  private let bundle = "export bundle div-gpt-ad-mobile_1 --subject"

  init() throws {
    workspace = try Workspace()
    try workspace.answer(.enabled, for: "user-17")
    try workspace.answer(.disabled, for: "refuser")
  }

  @Test func `settings are listed with defaults, set, shown and reset`() {
    let set = workspace.run("settings set --history-days 90 --policy consented")
    #expect(
      set.output == """
        set setting policy: policy answered -> consented
        set setting history-days: historyDays - -> 90

        """)
    #expect(
      workspace.run("settings list --set --columns setting,value,default").output == """
        Setting       Value      Default
        policy        consented  answered
        history-days  90         -

        """)
    #expect(
      workspace.run("settings show history-days --format json").output.contains(#""value": 90,"#))
    #expect(
      workspace.run("settings reset --all").output == """
        set setting policy: policy consented -> answered
        set setting history-days: historyDays 90 -> -

        """)
    #expect(workspace.run("settings list --set").errors == "every setting has its default\n")
  }

  @Test func `every setting is an option of set with its own help, and a name of reset`() {
    let help = workspace.run("settings set --help").output
    for field in FieldTable<InventorySettings>.settings.fields {
      #expect(help.contains("--\(field.option ?? "?") "), "\(field.key)")
      #expect(workspace.run("settings show \(field.option ?? "?")").exit == .done)
    }
  }

  @Test(arguments: [
    ("--template ftp://x", "is not an http or https URL"),
    ("--policy consent", "Did you mean 'consented'?"), ("--live-views 0", "from 1 to 100"),
    ("--limited-ads-since april", "is not a time"), ("--namespace a-b", "letters, digits, _ and $"),
    ("--bridge-handler adPlaceholderTracker", "is 'adPlaceholderTracker', which is"),
    ("", "name at least one setting"),
  ])
  func `a wrong value is refused with what is wrong`(options: String, reason: String) {
    let outcome = workspace.run("settings set \(options)")
    #expect(outcome.exit == .usage)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(workspace.run("settings list --set --format json").output == "[]\n")
  }

  @Test func `a stored template holds for every export, and an option for one call`() {
    workspace.run("settings set --template https://ads.example/t.html --namespace ours")
    let stored = workspace.run("\(bundle) user-17")
    #expect(stored.output.contains(#""templateUrl": "https://ads.example/t.html"#))
    #expect(stored.output.contains("ours"))
    #expect(
      stored.errors
        == "note: by the settings: template https://ads.example/t.html, namespace ours\n")
    let once = workspace.run("\(bundle) user-17 --template https://x.example/ --namespace other")
    #expect(once.output.contains(#""templateUrl": "https://x.example/"#))
    #expect(once.errors.isEmpty)
    #expect(workspace.run("export script viewability").output.contains("ours"))
    #expect(
      workspace.run("export preview --page homepage --subject user-17").output.contains("ours"))
  }

  @Test func `a stored policy holds for every command that asks the gate`() {
    #expect(workspace.run("consent show refuser --check").exit == .done)
    workspace.run("settings set --policy consented")
    #expect(workspace.run("consent show refuser --check").exit == .refused)
    #expect(workspace.run("\(bundle) refuser").exit == .refused)
    #expect(workspace.run("\(bundle) refuser --policy answered").exit == .done)
    #expect(workspace.run("consent list --ads blocked --format ndjson").output.contains("refuser"))
    #expect(workspace.run("consent set x --decline-all").output.contains("no ads"))
  }

  @Test func `a stored rule of expiry holds for the next answers`() {
    workspace.run("settings set --expiry cnil")
    #expect(workspace.run("consent set bob --accept-all").output.contains("(gdpr: 6 months)"))
    #expect(
      workspace.run("consent set eve --accept-all --expiry standard").output
        .contains("(gdpr: 13 months)"))
  }

  @Test func `a setting by its name alone is answered with the option`() {
    let outcome = workspace.run("settings set policy consented")
    #expect(outcome.exit == .usage)
    #expect(outcome.errors.contains("try: adview-admin settings set --policy consented\n"))
    #expect(
      workspace.run("page set homepage fetch=900").errors
        .contains("try: adview-admin page set homepage --fetch=900\n"))
  }
}
