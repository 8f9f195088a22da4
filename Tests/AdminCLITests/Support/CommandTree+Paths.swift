// SPDX-License-Identifier: MIT
@testable import AdminCLI

extension CommandTree {
  /// The names at the top, and an empty one for the program itself.
  var names: [String] { [""] + entries.map(\.name) }

  /// The noun or command of a name and, for a noun, all of its verbs.
  func paths(under name: String) -> [[String]] {
    guard let entry = entry(name) else { return [[]] }
    switch entry {
    case .command: return [[name]]
    case .noun(let noun): return [[name]] + noun.commands.map { [name, $0.name] }
    }
  }
}
