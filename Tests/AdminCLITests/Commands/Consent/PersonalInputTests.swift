// SPDX-License-Identifier: MIT
import AdminCLI
import Foundation
import Testing

/// Keys and strings that name or describe a person, kept off the command line and out of messages.
@Suite struct PersonalInputTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write(Array("user-17\r\n\n".utf8), to: "key.txt")
  }

  @Test func `a key comes from a file, for every command that takes one`() throws {
    #expect(workspace.run("consent set --subject-file DIR/key.txt --accept-all").exit == .done)
    for line in [
      "consent show", "consent history", "consent export",
      "export bundle div-gpt-ad-mobile_1", "export preview --page article",
    ] {
      let outcome = workspace.run("\(line) --subject-file DIR/key.txt")
      #expect(outcome.exit == .done, "\(line): \(outcome.errors)")
    }
    #expect(workspace.run("consent show user-17").exit == .done)
    #expect(workspace.run("consent withdraw --subject-file DIR/key.txt").exit == .done)
    #expect(workspace.run("consent erase --subject-file DIR/key.txt --yes").exit == .done)
    #expect(workspace.run("consent show user-17").exit == .notFound)
  }

  @Test(arguments: ["consent set - --accept-all", "consent set --subject-file - --accept-all"])
  func `a key comes from standard input`(line: String) {
    workspace.host.input.lines = ["user-18"]
    #expect(workspace.run(line).exit == .done)
    #expect(workspace.run("consent show user-18").exit == .done)
    #expect(workspace.run("consent list").output.contains("user-18"))
  }

  @Test(arguments: ["-", "--subject-file DIR/many.txt"])
  func `everybody of a list is withdrawn and erased, one a line`(list: String) throws {
    try workspace.write(Array("user-1\nuser-2\r\n\nuser-3".utf8), to: "many.txt")
    for person in 1...4 { workspace.run("consent set user-\(person) --accept-all") }
    workspace.host.input.lines = ["user-1", "user-2", "user-3"]
    let withdrawn = workspace.run("consent withdraw \(list)")
    #expect(withdrawn.exit == .done, "\(withdrawn.errors)")
    #expect(withdrawn.output.split(separator: "\n").count == 3)
    for person in 1...4 {
      #expect(
        workspace.run("consent show user-\(person) --check").exit == (person < 4 ? .refused : .done)
      )
    }
    workspace.host.input.lines = ["user-1", "user-2", "user-3"]
    let erased = workspace.run("consent erase \(list) --yes --format ndjson")
    #expect(erased.output.split(separator: "\n").count == 3, "\(erased.errors)")
    for person in 1...4 {
      #expect(workspace.run("consent show user-\(person)").exit == (person < 4 ? .notFound : .done))
    }
  }

  @Test(arguments: [
    "consent set --accept-all", "consent show", "consent history", "consent export",
    "export bundle div-gpt-ad-mobile_1", "simulate DIR/trace --record",
  ])
  func `what is about one person refuses several, and does nothing`(line: String) throws {
    try workspace.write(Array("user-17\nuser-18\n".utf8), to: "two.txt")
    try workspace.write([], to: "trace")
    workspace.run("consent set user-17 --accept-all")
    let before = workspace.run("consent head").output
    let outcome = workspace.run("\(line) --subject-file DIR/two.txt")
    #expect(outcome.exit == .usage, "\(outcome.errors)")
    #expect(outcome.errors.contains("2 keys"))
    #expect(workspace.run("consent head").output == before)
  }

  /// Repaired, both would be one person.
  @Test(arguments: ["withdraw", "erase --yes", "set --accept-all", "show"])
  func `a key that is not UTF-8 is refused, and nothing is done`(verb: String) throws {
    try workspace.write(Array("user-1\n".utf8) + [0x70, 0xE9, 0x0A], to: "latin.txt")
    let outcome = workspace.run("consent \(verb) --subject-file DIR/latin.txt")
    #expect(outcome.exit == .badData && outcome.errors.contains("line 2"), "\(outcome.errors)")
    #expect(workspace.run("consent list").output.contains("user-1") == false)
  }

  @Test func `a TC string comes from a file`() throws {
    try workspace.write(Array("C!secret\n".utf8), to: "tc.txt")
    let refused = workspace.run("consent set user-19 --tc-file DIR/tc.txt")
    #expect(refused.exit == .badData)
    #expect(refused.errors.contains("malformed TC string"))
    #expect(!refused.errors.contains("secret"))
    #expect(
      workspace.run("consent set user-19 --tc-file DIR/tc.txt --tc-string x").exit == .usage)
  }

  @Test(arguments: [
    "consent show", "consent withdraw", "consent set --accept-all", "consent export",
  ])
  func `a person has to be named once`(line: String) throws {
    #expect(workspace.run(line).exit == .usage)
    #expect(workspace.run("\(line) user-17 --subject-file DIR/key.txt").exit == .usage)
    try workspace.write([], to: "empty.txt")
    let unnamed = workspace.run("\(line) --subject-file DIR/empty.txt")
    #expect(unnamed.exit == .badData && unnamed.errors.contains("--subject-file holds no key"))
    #expect(workspace.run("\(line) -").errors.contains("standard input holds no key"))
  }

  @Test(arguments: ["consent show -SECRET", "consent set -SECRET --accept-all", "query -SECRET"])
  func `what looks like an option and is like none is not repeated`(line: String) {
    let outcome = workspace.run(line)
    #expect(outcome.exit == .usage)
    #expect(!outcome.errors.contains("SECRET"), "\(outcome.errors)")
    #expect(outcome.errors.contains("write --"))
  }

  @Test func `an option that is nearly right is corrected all the same`() {
    #expect(workspace.run("consent show user-17 --explian").errors.contains("--explain"))
  }

  @Test(arguments: [["nobody"], ["nobody", "no-one"]])
  func `erasing people of whom nothing is held finds nobody, however many they are`(
    people: [String]
  ) {
    workspace.host.input.lines = people
    let outcome = workspace.run("consent erase - --yes")
    #expect(outcome.exit == .notFound && outcome.output.isEmpty, "\(outcome)")
    workspace.run("consent set user-1 --accept-all")
    workspace.host.input.lines = people + ["user-1"]
    #expect(workspace.run("consent erase - --yes").exit == .done)
  }
}
