// SPDX-License-Identifier: MIT
import AdminCLI
import Testing

@Suite struct UnitLintTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
  }

  @Test func `the sample inventory is sound`() {
    #expect(
      workspace.run("unit lint")
        == .init(
          exit: .done, output: "nothing found\n",
          errors: "checked 3 units, 2 pages: 0 errors, 0 warnings, 0 hints\n"))
    #expect(workspace.run("unit lint --format json").output == "[]\n")
  }

  @Test func `an error ends with 1, a warning only where it is asked for, a hint never`() {
    workspace.run("unit add top --page article")
    let hint = workspace.run("unit lint --strict")
    #expect(hint.exit == .done)
    #expect(
      hint.output == """
        Severity  Code     Unit  Where           Finding              Advice
        hint      noSizes  top   declared sizes  no size is declared  declare the sizes that creatives may have

        """)
    workspace.run("page set article --unload 900")
    #expect(workspace.run("unit lint").exit == .done)
    let warning = workspace.run("unit lint --strict --format csv")
    #expect(warning.exit == .answerIsNo)
    #expect(warning.output.contains("warning,churn,,thresholds of page article,"))
    workspace.run("targeting set 1st=x --unit top")
    let error = workspace.run("unit lint --format ndjson")
    #expect(error.exit == .answerIsNo)
    #expect(
      error.output.contains(
        #"{"severity":"error","code":"keyStartsWithDigit","adUnitId":"top","#
          + #""place":"targeting, key '1st'","finding":"the key begins with '1'","#
          + #""limit":"no digit in front","source":"support.google.com/admanager/answer/10020177","#
          + #""advice":"give the key another name","silenced":null}"#))
    #expect(error.errors == "checked 4 units, 2 pages: 1 error, 1 warning, 1 hint\n")
  }

  @Test func `only the units that are named are looked at, with what they send`() {
    workspace.run("targeting set 1st=x --unit div-gpt-ad-mobile_1")
    workspace.run("targeting set 2nd=x --page article")
    workspace.run("targeting set 3rd=x --app")
    workspace.run("unit archive div-gpt-ad-mobile_1")
    func keys(_ line: String) -> [String] {
      workspace.run("\(line) --format csv").output.split(separator: "\r\n").dropFirst()
        .compactMap { $0.split(separator: "key '").last.map { String($0.prefix(3)) } }
    }
    #expect(keys("unit lint") == ["3rd", "2nd"])
    #expect(keys("unit lint div-gpt-ad-mobile_1") == ["3rd", "1st"])
    #expect(keys("unit lint div-gpt-ad-mobile_3 div-gpt-ad-mobile_1") == ["3rd", "2nd", "1st"])
    #expect(workspace.run("unit lint div-gpt-ad-mobile_4").exit == .notFound)
  }

  @Test func `a rule that a unit silences is shown as silenced, and does not count`() {
    workspace.run("unit add top --page article --position 0")
    #expect(workspace.run("unit lint --strict").exit == .answerIsNo)
    for unit in ["top", "div-gpt-ad-mobile_3"] {
      let line = ["unit", "set", unit, "--silence", "samePosition: a test of two; noSizes: later"]
      #expect(workspace.run(line).exit == .done)
    }
    let lint = workspace.run("unit lint --strict")
    #expect(lint.exit == .done, "\(lint)")
    #expect(lint.output.contains("silenced: a test of two"))
    #expect(
      lint.output.contains(
        "silenced  samePosition  top                  position        stands at position 0"),
      "\(lint)")
    #expect(lint.errors.hasSuffix("0 errors, 0 warnings, 1 hint, 3 silenced\n"), "\(lint)")
    #expect(
      workspace.run("unit lint --format ndjson").output.contains(
        #""severity":"warning","code":"samePosition","adUnitId":"top""#))
    #expect(workspace.run(["unit", "set", "top", "--silence", "noSizes"]).exit == .usage)
    workspace.run("unit set top --clear silence")
    #expect(workspace.run("unit lint --strict").exit == .answerIsNo)
  }

  @Test
  func `many hints by one rule are a number in a table, and all of them where they are asked for`()
  {
    for number in 1...6 {
      workspace.run("unit add u\(number) --page article --position 1\(number)")
    }
    workspace.run("unit add x --size 300x250")
    let lint = workspace.run("unit lint")
    #expect(!lint.output.contains("noSizes") && lint.output.contains("noPage"), "\(lint)")
    #expect(
      lint.errors.hasPrefix(
        "6 hints noSizes: declare the sizes that creatives may have; --code noSizes shows them\n"),
      "\(lint)")
    #expect(lint.errors.contains("0 errors, 0 warnings, 7 hints"))
    let rows = workspace.run("unit lint --code noSizes").output.split(separator: "\n")
    #expect(rows.count == 7)
    #expect(workspace.run("unit lint --format csv").output.split(separator: "\r\n").count == 8)
    #expect(workspace.run("unit lint --code nosizes").exit == .usage)
  }

  @Test func `a rule is silenced for all units, with a reason`() {
    workspace.run("unit add u1 --page article")
    workspace.run("unit add u2 --page article")
    #expect(
      workspace.run(["settings", "set", "--silence", "noSizes: sold by the app; noPage: later"])
        .exit == .done)
    let lint = workspace.run("unit lint --format ndjson")
    #expect(lint.output.contains(#""silenced":"sold by the app""#), "\(lint)")
    #expect(lint.output.contains("'noPage' is silenced, and nothing is found by it"), "\(lint)")
    #expect(lint.errors.hasSuffix("0 errors, 0 warnings, 1 hint, 2 silenced\n"), "\(lint)")
    #expect(workspace.run("settings set --silence noSizes").exit == .usage)
  }

  @Test func `paths and names are compared with those of others`() {
    for line in [
      "unit add a --page article --path /7/news/top --size 300x250",
      "unit add b --page Article --path /7/news/top --size 300x250",
      "unit add A --page article --path /7,9/News/Top --size 300x250",
      "unit add deep --page article --path /7/1/2/3/4/5/6/7 --size 300x250",
      "unit add zero --page article --path /0/x --size 300x250 --target ip=192.0.2.17",
    ] { #expect(workspace.run(line).exit == .done) }
    let found = workspace.run("unit lint --format csv").output
    for words in [
      "hint,samePath,a,Ad Manager path,the path '/7/news/top' is also that of 'b'",
      "warning,pathSpellings,A,Ad Manager path,\"the path '/7,9/News/Top' is to Ad Manager the same as, and "
        + "otherwise spelled than, that of 'a', 'b'",
      "warning,nameSpellings,a,id,differs by letter case alone from 'A'",
      "warning,nameSpellings,,pages,the pages 'Article' and 'article' differ by letter case alone",
      "warning,deepPath,deep,", "error,noNetwork,zero,", "error,personalValue,zero,",
    ] { #expect(found.contains(words), "\(words) in \(found)") }
  }
}
