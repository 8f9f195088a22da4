// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdminCLI

/// Rules that hold for every command.
@Suite struct CommandTreeTests {
  @Test func `the name by which a command is found is the one that it has`() {
    for entry in CommandTree.adview.entries {
      switch entry {
      case .command(let name, let build): #expect(build().name == name)
      case .noun(let noun): #expect(noun.commands.map(\.name) == noun.commandNames)
      }
    }
  }

  @Test func `whoever asks the gate can set all of its rules`() {
    let rules = Set(SettingOptions.gate.options.map(\.declaration.name))
    for (path, command) in CommandTree.adview.commands {
      let found = rules.intersection(command.options.map(\.name))
      #expect(found.isEmpty || found == rules, "\(path)")
    }
    for path in [["export", "preview"], ["export", "bundle"], ["simulate"], ["consent", "show"]] {
      let command = CommandTree.adview.commands.first { $0.path == path }?.command
      #expect(command?.options.contains { $0.name == "policy" } == true, "\(path)")
    }
  }

  @Test func `a name that two options of a command had would be read from the wrong one`() {
    for (path, command) in CommandTree.adview.commands {
      let names = command.options.map(\.name)
      #expect(Set(names).count == names.count, "\(path)")
    }
  }

  @Test func `an option that the command did not declare cannot be read`() async {
    await #expect(processExitsWith: .failure) {
      let read = Command(
        "read", "Read.", effect: .reads, output: .words, examples: []
      ) { run in _ = run.input[Option("other", .text, "Not declared.")] }
      let host = RecordingHost(tree: CommandTree([.command("read") { read }]))
      _ = host.run("read")
    }
  }
}
