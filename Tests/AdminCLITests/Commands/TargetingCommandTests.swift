// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

@Suite struct TargetingCommandTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `values are set, added and removed in their order`() {
    let unit = "--unit div-gpt-ad-mobile_2"
    #expect(
      workspace.run("targeting set section=b section=a \(unit)").output
        == "set targeting of div-gpt-ad-mobile_2: section=b,a\n")
    #expect(
      workspace.run("targeting add section=c section=a \(unit)").output
        == "added targeting of div-gpt-ad-mobile_2: section=b,a -> section=b,a,c\n")
    #expect(
      workspace.run("targeting remove section=a \(unit)").output
        == "removed targeting of div-gpt-ad-mobile_2: section=b,a,c -> section=b,c\n")
    #expect(
      workspace.run("targeting remove section \(unit)").output
        == "removed targeting of div-gpt-ad-mobile_2: section=b,c\n")
    #expect(workspace.run("targeting list \(unit)").output == "")
  }

  @Test func `every scope is listed where none is named`() {
    #expect(
      workspace.run("targeting list").output == """
        Scope  Owner                Key        Values
        app    -                    platform   ios
        page   article              pagetype   article
        unit   div-gpt-ad-mobile_1  section    frontpage
        unit   div-gpt-ad-mobile_1  interests  sport outdoor
        unit   div-gpt-ad-mobile_3  section    news
        debug  -                    adtest     on

        """)
  }

  @Test func `what a unit sends says where each key comes from`() {
    workspace.run("targeting set platform=web --page article")
    #expect(
      workspace.run("targeting list --unit div-gpt-ad-mobile_3 --effective --format csv").output
        == "scope,owner,key,values\r\npage,article,platform,web\r\n"
        + "page,article,pagetype,article\r\nunit,div-gpt-ad-mobile_3,section,news\r\n")
  }

  @Test(arguments: [
    ["section=a=b", "a=b"], ["section=", nil], ["=a", nil], ["section", nil],
    ["section=\u{2028}</script>", "\u{2028}</script>"],
  ])
  func `the first equals sign ends the key`(pair: [String?]) throws {
    let text = try #require(pair[0])
    let outcome = workspace.run(["targeting", "set", text, "--app"])
    guard let value = pair[1] else {
      #expect(outcome.exit == .usage)
      return
    }
    #expect(outcome.exit == .done)
    let list = workspace.run("targeting list --app --format ndjson").output
    #expect(list.contains(#""values":["\#(value)"]"#), "\(list)")
  }
}
