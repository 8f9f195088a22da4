// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

@Suite struct ExportTargetingTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `the script holds what the unit sends`() {
    #expect(
      workspace.run("export targeting div-gpt-ad-mobile_1").output == """
        window.googletag = window.googletag || {};
        googletag.cmd = googletag.cmd || [];
        googletag.cmd.push(function () {
          googletag.pubads().setTargeting("platform", "ios");
          googletag.pubads().setTargeting("section", "frontpage");
          googletag.pubads().setTargeting("interests", ["sport","outdoor"]);
        });

        """)
  }

  @Test func `debug targeting comes only while debugging`() {
    let line = "googletag.pubads().setTargeting(\"adtest\", \"on\");"
    #expect(!workspace.run("export targeting div-gpt-ad-mobile_1").output.contains(line))
    #expect(workspace.run("export targeting div-gpt-ad-mobile_1 --debug").output.contains(line))
    workspace.run("debug on")
    #expect(workspace.run("export targeting div-gpt-ad-mobile_1").output.contains(line))
  }

  @Test func `a paused unit is exported only when asked for`() {
    workspace.run("unit pause div-gpt-ad-mobile_1")
    let refused = workspace.run("export targeting div-gpt-ad-mobile_1")
    #expect(refused.exit == .badData)
    #expect(refused.output == "")
    #expect(workspace.run("export targeting div-gpt-ad-mobile_1 --inactive").exit == .done)
  }

  @Test func `a unit without targeting has no script`() {
    workspace.run("targeting remove platform --app")
    #expect(
      workspace.run("export targeting div-gpt-ad-mobile_2")
        == .init(
          exit: .done, output: "",
          errors: "ad unit 'div-gpt-ad-mobile_2' sends no targeting: there is no script\n"))
  }
}
