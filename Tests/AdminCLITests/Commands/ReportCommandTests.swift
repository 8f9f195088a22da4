// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

@Suite struct ReportCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `it shows units, why they changed and how many answered, and nobody's name`() throws {
    workspace.run("consent set zoe-4711 --accept-all --actor zacharias")
    workspace.run("unit pause div-gpt-ad-mobile_1 --actor zacharias --message INC-7")
    let made = workspace.run("report --out DIR/report.html")
    #expect(made.exit == .done, "\(made)")
    let html = String(decoding: try workspace.read("report.html"), as: UTF8.self)
    for text in [
      "div-gpt-ad-mobile_1 <small", "INC-7", "1 paused", "<td>personalized</td>\n<td>1</td>",
      "<td>nothing found</td>",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    #expect(!html.contains("zoe-4711") && !html.contains("zacharias"))
    #expect(workspace.run("report --out DIR/adview.sqlite --force").exit == .cannotCreate)
  }

  @Test func `a unit that was silenced is not complained of`() {
    #expect(workspace.run("unit add odd --size 7x7").exit == .done)
    #expect(workspace.run("report").output.contains("few creatives have this size"))
    let silenced = workspace.run(["unit", "set", "odd", "--silence", "uncommonSize: house ads"])
    #expect(silenced.exit == .done)
    #expect(!workspace.run("report").output.contains("few creatives have this size"))
  }
}
